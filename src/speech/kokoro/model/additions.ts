import { only } from './graph.ts'
import { DATA_TYPE, tensorField, writeAttribute } from './onnx-file.ts'
import { fieldsOf } from './protocol-buffers.ts'
import type { GraphNode } from './onnx-file.ts'
import type { Field } from './protocol-buffers.ts'

/** Attributes of a node: whole numbers, and lists of them, by their names in ONNX. */
export type Attributes = Readonly<Record<string, number | readonly number[]>>

/** Nodes that are added to a graph, in the order in which they are added, and their small constants. */
export interface Additions {
  readonly nodes: readonly GraphNode[]
  readonly constants: ReadonlyMap<string, Field>
  /**
   * Adds a node with one result.
   *
   * @param output what the result is called; by default, a new name.
   * @returns the name of the result.
   */
  add(op: string, inputs: readonly string[], attributes?: Attributes, output?: string): string
  /** A list of whole numbers as a constant. @returns its name; the same numbers have the same. */
  integers(...values: readonly number[]): string
  /** One number without a dimension. @returns its name. */
  scalar(value: number, dataType: 'float' | 'int64'): string
  /** Floats as a constant. @param name what it is called; once given, its content is not looked at again. */
  floats(name: string, dims: readonly number[], values: () => Float32Array): string
}

/** @param prefix what new names begin with: nothing else in the graph does. */
export function createAdditions(prefix: string): Additions {
  const nodes: GraphNode[] = []
  const constants = new Map<string, Field>()
  const constant = (name: string, dims: readonly number[], dataType: number, raw: () => Buffer): string => {
    if (!constants.has(name)) {
      const field = tensorField(name, dims, dataType, raw())
      constants.set(name, only([...fieldsOf(field)], name))
    }
    return name
  }
  return {
    nodes,
    constants,
    add(op, inputs, attributes = {}, output = `${prefix}/${nodes.length}/${op}`) {
      const written = Object.entries(attributes).map(([name, value]) => writeAttribute(name, value))
      nodes.push({ op, name: `${output}/node`, inputs, outputs: [output], attributes: written, others: [] })
      return output
    },
    integers(...values) {
      const name = `${prefix}/integers/${values.join('/')}`
      return constant(name, [values.length], DATA_TYPE.int64, () => int64Bytes(values))
    },
    scalar(value, dataType) {
      const bytes = dataType === 'int64' ? int64Bytes([value]) : floatBytes(Float32Array.of(value))
      return constant(`${prefix}/${dataType}/${value}`, [], DATA_TYPE[dataType], () => bytes)
    },
    floats: (name, dims, values) =>
      constant(`${prefix}/floats/${name}`, dims, DATA_TYPE.float, () => floatBytes(values())),
  }
}

function int64Bytes(values: readonly number[]): Buffer {
  return Buffer.from(BigInt64Array.from(values.map(BigInt)).buffer)
}

function floatBytes({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
