import { COMPONENTS } from '../../face/mouth-model.ts'
import { openingOf } from '../../face/predict.ts'
import { spreadOf } from '../../face/spread.ts'
import { eyeDistance } from './mesh.ts'
import type { MouthModel } from '../../face/mouth-model.ts'

/** What is wanted of the mouth at each frame. */
export interface WantedMouths {
  readonly frames: number
  /** frames × COMPONENTS. */
  readonly shapes: Float32Array
  /** What is said at each frame, just before and after: frames × 3, places in `VISEMES`. */
  readonly said: Uint8Array
  /** How far the lips must be shut, 0 to 1. */
  readonly closure: Float32Array
}

/** Recorded frames that come into question for a frame. */
const CANDIDATES = 70

/** Components that are looked at: the others are no larger than the tracker's tremble. */
const LOOKED_AT = 6

/** What a recorded frame costs that is not what is wanted. */
const COST = {
  shape: 2.2,
  /** For another sound at the frame, just before and just after. */
  said: [0.88, 0.44, 0.44],
  /** For each distance between the eyes by which lips are open that must be shut. */
  open: 60,
} as const

/** So far apart, in distances between the eyes, lips look shut. */
const SHUT = 0.004

/**
 * What it costs not to go on with the recording: so much that runs are four frames long on average. Half of it makes
 * them shorter by a third, and lips follow no better.
 */
const JOIN = { stay: 1.5, jump: 2, shape: 3 } as const

/**
 * The recorded frames whose mouths are most like what is wanted, in runs that are as long as they can be: joins are
 * where one sees that a video was put together. (Hunt and Black's unit selection, with Viterbi's algorithm.)
 *
 * @returns for each frame a frame of the library.
 */
export function chooseMouths(model: MouthModel, wanted: WantedMouths): Int32Array {
  const library = describeLibrary(model)
  const count = Math.min(CANDIDATES, library.usable.length)
  const frames = Array.from({ length: wanted.frames }, (_, frame) => bestOf(library, wanted, frame, count))
  const came: Uint8Array[] = []
  let costs = frames[0]?.costs ?? new Float64Array()
  for (let frame = 1; frame < wanted.frames; frame += 1) {
    const step = cheapestStep(library, frames[frame - 1], costs, frames[frame])
    came.push(step.from)
    costs = step.costs
  }
  const chosen = new Int32Array(wanted.frames)
  let place = costs.indexOf(Math.min(...costs))
  for (let frame = wanted.frames - 1; frame >= 0; frame -= 1) {
    chosen[frame] = frames[frame]?.which[place] ?? 0
    place = came[frame - 1]?.[place] ?? 0
  }
  return chosen
}

/** The library as it is compared with what is wanted. */
interface Library {
  readonly frames: number
  readonly usable: Int32Array
  /** frames × LOOKED_AT, in units of how much the first component varies. */
  readonly shapes: Float64Array
  readonly said: Uint8Array
  /** How much further than shut the lips are apart, in distances between the eyes. */
  readonly open: Float64Array
  readonly follows: Uint8Array
  /** What shapes are divided by. */
  readonly unit: number
}

function describeLibrary(model: MouthModel): Library {
  const { frames, shapes, visemes, usable, follows } = model.library
  const which = Int32Array.from(usable.keys()).filter((frame) => usable[frame] === 1)
  const unit = spreadOf(Float32Array.from(which, (frame) => shapes[frame * COMPONENTS] ?? 0)) || 1
  const distance = eyeDistance(model.mean)
  return {
    frames,
    usable: which,
    unit,
    said: visemes,
    follows,
    shapes: Float64Array.from({ length: frames * LOOKED_AT }, (_, place) => {
      const [frame, component] = [Math.floor(place / LOOKED_AT), place % LOOKED_AT]
      return (shapes[frame * COMPONENTS + component] ?? 0) / unit
    }),
    open: Float64Array.from({ length: frames }, (_, frame) => {
      const shape = shapes.subarray(frame * COMPONENTS, (frame + 1) * COMPONENTS)
      return Math.max(0, openingOf(model, shape) / distance - SHUT)
    }),
  }
}

interface Candidates {
  readonly which: Int32Array
  /** Of each alone, from the least. */
  readonly costs: Float64Array
}

/** The cheapest frames for one frame. */
function bestOf(library: Library, wanted: WantedMouths, frame: number, count: number): Candidates {
  const which = new Int32Array(count)
  const costs = new Float64Array(count).fill(Infinity)
  const shape = Float64Array.from(
    { length: LOOKED_AT },
    (_, component) => (wanted.shapes[frame * COMPONENTS + component] ?? 0) / library.unit,
  )
  const shut = COST.open * (wanted.closure[frame] ?? 0)
  for (const candidate of library.usable) {
    const most = costs[count - 1] ?? 0
    let cost = shut * (library.open[candidate] ?? 0)
    for (let place = 0; place < 3; place += 1)
      if (library.said[candidate * 3 + place] !== wanted.said[frame * 3 + place])
        cost += COST.said[place] ?? 0
    if (cost >= most) continue
    cost += COST.shape * squareDistance(shape, 0, library.shapes, candidate * LOOKED_AT)
    if (cost >= most) continue
    let place = count - 1
    for (; place > 0 && (costs[place - 1] ?? 0) > cost; place -= 1) {
      costs[place] = costs[place - 1] ?? 0
      which[place] = which[place - 1] ?? 0
    }
    costs[place] = cost
    which[place] = candidate
  }
  return { which, costs }
}

/** Where each candidate is best come to from, and what all costs up to there. */
function cheapestStep(
  library: Library,
  before: Candidates | undefined,
  soFar: Float64Array,
  here: Candidates | undefined,
): { from: Uint8Array; costs: Float64Array } {
  const [earlier, later] = [before?.which ?? new Int32Array(), here?.which ?? new Int32Array()]
  const from = new Uint8Array(later.length)
  const costs = new Float64Array(later.length)
  for (let place = 0; place < later.length; place += 1) {
    let best = Infinity
    for (let other = 0; other < earlier.length; other += 1) {
      const reached = soFar[other] ?? 0
      if (reached >= best) continue
      const cost = reached + joinCost(library, earlier[other] ?? 0, later[place] ?? 0)
      if (cost >= best) continue
      best = cost
      from[place] = other
    }
    costs[place] = best + (here?.costs[place] ?? 0)
  }
  return { from, costs }
}

function joinCost({ follows, frames, shapes }: Library, before: number, after: number): number {
  if (after === before + 1 && follows[after] === 1) return 0
  if (after === before) return JOIN.stay
  const next = Math.min(frames - 1, before + 1)
  return JOIN.jump + JOIN.shape * squareDistance(shapes, next * LOOKED_AT, shapes, after * LOOKED_AT)
}

function squareDistance(one: Float64Array, at: number, other: Float64Array, otherAt: number): number {
  let sum = 0
  for (let component = 0; component < LOOKED_AT; component += 1) {
    const difference = (one[at + component] ?? 0) - (other[otherAt + component] ?? 0)
    sum += difference * difference
  }
  return sum
}
