import {
  ONNX_FIELD,
  bytesField,
  fieldsOf,
  nodeField,
  numberField,
  readNode,
  readTensor,
} from './onnx-file.ts'
import { WEIGHTS_FILE } from './file-names.ts'
import type { Field, GraphNode, Tensor } from './onnx-file.ts'

/** A model in two files: the graph, and the weights it names by their place in the other. */
export interface PreparedModel {
  readonly graph: Buffer
  readonly weights: Buffer
}

/** Type of 32 bit floats in `onnx.proto`. */
const FLOAT = 1
/** Says that a tensor's numbers are in another file. */
const EXTERNAL = 1
/** Weights start on such a boundary, so that the file can be mapped into memory on every system. */
const ALIGNMENT = 65_536
/** Nodes between an integer bias and the float it was made from; it takes five. */
const LONGEST_BIAS_CHAIN = 8

/** A graph with the ways from a tensor to who makes and who takes it. */
interface Graph {
  readonly nodes: readonly GraphNode[]
  /** What a node was read from: more than we know of it. */
  readonly fieldOfNode: ReadonlyMap<GraphNode, Field>
  readonly tensors: ReadonlyMap<string, Tensor>
  readonly makers: ReadonlyMap<string, GraphNode>
  readonly takers: ReadonlyMap<string, readonly GraphNode[]>
}

/** A convolution in floats, and the nodes of the integer one that it stands for. */
interface FloatConv {
  readonly node: GraphNode
  readonly weights: Tensor
  readonly replaced: readonly GraphNode[]
}

/**
 * Makes the published 8 bit model fit for speaking: faster, smaller in memory, and telling when each
 * sound is heard.
 *
 * - Its 87 integer convolutions take most of the time, being slow on ordinary processors: they become
 *   float ones with the same weights. Nothing else is touched, so the durations stay the same.
 * - Their weights go to a file of their own, which the runtime maps into memory: processes share them.
 * - The tensor that holds how long each symbol lasts becomes an output.
 *
 * @returns the same bytes for the same model.
 * @throws when the model is put together in another way than the one this was made for.
 */
export function prepareModel(model: Buffer): PreparedModel {
  const top = [...fieldsOf(model)]
  const graphFields = [...fieldsOf(only(top.filter(isField(ONNX_FIELD.model.graph)), 'graph').content)]
  const graph = readGraph(graphFields)
  const convs = new Map(
    graph.nodes
      .filter((node) => node.op === 'ConvInteger')
      .map((node) => floatConv(graph, node))
      .map((conv) => [conv.replaced.at(-1), conv]),
  )
  const { weights, placed } = placeWeights([...convs.values()])
  const gone = new Set([...convs.values()].flatMap(({ replaced }) => replaced))
  const nodes = graph.nodes.flatMap((node) => convs.get(node)?.node ?? (gone.has(node) ? [] : node))
  const durations = durationTensor(graph)
  const { kept, needed } = onlyNeeded(nodes, [...outputsOf(graphFields), durations])
  const rest = graphFields.filter(
    (field) =>
      !isField(ONNX_FIELD.graph.node)(field) &&
      (!isField(ONNX_FIELD.graph.initializer)(field) || needed.has(readTensor(field.content).name)),
  )
  const body = [
    ...kept.map((node) => graph.fieldOfNode.get(node)?.whole ?? nodeField(node)),
    ...placed,
    ...rest.map(({ whole }) => whole),
    bytesField(ONNX_FIELD.graph.output, bytesField(ONNX_FIELD.valueInfo.name, durations)),
  ]
  const around = top.map((field) =>
    isField(ONNX_FIELD.model.graph)(field) ? bytesField(ONNX_FIELD.model.graph, ...body) : field.whole,
  )
  return { graph: Buffer.concat(around), weights }
}

function readGraph(fields: readonly Field[]): Graph {
  const fieldOfNode = new Map(
    fields.filter(isField(ONNX_FIELD.graph.node)).map((field) => [readNode(field.content), field]),
  )
  const nodes = [...fieldOfNode.keys()]
  const tensors = fields
    .filter(isField(ONNX_FIELD.graph.initializer))
    .map(({ content }) => readTensor(content))
  const takers = new Map<string, GraphNode[]>()
  for (const node of nodes)
    for (const input of node.inputs) {
      const known = takers.get(input)
      if (known) known.push(node)
      else takers.set(input, [node])
    }
  return {
    nodes,
    fieldOfNode,
    tensors: new Map(tensors.map((tensor) => [tensor.name, tensor])),
    makers: new Map(nodes.flatMap((node) => node.outputs.map((output) => [output, node]))),
    takers,
  }
}

/**
 * The way of an integer convolution: it, perhaps an addition of the bias as integers, a cast to float,
 * a multiplication by both scales. What is convolved comes from a float that was quantised before it.
 */
function floatConv(graph: Graph, conv: GraphNode): FloatConv {
  const [quantised = '', weightName = '', , zeroPoint = ''] = conv.inputs
  const replaced = [conv]
  let next = onlyTaker(graph, conv)
  let bias: string[] = []
  if (next.op === 'Add') {
    bias = [floatBias(graph, otherInput(next, replaced))]
    replaced.push(next)
    next = onlyTaker(graph, next)
  }
  expectOp(next, 'Cast')
  replaced.push(next)
  const scaling = onlyTaker(graph, next)
  expectOp(scaling, 'Mul')
  const scales = makerOf(graph, otherInput(scaling, replaced))
  const scaleName = scales.inputs.find((input) => graph.tensors.has(input)) ?? ''
  const weights = floatWeights(
    tensorOf(graph, weightName),
    wholeNumber(tensorOf(graph, zeroPoint)),
    oneFloat(tensorOf(graph, scaleName)),
  )
  const source = makerOf(graph, quantised).inputs[0] ?? ''
  return {
    node: {
      op: 'Conv',
      name: `${conv.name}/float`,
      inputs: [source, weights.name, ...bias],
      outputs: scaling.outputs,
      attributes: conv.attributes,
    },
    weights,
    replaced: [...replaced, scaling],
  }
}

