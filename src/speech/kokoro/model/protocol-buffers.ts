/** As much of protocol buffers, the format of ONNX files, as reading and writing them needs. */

/** A field of a message, as it lies in the bytes of its file. */
export interface Field {
  readonly number: number
  /** The whole field, tag included. */
  readonly whole: Buffer
  /** The content of a length-delimited field; empty for a number. */
  readonly content: Buffer
  /** The value of a number; 0 for anything else. */
  readonly value: number
}

const WIRE = { number: 0, eightBytes: 1, delimited: 2, fourBytes: 5 } as const

/** The fields of a message, in order. @throws when the bytes are no message. */
export function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0
  while (at < message.length) {
    const start = at
    const [tag, afterTag] = readNumber(message, at)
    const wire = tag % 8
    let value = 0
    let contentStart = afterTag
    if (wire === WIRE.number) [value, at] = readNumber(message, afterTag)
    else if (wire === WIRE.delimited) {
      const [length, from] = readNumber(message, afterTag)
      contentStart = from
      at = from + length
    } else if (wire === WIRE.fourBytes) at = afterTag + 4
    else if (wire === WIRE.eightBytes) at = afterTag + 8
    else throw new Error(`Not an ONNX file: wire type ${wire}`)
    if (at > message.length) throw new Error('Not an ONNX file: it ends within a field')
    yield {
      number: Math.floor(tag / 8),
      whole: message.subarray(start, at),
      content: wire === WIRE.delimited ? message.subarray(contentStart, at) : message.subarray(0, 0),
      value,
    }
  }
}

/** Reads a base 128 number. Beyond 2⁵³ (negative ones) it loses digits, which nothing here needs. */
function readNumber(bytes: Buffer, from: number): [value: number, end: number] {
  let value = 0
  let scale = 1
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    value += (byte % 128) * scale
    if (byte < 128) return [value, at + 1]
    scale *= 128
  }
  throw new Error('Not an ONNX file: it ends within a number')
}

/** A field that holds a message, a text or bytes. */
export function bytesField(number: number, ...content: readonly (Buffer | string)[]): Buffer {
  const parts = content.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([varint(number * 8 + WIRE.delimited), varint(length), ...parts])
}

/** A field that holds a whole number, at least 0. */
export function numberField(number: number, value: number): Buffer {
  return Buffer.concat([varint(number * 8 + WIRE.number), varint(value)])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  bytes.push(rest)
  return Buffer.from(bytes)
}

/** The numbers of one field of a list: they stand alone or, packed, in one field. */
export function unpacked({ content, value }: Field): number[] {
  if (content.length === 0) return [value]
  const values: number[] = []
  for (let at = 0; at < content.length;) {
    const [next, end] = readNumber(content, at)
    values.push(next)
    at = end
  }
  return values
}

/** The contents of all fields with a number, in order. */
export function contentsOf(fields: readonly Field[], number: number): Buffer[] {
  return fields.filter((field) => field.number === number).map((field) => field.content)
}
