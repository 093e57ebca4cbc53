import { constantIn, floatsOf, isField, makersIn, only } from './graph.ts'
import { ONNX_FIELD } from './onnx-file.ts'
import { bytesField, fieldsOf } from './protocol-buffers.ts'
import type { Model, Weights } from './graph.ts'
import type { GraphNode, Tensor } from './onnx-file.ts'

/** Nodes between an integer bias and the float it was made from; it takes five. */
const LONGEST_BIAS_CHAIN = 8

/** A model with the ways from a tensor to who makes and who takes it. */
interface Ways extends Model {
  readonly makers: ReadonlyMap<string, GraphNode>
  readonly takers: ReadonlyMap<string, readonly GraphNode[]>
}

/** A convolution in floats, and the nodes of the integer one that it stands for. */
interface FloatConv {
  readonly node: GraphNode
  readonly weightsName: string
  readonly weights: Weights
  readonly replaced: readonly GraphNode[]
}

/**
 * Makes the published model's 87 integer convolutions, which are slow on ordinary processors, float ones with
 * the same weights, and the tensor that holds how long each symbol lasts an output. Nothing else is touched,
 * so the durations stay the same.
 *
 * @throws when the model is put together in another way than the one this was made for.
 */
export function withFloatConvolutions(model: Model): Model {
  const ways = { ...model, makers: makersIn(model.nodes), takers: takersIn(model.nodes) }
  const convs = new Map(
    model.nodes
      .filter((node) => node.op === 'ConvInteger')
      .map((node) => floatConv(ways, node))
      .map((conv) => [conv.replaced.at(-1), conv]),
  )
  const gone = new Set([...convs.values()].flatMap(({ replaced }) => replaced))
  const durations = bytesField(
    ONNX_FIELD.graph.output,
    bytesField(ONNX_FIELD.valueInfo.name, durationTensor(ways)),
  )
  return {
    ...model,
    nodes: model.nodes.flatMap((node) => convs.get(node)?.node ?? (gone.has(node) ? [] : node)),
    weights: new Map([...convs.values()].map(({ weightsName, weights }) => [weightsName, weights])),
    others: [...model.others, ...[...fieldsOf(durations)].filter(isField(ONNX_FIELD.graph.output))],
  }
}

function takersIn(nodes: readonly GraphNode[]): ReadonlyMap<string, readonly GraphNode[]> {
  const takers = new Map<string, GraphNode[]>()
  for (const node of nodes)
    for (const input of node.inputs) {
      const known = takers.get(input)
      if (known) known.push(node)
      else takers.set(input, [node])
    }
  return takers
}

/**
 * The way of an integer convolution: it, perhaps an addition of the bias as integers, a cast to float,
 * a multiplication by both scales. What is convolved comes from a float that was quantised before it.
 */
function floatConv(ways: Ways, conv: GraphNode): FloatConv {
  const [quantised = '', weightName = '', , zeroPoint = ''] = conv.inputs
  const replaced = [conv]
  let next = onlyTaker(ways, conv)
  let bias: string[] = []
  if (next.op === 'Add') {
    bias = [floatBias(ways, otherInput(next, replaced))]
    replaced.push(next)
    next = onlyTaker(ways, next)
  }
  expectOp(next, 'Cast')
  replaced.push(next)
  const scaling = onlyTaker(ways, next)
  expectOp(scaling, 'Mul')
  const scales = makerOf(ways, otherInput(scaling, replaced))
  const scaleName = scales.inputs.find((input) => ways.constants.has(input)) ?? ''
  const weightsName = `${weightName}/float`
  const source = makerOf(ways, quantised).inputs[0] ?? ''
  return {
    node: {
      op: 'Conv',
      name: `${conv.name}/float`,
      inputs: [source, weightsName, ...bias],
      outputs: scaling.outputs,
      attributes: conv.attributes,
      others: [],
    },
    weightsName,
    weights: floatWeights(
      constantIn(ways, weightName),
      wholeNumber(constantIn(ways, zeroPoint)),
      floatsOf(constantIn(ways, scaleName))[0] ?? 0,
    ),
    replaced: [...replaced, scaling],
  }
}

/** The bias is divided by the scales, rounded and shaped before it is added: the float is at the start. */
function floatBias(ways: Ways, integerBias: string): string {
  let node = makerOf(ways, integerBias)
  for (let steps = 0; node.op !== 'Div'; steps += 1) {
    if (steps > LONGEST_BIAS_CHAIN)
      throw new Error(`The model's bias ${integerBias} is made in an unknown way`)
    node = makerOf(ways, node.inputs[0] ?? '')
  }
  return node.inputs[0] ?? ''
}

function floatWeights({ dims, raw }: Tensor, zeroPoint: number, scale: number): Weights {
  return { dims, floats: () => Float32Array.from(raw, (value) => (value - zeroPoint) * scale) }
}

/** Durations are rounded to whole units and then held above a least one; nothing else in the model is. */
function durationTensor({ nodes, makers }: Ways): string {
  const clips = nodes.filter(({ op, inputs }) => op === 'Clip' && makers.get(inputs[0] ?? '')?.op === 'Round')
  return only(clips, 'durations').outputs[0] ?? ''
}

function makerOf({ makers }: Ways, tensor: string): GraphNode {
  const maker = makers.get(tensor)
  if (!maker) throw new Error(`The model has nothing that makes "${tensor}"`)
  return maker
}

function onlyTaker({ takers }: Ways, { outputs: [output = ''] }: GraphNode): GraphNode {
  return only(takers.get(output) ?? [], `use of ${output}`)
}

function otherInput({ inputs }: GraphNode, makers: readonly GraphNode[]): string {
  const known = new Set(makers.flatMap(({ outputs }) => outputs))
  return only(
    inputs.filter((input) => !known.has(input)),
    'other input',
  )
}

function wholeNumber({ raw, int32s }: Tensor): number {
  return int32s[0] ?? raw.readUInt8(0)
}

function expectOp(node: GraphNode, op: string): void {
  if (node.op !== op) throw new Error(`The model has ${node.op} "${node.name}" where ${op} was expected`)
}
