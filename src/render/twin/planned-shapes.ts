import { featureNow, FEATURES } from '../../face/features.ts'
import { expectedShapes } from '../../face/predict.ts'
import { COMPONENTS } from '../../face/mouth-model.ts'
import type { Viseme } from '../../domain/speech/speech-timeline.ts'
import type { MouthModel } from '../../face/mouth-model.ts'

/** Shapes go over into one another: what is expected of a frame is a little of what is expected beside it. */
const BLEND = { before: 0.25, here: 0.5, after: 0.25 } as const

/**
 * The shapes that are expected of what is said, without jumps from frame to frame.
 *
 * @param features frames × FEATURES.
 * @returns frames × COMPONENTS.
 */
export function plannedShapes(model: MouthModel, features: Float32Array): Float32Array {
  return blended(expectedShapes(model, features), () => BLEND)
}

/** Shapes in which each frame has a share of its neighbours. */
export function blended(
  shapes: Float32Array,
  sharesOf: (frame: number) => { readonly before: number; readonly here: number; readonly after: number },
): Float32Array {
  const last = shapes.length / COMPONENTS - 1
  return shapes.map((value, place) => {
    const frame = Math.floor(place / COMPONENTS)
    const { before, here, after } = sharesOf(frame)
    const earlier = frame === 0 ? value : (shapes[place - COMPONENTS] ?? 0)
    const later = frame === last ? value : (shapes[place + COMPONENTS] ?? 0)
    return before * earlier + here * value + after * later
  })
}

/** How much lips close for sounds: both of them for p, b and m, the lower one on the teeth for f and v. */
const CLOSING = { PP: 1.15, FF: 0.45 } as const

/** Lips need so many frames to rest; a pause of a tenth of a second is enough to shut them. */
const REST_FRAMES = 2

/** What is said at frames, as far as lips close for it. */
export interface Closing {
  /** How far the lips must be shut, 0 to 1. */
  readonly closure: Float32Array
  /** How much of a pause there is, 0 to 1. */
  readonly rest: Float32Array
}

/** Where lips close: for sounds that are made with both, and in pauses. */
export function closingOf(features: Float32Array): Closing {
  const frames = features.length / FEATURES
  const at = (frame: number, viseme: Viseme): number =>
    features[Math.min(frames - 1, Math.max(0, frame)) * FEATURES + featureNow(viseme)] ?? 0
  const rest = Float32Array.from({ length: frames }, (_, frame) => {
    let [sum, weights] = [0, 0]
    for (let offset = -REST_FRAMES; offset <= REST_FRAMES; offset += 1) {
      const weight = REST_FRAMES + 1 - Math.abs(offset)
      sum += weight * at(frame + offset, 'sil')
      weights += weight
    }
    return sum / weights
  })
  const closure = rest.map((pause, frame) =>
    Math.min(1, Math.max(pause, CLOSING.PP * at(frame, 'PP') + CLOSING.FF * at(frame, 'FF'))),
  )
  return { closure, rest }
}