/** The bias is divided by the scales, rounded and shaped before it is added: the float is at the start. */
function floatBias(graph: Graph, integerBias: string): string {
  let node = makerOf(graph, integerBias)
  for (let steps = 0; node.op !== 'Div'; steps += 1) {
    if (steps > LONGEST_BIAS_CHAIN)
      throw new Error(`The model's bias ${integerBias} is made in an unknown way`)
    node = makerOf(graph, node.inputs[0] ?? '')
  }
  return node.inputs[0] ?? ''
}

function floatWeights({ name, dims, raw }: Tensor, zeroPoint: number, scale: number): Tensor {
  const floats = Float32Array.from(raw, (value) => (value - zeroPoint) * scale)
  const bytes = Buffer.from(floats.buffer)
  return { name: `${name}/float`, dims, dataType: FLOAT, raw: bytes, int32s: [], floats: Buffer.alloc(0) }
}

function placeWeights(convs: readonly FloatConv[]): { weights: Buffer; placed: Buffer[] } {
  const parts: Buffer[] = []
  let offset = 0
  const placed = convs.map(({ weights }) => {
    const field = externalTensor(weights, offset)
    const padding = Buffer.alloc((ALIGNMENT - (weights.raw.length % ALIGNMENT)) % ALIGNMENT)
    parts.push(weights.raw, padding)
    offset += weights.raw.length + padding.length
    return field
  })
  return { weights: Buffer.concat(parts), placed }
}

function externalTensor({ name, dims, dataType, raw }: Tensor, offset: number): Buffer {
  const { tensor } = ONNX_FIELD
  const entry = (key: string, value: string): Buffer =>
    bytesField(tensor.external, bytesField(1, key), bytesField(2, value))
  return bytesField(
    ONNX_FIELD.graph.initializer,
    ...dims.map((dim) => numberField(tensor.dims, dim)),
    numberField(tensor.dataType, dataType),
    bytesField(tensor.name, name),
    entry('location', WEIGHTS_FILE),
    entry('offset', String(offset)),
    entry('length', String(raw.length)),
    numberField(tensor.location, EXTERNAL),
  )
}

/** Durations are rounded to whole units and then held above a least one; nothing else in the model is. */
function durationTensor({ nodes, makers }: Graph): string {
  const clips = nodes.filter(({ op, inputs }) => op === 'Clip' && makers.get(inputs[0] ?? '')?.op === 'Round')
  return only(clips, 'durations').outputs[0] ?? ''
}

function outputsOf(fields: readonly Field[]): string[] {
  const name = isField(ONNX_FIELD.valueInfo.name)
  return fields
    .filter(isField(ONNX_FIELD.graph.output))
    .flatMap(({ content }) => [...fieldsOf(content)].filter(name).map((field) => String(field.content)))
}

/** Leaves out nodes whose results nobody takes. Nodes come after those whose results they take. */
function onlyNeeded(
  nodes: readonly GraphNode[],
  outputs: readonly string[],
): { kept: GraphNode[]; needed: Set<string> } {
  const needed = new Set(outputs)
  const kept: GraphNode[] = []
  for (const node of nodes.toReversed()) {
    if (!node.outputs.some((output) => needed.has(output))) continue
    kept.push(node)
    for (const input of node.inputs) needed.add(input)
  }
  return { kept: kept.reverse(), needed }
}

function isField(number: number): (field: Field) => boolean {
  return (field) => field.number === number
}

function makerOf({ makers }: Graph, tensor: string): GraphNode {
  const maker = makers.get(tensor)
  if (!maker) throw new Error(`The model has nothing that makes "${tensor}"`)
  return maker
}

function onlyTaker({ takers }: Graph, { outputs: [output = ''] }: GraphNode): GraphNode {
  return only(takers.get(output) ?? [], `use of ${output}`)
}

function otherInput({ inputs }: GraphNode, makers: readonly GraphNode[]): string {
  const known = new Set(makers.flatMap(({ outputs }) => outputs))
  return only(
    inputs.filter((input) => !known.has(input)),
    'other input',
  )
}

function tensorOf({ tensors }: Graph, name: string): Tensor {
  const tensor = tensors.get(name)
  if (!tensor) throw new Error(`The model has no constant "${name}"`)
  return tensor
}

function wholeNumber({ raw, int32s }: Tensor): number {
  return int32s[0] ?? raw.readUInt8(0)
}

function oneFloat({ raw, floats }: Tensor): number {
  return (raw.length > 0 ? raw : floats).readFloatLE(0)
}

function expectOp(node: GraphNode, op: string): void {
  if (node.op !== op) throw new Error(`The model has ${node.op} "${node.name}" where ${op} was expected`)
}

function only<Item>(items: readonly Item[], what: string): Item {
  const [item] = items
  if (item === undefined || items.length > 1) throw new Error(`The model has ${items.length} of: ${what}`)
  return item
}
