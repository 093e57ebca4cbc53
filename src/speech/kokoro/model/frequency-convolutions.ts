import { createAdditions } from './additions.ts'
import { blockTransform } from './block-transform.ts'
import { constantIn, floatsOf } from './graph.ts'
import { readAttribute } from './onnx-file.ts'
import type { Additions } from './additions.ts'
import type { BlockTransform } from './block-transform.ts'
import type { Model, Weights } from './graph.ts'
import type { GraphNode } from './onnx-file.ts'

const NAMES = 'frequency'

/**
 * The transforms for convolutions with so many channels and taps. With 128 channels pairs need less memory and are
 * as fast; with 256, triples are faster. Longer blocks need fewer operations and more weights: each length is the
 * one from which on little is gained.
 */
const TRANSFORMS: readonly { channels: number; taps: number; transform: BlockTransform }[] = [
  { channels: 128, taps: 7, transform: blockTransform(7, 32, 'pairs') },
  { channels: 128, taps: 11, transform: blockTransform(11, 48, 'pairs') },
  { channels: 256, taps: 7, transform: blockTransform(7, 24, 'triples') },
  { channels: 256, taps: 11, transform: blockTransform(11, 32, 'triples') },
]

/** A convolution and how it is transformed. */
interface Conv {
  readonly node: GraphNode
  readonly channels: number
  readonly taps: number
  readonly dilation: number
  readonly weights: Weights
  readonly transform: BlockTransform
}

/**
 * Makes convolutions with many channels and 7 or 11 taps multiply frequencies: blocks of time are transformed,
 * multiplied by one matrix for each frequency and transformed back, by the runtime's own operations. The results are
 * the same up to rounding, for half of the work.
 */
export function withFrequencyConvolutions(model: Model): Model {
  const additions = createAdditions(NAMES)
  const nodes: GraphNode[] = []
  const weights = new Map(model.weights)
  for (const node of model.nodes) {
    const conv = suitable(model, node)
    if (!conv) {
      nodes.push(node)
      continue
    }
    const matrices = `${NAMES}/${node.inputs[1] ?? ''}`
    weights.set(matrices, matricesOf(conv))
    const first = additions.nodes.length
    convolve(model, additions, conv, matrices)
    nodes.push(...additions.nodes.slice(first))
  }
  return { ...model, nodes, weights, constants: new Map([...model.constants, ...additions.constants]) }
}

/** The convolution that a node is, if a transform is worth its while; it gives as many steps as it takes. */
function suitable({ weights: known }: Model, node: GraphNode): Conv | null {
  const weights = node.op === 'Conv' ? known.get(node.inputs[1] ?? '') : undefined
  if (!weights) return null
  const [channels = 0, channelsIn = 0, taps = 0] = weights.dims
  const found = TRANSFORMS.find((one) => one.channels === channels && one.taps === taps)
  const [dilation = 1] = readAttribute(node, 'dilations')
  const [stride = 1] = readAttribute(node, 'strides')
  const [before = 0, after = 0] = readAttribute(node, 'pads')
  const margin = (dilation * (taps - 1)) / 2
  const keepsLength = stride === 1 && before === margin && after === margin
  if (!found || channelsIn !== channels || !keepsLength) return null
  return { node, channels, taps, dilation, weights, transform: found.transform }
}

function matricesOf({ channels, weights, transform: { rows, groups, weights: matrices } }: Conv): Weights {
  const width = (rows / groups) * channels
  return { dims: [groups * width, width, 1], floats: () => matrices(weights.floats(), channels) }
}

function convolve(model: Model, additions: Additions, conv: Conv, matrices: string): void {
  const { add, integers, floats } = additions
  const { node, channels, taps, dilation, transform } = conv
  const { length, step, rows, groups } = transform
  const [input = ''] = node.inputs
  const form = `${rows}/${length}/${taps}`
  const margin = (taps - 1) / 2
  const steps = add('Shape', [input], { start: 2 })
  const blocks = add(
    'Conv',
    [
      dilation === 1 ? add('Unsqueeze', [input, integers(1)]) : apart(additions, conv, steps),
      floats(`forward/${form}`, [rows, 1, 1, length], () => transform.forward),
    ],
    { kernel_shape: [1, length], strides: [1, step], pads: [0, margin, 0, length - 1 - margin] },
  )
  const products = add(
    'Conv',
    [add('Reshape', [blocks, integers(1, rows * channels, -1)]), matrices, biasOf(model, additions, conv)],
    { kernel_shape: [1], group: groups },
  )
  const inverse = floats(`inverse/${form}`, [rows, step], () => transform.inverse)
  const inTime = add('Gemm', [add('Reshape', [products, integers(rows, -1)]), inverse], { transA: 1 })
  const whole = dilation === 1 ? inTime : together(additions, conv, inTime)
  const long = add('Reshape', [whole, integers(1, channels, -1)])
  add('Slice', [long, integers(0), steps, integers(2)], {}, node.outputs[0])
}

/** Every so many-th step in a row of its own: a dilated convolution is an ordinary one of these rows. */
function apart({ add, integers }: Additions, { node, channels, dilation }: Conv, steps: string): string {
  const missing = add('Mod', [add('Neg', [steps]), integers(dilation)])
  const pads = add('Concat', [integers(0, 0, 0, 0, 0), missing], { axis: 0 })
  const padded = add('Pad', [node.inputs[0] ?? '', pads])
  const columns = add('Reshape', [padded, integers(channels, -1, dilation)])
  const turned = add('Transpose', [columns], { perm: [0, 2, 1] })
  return add('Reshape', [turned, integers(1, 1, channels * dilation, -1)])
}

function together({ add, integers }: Additions, { channels, dilation }: Conv, rows: string): string {
  return add('Transpose', [add('Reshape', [rows, integers(channels, dilation, -1)])], { perm: [0, 2, 1] })
}

/** The bias is in every step alike: it is added to the frequency 0, which counts by 1 / length in each of them. */
function biasOf(model: Model, { floats }: Additions, { node, channels, transform }: Conv): string {
  const [, , name] = node.inputs
  const bias = name === undefined ? new Float32Array(channels) : floatsOf(constantIn(model, name))
  return floats(`bias/${node.name}`, [transform.rows * channels], () => {
    const all = new Float32Array(transform.rows * channels)
    all.set(bias.map((value) => value * transform.length))
    return all
  })
}
