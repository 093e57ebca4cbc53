/**
 * As much of the ONNX file format as taking a graph apart and putting it together again needs. The format's
 * own libraries are many times larger than this file.
 *
 * @see https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */
import { bytesField, contentsOf, fieldsOf, numberField, unpacked } from './protocol-buffers.ts'

/** An operation of a graph. Names of its tensors are what connects it with others. */
export interface GraphNode {
  readonly op: string
  readonly name: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** Each one as its message's bytes. */
  readonly attributes: readonly Buffer[]
  /** Whole fields that nothing here reads, such as the operators' domain: they are written as they were. */
  readonly others: readonly Buffer[]
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
  /** Where its bytes lie in another file; null when they are in this one. */
  readonly external: { readonly offset: number; readonly length: number } | null
}

/** Types of a tensor's numbers in `onnx.proto`. */
export const DATA_TYPE = { float: 1, int64: 7 } as const

/** Numbers of the fields used, as `onnx.proto` has them. */
export const ONNX_FIELD = {
  model: { graph: 7 },
  graph: { node: 1, initializer: 5, input: 11, output: 12, valueInfo: 13 },
  node: { input: 1, output: 2, name: 3, op: 4, attribute: 5 },
  tensor: { dims: 1, dataType: 2, floats: 4, int32s: 5, name: 8, raw: 9, external: 13, location: 14 },
  valueInfo: { name: 1, type: 2 },
  type: { tensor: 1 },
  tensorType: { dataType: 1, shape: 2 },
  shape: { dim: 1 },
  dim: { value: 1, name: 2 },
  attribute: { name: 1, integer: 3, integers: 8, type: 20 },
  entry: { key: 1, value: 2 },
} as const

/** Types of attributes in `onnx.proto`. */
const ATTRIBUTE_TYPE = { integer: 2, integers: 7 } as const

/** Says that a tensor's numbers are in another file. */
const EXTERNAL = 1

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
    others: fields.filter(({ number }) => !NODE_FIELDS.has(number)).map(({ whole }) => whole),
  }
}

const NODE_FIELDS = new Set<number>(Object.values(ONNX_FIELD.node))

/** Writes the field `node` of a graph. */
export function nodeField({ op, name, inputs, outputs, attributes, others }: GraphNode): Buffer {
  const { node } = ONNX_FIELD
  return bytesField(
    ONNX_FIELD.graph.node,
    ...inputs.map((input) => bytesField(node.input, input)),
    ...outputs.map((output) => bytesField(node.output, output)),
    bytesField(node.name, name),
    bytesField(node.op, op),
    ...attributes.map((attribute) => bytesField(node.attribute, attribute)),
    ...others,
  )
}

/** Writes an attribute that is a whole number or a list of them, all at least 0. */
export function writeAttribute(name: string, value: number | readonly number[]): Buffer {
  const { attribute } = ONNX_FIELD
  const numbers =
    typeof value === 'number'
      ? [numberField(attribute.integer, value), numberField(attribute.type, ATTRIBUTE_TYPE.integer)]
      : [
          ...value.map((each) => numberField(attribute.integers, each)),
          numberField(attribute.type, ATTRIBUTE_TYPE.integers),
        ]
  return Buffer.concat([bytesField(attribute.name, name), ...numbers])
}

/** The whole numbers of a node's attribute; empty when it has none of this name. */
export function readAttribute({ attributes }: GraphNode, name: string): number[] {
  const { attribute } = ONNX_FIELD
  for (const content of attributes) {
    const fields = [...fieldsOf(content)]
    if (String(contentsOf(fields, attribute.name)[0]) !== name) continue
    return fields
      .filter(({ number }) => number === attribute.integer || number === attribute.integers)
      .flatMap(unpacked)
  }
  return []
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
    external: numbers(tensor.location)[0] === EXTERNAL ? placeOf(contentsOf(fields, tensor.external)) : null,
  }
}

function placeOf(entries: readonly Buffer[]): { offset: number; length: number } {
  const place = new Map(
    entries.map((entry) => {
      const fields = [...fieldsOf(entry)]
      const text = (number: number) => String(contentsOf(fields, number)[0] ?? '')
      return [text(ONNX_FIELD.entry.key), text(ONNX_FIELD.entry.value)]
    }),
  )
  return { offset: Number(place.get('offset') ?? 0), length: Number(place.get('length') ?? 0) }
}

/** Writes the field `initializer` of a graph, with the numbers in it. */
export function tensorField(name: string, dims: readonly number[], dataType: number, raw: Buffer): Buffer {
  const { tensor } = ONNX_FIELD
  return bytesField(
    ONNX_FIELD.graph.initializer,
    ...tensorFields(name, dims, dataType),
    bytesField(tensor.raw, raw),
  )
}

/** Writes the field `initializer` of a graph, with the numbers as floats in another file. */
export function externalTensorField(
  name: string,
  dims: readonly number[],
  place: { readonly file: string; readonly offset: number; readonly length: number },
): Buffer {
  const { tensor, entry } = ONNX_FIELD
  const placed = (key: string, value: string): Buffer =>
    bytesField(tensor.external, bytesField(entry.key, key), bytesField(entry.value, value))
  return bytesField(
    ONNX_FIELD.graph.initializer,
    ...tensorFields(name, dims, DATA_TYPE.float),
    placed('location', place.file),
    placed('offset', String(place.offset)),
    placed('length', String(place.length)),
    numberField(tensor.location, EXTERNAL),
  )
}

function tensorFields(name: string, dims: readonly number[], dataType: number): Buffer[] {
  const { tensor } = ONNX_FIELD
  return [
    ...dims.map((dim) => numberField(tensor.dims, dim)),
    numberField(tensor.dataType, dataType),
    bytesField(tensor.name, name),
  ]
}

/** Writes the field `input` of a graph: floats. @param dims lengths, or names of lengths that differ from run to run. */
export function inputField(name: string, dims: readonly (number | string)[]): Buffer {
  const { valueInfo, type, tensorType, shape, dim } = ONNX_FIELD
  const lengths = dims.map((length) =>
    bytesField(
      shape.dim,
      typeof length === 'number' ? numberField(dim.value, length) : bytesField(dim.name, length),
    ),
  )
  const tensor = [numberField(tensorType.dataType, DATA_TYPE.float), bytesField(tensorType.shape, ...lengths)]
  return bytesField(
    ONNX_FIELD.graph.input,
    bytesField(valueInfo.name, name),
    bytesField(valueInfo.type, bytesField(type.tensor, ...tensor)),
  )
}
