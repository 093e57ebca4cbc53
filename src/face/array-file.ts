import { readFile, writeFile } from 'node:fs/promises'

/** Arrays of numbers by name. */
export type Arrays = Readonly<
  Record<string, Float32Array | Int32Array | Int16Array | Uint16Array | Uint8Array>
>

/** Plain numbers and arrays of numbers, as they are kept in one file. */
export interface NumberFile {
  readonly numbers: Readonly<Record<string, number>>
  readonly arrays: Arrays
}

const KINDS = { Float32Array, Int32Array, Int16Array, Uint16Array, Uint8Array } as const
type Kind = keyof typeof KINDS

/** Every array begins at a multiple of this, so that it can be read in place. */
const ALIGNMENT = 4

interface Entry {
  readonly name: string
  readonly kind: Kind
  readonly length: number
}

interface Header {
  readonly numbers: NumberFile['numbers']
  readonly arrays: readonly Entry[]
}

/**
 * Writes numbers and arrays into one file: the length of a header (4 bytes, little-endian), the header as JSON,
 * and the arrays one after another, little-endian.
 */
export async function writeNumbers(file: string, { numbers, arrays }: NumberFile): Promise<void> {
  const entries = Object.entries(arrays)
  const header: Header = {
    numbers,
    arrays: entries.map(([name, array]) => ({
      name,
      kind: array.constructor.name as Kind,
      length: array.length,
    })),
  }
  const text = padded(Buffer.from(JSON.stringify(header)), ' ')
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  const bytes = entries.map(([, { buffer, byteOffset, byteLength }]) =>
    padded(Buffer.from(buffer, byteOffset, byteLength)),
  )
  await writeFile(file, Buffer.concat([length, text, ...bytes]))
}

/** Reads what `writeNumbers` wrote. @throws when the file is no such file, or not whole. */
export async function readNumbers(file: string): Promise<NumberFile> {
  const content = await readFile(file)
  const bytes = content.buffer.slice(content.byteOffset, content.byteOffset + content.byteLength)
  const headerEnd = 4 + content.readUInt32LE(0)
  const { numbers, arrays } = JSON.parse(content.toString('utf8', 4, headerEnd)) as Header
  const found: Record<string, Arrays[string]> = {}
  let at = headerEnd
  for (const { name, kind, length } of arrays) {
    const array = new KINDS[kind](bytes, at, length)
    found[name] = array
    at += Math.ceil(array.byteLength / ALIGNMENT) * ALIGNMENT
  }
  return { numbers, arrays: found }
}

/** A number by its name. @throws when the file has none of this name. */
export function numberIn({ numbers }: NumberFile, name: string, file: string): number {
  const number = numbers[name]
  if (number === undefined) throw missing(name, file)
  return number
}

/** An array by its name. @throws when the file has none of this name and kind. */
export function arrayIn<Array extends Arrays[string]>(
  { arrays }: NumberFile,
  name: string,
  kind: abstract new (...args: never[]) => Array,
  file: string,
): Array {
  const array = arrays[name]
  if (!(array instanceof kind)) throw missing(name, file)
  return array
}

function missing(name: string, file: string): Error {
  return new Error(`${file} holds no "${name}" of its kind`)
}

function padded(bytes: Buffer, filling: string | number = 0): Buffer {
  const missing = (ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing, filling)])
}
