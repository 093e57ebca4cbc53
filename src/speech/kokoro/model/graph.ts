import { WEIGHTS_FILE } from '../file-names.ts'
import { ONNX_FIELD, externalTensorField, nodeField, readNode, readTensor } from './onnx-file.ts'
import { bytesField, fieldsOf } from './protocol-buffers.ts'
import type { GraphNode, Tensor } from './onnx-file.ts'
import type { Field } from './protocol-buffers.ts'

/** A model in two files: the graph, and the weights it names by their place in the other. */
export interface ModelFiles {
  readonly graph: Buffer
  /** The weights' file, piece by piece: all of it at once would be half a gigabyte. */
  readonly weights: Iterable<Buffer>
}

/** A model that is being rewritten. Steps of the rewriting take one and give another. */
export interface Model {
  readonly nodes: readonly GraphNode[]
  /** Constants that stay in the graph's file, as they lie there. */
  readonly constants: ReadonlyMap<string, Field>
  /** Constants that lie in the weights' file, in the order of that file. */
  readonly weights: ReadonlyMap<string, Weights>
  /** Everything else of the graph: its inputs, its outputs, what is known of shapes. */
  readonly others: readonly Field[]
  /** The file around the graph. */
  readonly around: readonly Field[]
}

/** A large constant of 32 bit floats; they are computed or read when they are needed. */
export interface Weights {
  readonly dims: readonly number[]
  readonly floats: () => Float32Array
}

/** Weights start on such a boundary, so that the file can be mapped into memory on every system. */
const ALIGNMENT = 65_536

/**
 * Takes a model's files apart.
 *
 * @param weights the file of weights; without one, the graph has everything in itself.
 * @throws when the bytes are no model.
 */
export function readModel(graph: Buffer, weights: Buffer = Buffer.alloc(0)): Model {
  const around = [...fieldsOf(graph)]
  const fields = [...fieldsOf(only(around.filter(isField(ONNX_FIELD.model.graph)), 'graph').content)]
  const constants = new Map<string, Field>()
  const inWeights = new Map<string, Weights>()
  for (const field of fields.filter(isField(ONNX_FIELD.graph.initializer))) {
    const { name, dims, external } = readTensor(field.content)
    if (external === null) constants.set(name, field)
    else inWeights.set(name, { dims, floats: () => floatsAt(weights, external) })
  }
  return {
    nodes: fields.filter(isField(ONNX_FIELD.graph.node)).map(({ content }) => readNode(content)),
    constants,
    weights: inWeights,
    others: fields.filter(
      ({ number }) => number !== ONNX_FIELD.graph.node && number !== ONNX_FIELD.graph.initializer,
    ),
    around,
  }
}

/** A copy, since floats must lie on a boundary of four bytes, which bytes of a file need not. */
function floatsAt(file: Buffer, { offset, length }: { offset: number; length: number }): Float32Array {
  if (offset + length > file.length) throw new Error('The weights end before the last one')
  return new Float32Array(Uint8Array.from(file.subarray(offset, offset + length)).buffer)
}

/** Writes a model's files and leaves out unused nodes and tensors. The same model gives the same bytes. */
export function writeModel(model: Model): ModelFiles {
  const nodes = inOrder(model)
  const needed = new Set(nodes.flatMap(({ inputs }) => inputs))
  const weights = [...model.weights].filter(([name]) => needed.has(name))
  const body = [
    ...nodes.map(nodeField),
    ...placed(weights),
    ...[...model.constants].filter(([name]) => needed.has(name)).map(([, { whole }]) => whole),
    ...model.others.map(({ whole }) => whole),
  ]
  const around = model.around.map((field) =>
    isField(ONNX_FIELD.model.graph)(field) ? bytesField(ONNX_FIELD.model.graph, ...body) : field.whole,
  )
  return { graph: Buffer.concat(around), weights: weightsFile(weights) }
}

function placed(weights: readonly (readonly [string, Weights])[]): Buffer[] {
  let offset = 0
  return weights.map(([name, { dims }]) => {
    const length = bytesOf(dims)
    const field = externalTensorField(name, dims, { file: WEIGHTS_FILE, offset, length })
    offset += aligned(length)
    return field
  })
}

function* weightsFile(weights: readonly (readonly [string, Weights])[]): Generator<Buffer> {
  for (const [name, { dims, floats }] of weights) {
    const { buffer, byteOffset, byteLength } = floats()
    if (byteLength !== bytesOf(dims))
      throw new Error(`The weights "${name}" are not as many as they should be`)
    yield Buffer.from(buffer, byteOffset, byteLength)
    yield Buffer.alloc(aligned(byteLength) - byteLength)
  }
}

function bytesOf(dims: readonly number[]): number {
  return dims.reduce((product, dim) => product * dim, Float32Array.BYTES_PER_ELEMENT)
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT
}

/** The nodes whose results are needed, each one behind those whose results it takes; else as they were. */
function inOrder({ nodes, others }: Model): GraphNode[] {
  const makers = makersIn(nodes)
  const needed = new Set<GraphNode>()
  const waiting = outputsOf(others)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const maker = makers.get(name)
    if (!maker || needed.has(maker)) continue
    needed.add(maker)
    waiting.push(...maker.inputs)
  }
  const ordered = new Set<GraphNode>()
  const place = (node: GraphNode): void => {
    if (ordered.has(node)) return
    for (const input of node.inputs) {
      const maker = makers.get(input)
      if (maker) place(maker)
    }
    ordered.add(node)
  }
  for (const node of nodes) if (needed.has(node)) place(node)
  return [...ordered]
}

function outputsOf(fields: readonly Field[]): string[] {
  const name = isField(ONNX_FIELD.valueInfo.name)
  return fields
    .filter(isField(ONNX_FIELD.graph.output))
    .flatMap(({ content }) => [...fieldsOf(content)].filter(name).map((field) => String(field.content)))
}

/** Which node makes each tensor. */
export function makersIn(nodes: readonly GraphNode[]): ReadonlyMap<string, GraphNode> {
  return new Map(nodes.flatMap((node) => node.outputs.map((output) => [output, node])))
}

/** A constant of the graph. @throws when there is none of this name. */
export function constantIn({ constants }: Pick<Model, 'constants'>, name: string): Tensor {
  const field = constants.get(name)
  if (!field) throw new Error(`The model has no constant "${name}"`)
  return readTensor(field.content)
}

/** The floats of a constant, in whichever form it keeps them. */
export function floatsOf({ raw, floats }: Tensor): Float32Array {
  return new Float32Array(Uint8Array.from(raw.length > 0 ? raw : floats).buffer)
}

/** Whether a field has a number. */
export function isField(number: number): (field: Field) => boolean {
  return (field) => field.number === number
}

/** The one item of a list. @throws when there are none or more, naming what was looked for. */
export function only<Item>(items: readonly Item[], what: string): Item {
  const [item] = items
  if (item === undefined || items.length > 1) throw new Error(`The model has ${items.length} of: ${what}`)
  return item
}
