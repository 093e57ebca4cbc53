/**
 * As much of the ONNX file format (protocol buffers) as taking a graph apart and putting it together
 * again needs. The format's own libraries are many times larger than this file.
 *
 * @see https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */

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

/** An operation of a graph. Names of its tensors are what connects it with others. */
export interface GraphNode {
  readonly op: string
  readonly name: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** Each one as its message's bytes. */
  readonly attributes: readonly Buffer[]
}

/** A constant tensor of a graph. */
export interface Tensor {
  readonly name: string
  readonly dims: readonly number[]
  readonly dataType: number
  /** Its numbers, little endian. Empty when the file keeps them in a typed list. */
  readonly raw: Buffer
  /** The numbers when they are kept as a list of 32 bit integers. */
  readonly int32s: readonly number[]
  /** The numbers when they are kept as a list of 32 bit floats, little endian. */
  readonly floats: Buffer
}

/** Numbers of the fields used, as `onnx.proto` has them. */
export const ONNX_FIELD = {
  model: { graph: 7 },
  graph: { node: 1, initializer: 5, output: 12 },
  node: { input: 1, output: 2, name: 3, op: 4, attribute: 5 },
  tensor: { dims: 1, dataType: 2, floats: 4, int32s: 5, name: 8, raw: 9, external: 13, location: 14 },
  valueInfo: { name: 1 },
} as const

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

/** Reads the field `node` of a graph. */
export function readNode(content: Buffer): GraphNode {
  const { node } = ONNX_FIELD
  const fields = [...fieldsOf(content)]
  const texts = (number: number): string[] => contentsOf(fields, number).map(String)
  return {
    op: texts(node.op)[0] ?? '',
    name: texts(node.name)[0] ?? '',
    inputs: texts(node.input),
    outputs: texts(node.output),
    attributes: contentsOf(fields, node.attribute),
  }
}

/** Writes the field `node` of a graph. */
export function nodeField({ op, name, inputs, outputs, attributes }: GraphNode): Buffer {
  const { node } = ONNX_FIELD
  return bytesField(
    ONNX_FIELD.graph.node,
    ...inputs.map((input) => bytesField(node.input, input)),
    ...outputs.map((output) => bytesField(node.output, output)),
    bytesField(node.name, name),
    bytesField(node.op, op),
    ...attributes.map((attribute) => bytesField(node.attribute, attribute)),
  )
}

/** Reads the field `initializer` of a graph. */
export function readTensor(content: Buffer): Tensor {
  const { tensor } = ONNX_FIELD
  const fields = [...fieldsOf(content)]
  const numbers = (number: number): number[] =>
    fields.filter((field) => field.number === number).flatMap(unpacked)
  return {
    name: String(contentsOf(fields, tensor.name)[0] ?? ''),
    dims: numbers(tensor.dims),
    dataType: numbers(tensor.dataType)[0] ?? 0,
    raw: contentsOf(fields, tensor.raw)[0] ?? Buffer.alloc(0),
    int32s: numbers(tensor.int32s),
    floats: contentsOf(fields, tensor.floats)[0] ?? Buffer.alloc(0),
  }
}

/** Numbers stand alone or, packed, in one field. */
function unpacked({ content, value }: Field): number[] {
  if (content.length === 0) return [value]
  const values: number[] = []
  for (let at = 0; at < content.length;) {
    const [next, end] = readNumber(content, at)
    values.push(next)
    at = end
  }
  return values
}

function contentsOf(fields: readonly Field[], number: number): Buffer[] {
  return fields.filter((field) => field.number === number).map((field) => field.content)
}
