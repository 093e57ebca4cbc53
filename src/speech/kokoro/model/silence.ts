import { createAdditions } from './additions.ts'
import { DATA_TYPE, ONNX_FIELD } from './onnx-file.ts'
import type { Additions } from './additions.ts'
import type { Model } from './graph.ts'
import type { GraphNode } from './onnx-file.ts'

const NAMES = 'silence'

/** How loud each half unit of duration will be, as the model foresees it before it makes any sound. */
const LOUDNESS = '/decoder/decoder/Unsqueeze_1_output_0'

/** Below this foreseen loudness nothing is heard: the sound there is under -66 dB. */
const HEARD_ABOVE = -3

/** Units of silence that are kept on either side of what is heard, and at both ends of a line. */
const EDGE_UNITS = 3

/** What the sound is made of, all of it known before: how many numbers a unit of duration has, and who takes it. */
const SOURCES = [
  { tensor: '/encoder/MatMul_1_output_0', rate: 1, takenBy: /^\/decoder\// },
  { tensor: '/decoder/decoder/Unsqueeze_output_0', rate: 2, takenBy: /\/F0_conv\// },
  { tensor: LOUDNESS, rate: 2, takenBy: /\/N_conv\// },
  { tensor: '/decoder/decoder/generator/Concat_3_output_0', rate: 120, takenBy: /^/ },
] as const

/** Means over time, by the names of their nodes, and how many numbers a unit has there. The first that fits counts. */
const MEANS = [
  { rate: 20, of: /^\/decoder\/.*\/generator\/(?:resblocks\.[012]|noise_res\.0)\/.*(?:adain|\/norm)/ },
  { rate: 120, of: /^\/decoder\/.*\/generator\/.*(?:adain|\/norm)/ },
  { rate: 2, of: /^\/decoder\/.*\/decode\.3\/norm2/ },
  { rate: 1, of: /^\/decoder\/.*(?:adain|\/norm)/ },
] as const

/** At this rate the model counts one step more than the units have: the end of the last one. */
const RATE_WITH_END = 120

/** The output with the samples, and how many of them a unit of duration has. */
const SOUND = { output: 'audio', samples: 600 }

/** Beyond the end of any list. */
const LAST = 2 ** 31 - 1

/** The units that are kept. */
interface Kept {
  /** Their numbers, in order. */
  readonly units: string
  /** The units that each one stands for: itself, and half of what was left out on either side. */
  readonly spans: string
  /** How many units there were, as a list of one. */
  readonly all: string
}

/**
 * Leaves out the middle of each silence: its samples are zeros, and nothing is computed for them. Everything keeps
 * its time. Where the model takes a mean over time, what is beside a gap counts for what was left out, or else the rest
 * would sound different.
 *
 * @throws when the model is put together in another way than the one this was made for.
 */
export function withoutSilence(model: Model): Model {
  const additions = createAdditions(NAMES)
  const kept = keptUnits(additions)
  const weights = new Map([1, 2, 20, 120].map((rate) => [rate, weightsAt(additions, kept, rate)]))
  const cut = SOURCES.map((source) => ({ ...source, cut: cutSource(additions, kept, source) }))
  const found = { sources: new Set<string>(), means: 0 }
  const nodes = model.nodes.map((node) => {
    const inputs = node.inputs.map((input) => {
      const source = cut.find(({ tensor, takenBy }) => tensor === input && takenBy.test(node.name))
      if (source) found.sources.add(source.tensor)
      return source?.cut ?? input
    })
    const mean = node.op === 'ReduceMean' ? MEANS.find(({ of }) => of.test(node.name)) : undefined
    found.means += mean ? 1 : 0
    if (mean) return weightedMean({ ...node, inputs }, weights.get(mean.rate) ?? '')
    const outputs = node.outputs.map((output) => (output === SOUND.output ? `${NAMES}/${output}` : output))
    return { ...node, inputs, outputs }
  })
  if (found.sources.size < SOURCES.length || found.means === 0)
    throw new Error('The model makes its sound in an unknown way: its silence cannot be left out')
  putBack(additions, kept)
  return {
    ...model,
    nodes: [...nodes, ...additions.nodes],
    constants: new Map([...model.constants, ...additions.constants]),
    // Lengths that were the same by name no longer are.
    others: model.others.filter(({ number }) => number !== ONNX_FIELD.graph.valueInfo),
  }
}

/** A unit is kept when something is heard within so many units of it; both ends count as heard. */
function keptUnits({ add, integers, scalar, floats }: Additions): Kept {
  const halves = 2 * EDGE_UNITS
  // No `Pad`: the runtime would make it one with the pooling, which pads by what counts as nothing.
  const end = floats('end', [1, 1, halves], () => new Float32Array(halves))
  const withEnds = add('Concat', [end, LOUDNESS, end], { axis: 2 })
  const around = add('MaxPool', [withEnds], { kernel_shape: [2 * halves + 2], strides: [2] })
  const heard = add('NonZero', [add('Greater', [around, scalar(HEARD_ABOVE, 'float')])])
  const units = add('Gather', [heard, scalar(2, 'int64')], { axis: 0 })
  const all = add('Shape', [SOURCES[0].tensor], { start: 2 })
  const [first, last] = [integers(0), integers(-1)]
  const before = add('Concat', [last, add('Slice', [units, first, last])], { axis: 0 })
  const after = add('Concat', [add('Slice', [units, integers(1), integers(LAST)]), all], { axis: 0 })
  const between = add('Cast', [add('Sub', [after, before])], { to: DATA_TYPE.float })
  return { units, spans: add('Mul', [between, scalar(0.5, 'float')]), all }
}

/** The same number for everything that a unit is at a rate. */
function atRate({ add, integers, floats }: Additions, { spans }: Kept, rate: number): string {
  const ones = floats(`ones/${rate}`, [1, rate], () => new Float32Array(rate).fill(1))
  const columns = add('MatMul', [add('Unsqueeze', [spans, integers(1)]), ones])
  return add('Reshape', [columns, integers(-1)])
}

/** What each number counts in a mean: a column whose sum is 1. */
function weightsAt(additions: Additions, kept: Kept, rate: number): string {
  const { add, integers } = additions
  const each = atRate(additions, kept, rate)
  const last = (): string => add('Slice', [each, integers(-1), integers(LAST)])
  const counts = rate === RATE_WITH_END ? add('Concat', [each, last()], { axis: 0 }) : each
  const shares = add('Div', [counts, add('ReduceSum', [counts], { keepdims: 1 })])
  return add('Reshape', [shares, integers(1, -1, 1)])
}

function cutSource(
  { add, integers }: Additions,
  { units, all }: Kept,
  { tensor, rate }: (typeof SOURCES)[number],
): string {
  if (rate === 1) return add('Gather', [tensor, units], { axis: 2 })
  const starts = add('Unsqueeze', [add('Mul', [units, integers(rate)]), integers(1)])
  const within = integers(...Array.from({ length: rate }, (_, index) => index))
  const places = add('Reshape', [add('Add', [starts, within]), integers(-1)])
  const end = (): string => add('Mul', [all, integers(rate)])
  const chosen = rate === RATE_WITH_END ? add('Concat', [places, end()], { axis: 0 }) : places
  return add('Gather', [tensor, chosen], { axis: 2 })
}

/** A mean over time, the last dimension, as a product with what each number counts. */
function weightedMean(mean: GraphNode, weights: string): GraphNode {
  const [input = ''] = mean.inputs
  return { ...mean, op: 'MatMul', inputs: [input, weights], attributes: [] }
}

/** Puts the samples of the units that were kept to their times, with zeros between them. */
function putBack({ add, integers }: Additions, { units, all }: Kept): void {
  const spoken = add('Reshape', [`${NAMES}/${SOUND.output}`, integers(-1, SOUND.samples)])
  const zeros = add('ConstantOfShape', [add('Concat', [all, integers(SOUND.samples)], { axis: 0 })])
  const places = add('Unsqueeze', [units, integers(1)])
  const whole = add('ScatterND', [zeros, places, spoken])
  add('Reshape', [whole, integers(-1)], {}, SOUND.output)
}
