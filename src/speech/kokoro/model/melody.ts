import { createAdditions } from './additions.ts'
import { inputField } from './onnx-file.ts'
import { fieldsOf } from './protocol-buffers.ts'
import { only } from './graph.ts'
import type { Additions } from './additions.ts'
import type { Model } from './graph.ts'

const NAMES = 'melody'

/**
 * The input that is added: for each symbol how far its pitch is moved, as the natural logarithm of a ratio, and how
 * much the pitch that the model foresees gives way to that of the whole line, 0 to 1; with 2, it does so altogether, and
 * the tone is carried on for a moment where the model would end it.
 */
const INPUT = { name: 'melody', rows: 2 }

/** The pitch of each half unit of duration, in Hz, as the model foresees it; far below any voice where there is none. */
const PITCH = '/decoder/decoder/Unsqueeze_output_0'

/** Which units of duration belong to which symbol: a column of zeros and a one for each unit. */
const ALIGNMENT = '/encoder/Cast_4_output_0'

/** The model makes no tone below this, in Hz. */
const VOICED_ABOVE = 20

/** So that a pitch glides from one symbol to the next: half units over which it is a mean, some 0.11 seconds. */
const GLIDE = 9

/** Most that a foreseen pitch gives way, as a logarithm: twenty semitones. The edge of a tone is no tone yet. */
const MOST_GIVING_WAY = 1.16

/** From here on, a tone is carried on: between the two values that the input may have. */
const CARRIED_ABOVE = 1.5

/**
 * So many half units a tone is carried on, 125 ms. The model ends a tone before the sound has died away, and what is left of
 * it creaks.
 */
const CARRIED_FOR = 10

/**
 * Gives the model an input by which the pitch of each symbol is moved. With zeros it speaks as before, to the bit.
 *
 * @throws when the model is put together in another way than the one this was made for.
 */
export function withMelody(model: Model): Model {
  const additions = createAdditions(NAMES)
  const foreseen = `${NAMES}/foreseen`
  const nodes = model.nodes.map((node) => ({
    ...node,
    outputs: node.outputs.map((output) => (output === PITCH ? foreseen : output)),
  }))
  const isKnown = nodes.some(({ outputs }) => outputs.includes(foreseen))
  if (!isKnown || !nodes.some(({ outputs }) => outputs.includes(ALIGNMENT)))
    throw new Error('The model makes its melody in an unknown way: it cannot be moved')
  move(additions, foreseen)
  const input = inputField(INPUT.name, [INPUT.rows, 'symbols'])
  return {
    ...model,
    nodes: [...nodes, ...additions.nodes],
    constants: new Map([...model.constants, ...additions.constants]),
    others: [...model.others, only([...fieldsOf(input)], INPUT.name)],
  }
}

function move(additions: Additions, foreseen: string): void {
  const { add, scalar } = additions
  const [shift, hold] = perHalfUnit(additions)
  const isVoiced = add('Greater', [foreseen, scalar(VOICED_ABOVE, 'float')])
  const carries = add('Greater', [hold, scalar(CARRIED_ABOVE, 'float')])
  const isTone = add('Or', [isVoiced, add('And', [carries, wasVoiced(additions, isVoiced)])])
  const tone = add('Max', [foreseen, scalar(VOICED_ABOVE, 'float')])
  const height = add('Log', [tone])
  const away = add('Sub', [meanOf(additions, height, isVoiced), height])
  const most = [scalar(-MOST_GIVING_WAY, 'float'), scalar(MOST_GIVING_WAY, 'float')]
  const givesWay = add('Where', [carries, away, add('Clip', [away, ...most])])
  const share = add('Min', [hold, scalar(1, 'float')])
  const moved = add('Add', [add('Mul', [givesWay, share]), shift])
  add('Where', [isTone, add('Mul', [tone, add('Exp', [moved])]), foreseen], {}, PITCH)
}

/** Whether there was a tone a moment before. */
function wasVoiced({ add, floats, scalar }: Additions, isVoiced: string): string {
  const before = floats('before', [1, 1, CARRIED_FOR], () => new Float32Array(CARRIED_FOR))
  const all = add('Concat', [before, asNumber({ add, scalar }, isVoiced)], { axis: 2 })
  const most = add('MaxPool', [all], { kernel_shape: [CARRIED_FOR + 1] })
  return add('Greater', [most, scalar(0, 'float')])
}

function asNumber({ add, scalar }: Pick<Additions, 'add' | 'scalar'>, condition: string): string {
  return add('Where', [condition, scalar(1, 'float'), scalar(0, 'float')])
}

/** Both rows of the input as they are at each half unit. */
function perHalfUnit({ add, floats, integers, scalar }: Additions): readonly [shift: string, hold: string] {
  const units = add('MatMul', [INPUT.name, ALIGNMENT])
  const twice = floats('twice', [1, 2], () => Float32Array.of(1, 1))
  const halves = add('MatMul', [add('Unsqueeze', [units, integers(-1)]), twice])
  const rows = add('Reshape', [halves, integers(INPUT.rows, 1, -1)])
  const half = (GLIDE - 1) / 2
  const gliding = add('AveragePool', [rows], { kernel_shape: [GLIDE], pads: [half, half] })
  const row = (index: number) => add('Gather', [gliding, scalar(index, 'int64')], { axis: 0 })
  return [row(0), row(1)]
}

/** The mean over what has a pitch. */
function meanOf({ add, scalar }: Additions, height: string, isVoiced: string): string {
  const counted = asNumber({ add, scalar }, isVoiced)
  const count = add('Max', [add('ReduceSum', [counted], { keepdims: 1 }), scalar(1, 'float')])
  return add('Div', [add('ReduceSum', [add('Mul', [height, counted])], { keepdims: 1 }), count])
}
