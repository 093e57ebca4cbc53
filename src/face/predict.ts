import { FEATURES } from './features.ts'
import { POINT } from './landmarks.ts'
import { COMPONENTS } from './mouth-model.ts'
import type { MouthModel } from './mouth-model.ts'

/**
 * The shapes that a model expects for what is said, as wide as the person speaks.
 *
 * @param features frames × FEATURES (`featuresOf`).
 * @returns frames × COMPONENTS.
 */
export function expectedShapes(
  { weights, spread }: Pick<MouthModel, 'weights' | 'spread'>,
  features: Float32Array,
): Float32Array {
  const frames = features.length / FEATURES
  const shapes = new Float32Array(frames * COMPONENTS)
  for (let frame = 0; frame < frames; frame += 1) {
    const shape = shapes.subarray(frame * COMPONENTS, (frame + 1) * COMPONENTS)
    for (let place = 0; place < FEATURES; place += 1) {
      const feature = features[frame * FEATURES + place] ?? 0
      if (feature === 0) continue
      for (let component = 0; component < COMPONENTS; component += 1)
        shape[component] = (shape[component] ?? 0) + feature * (weights[place * COMPONENTS + component] ?? 0)
    }
    for (let component = 0; component < COMPONENTS; component += 1) {
      const [mean = 0, stretch = 1] = spread.subarray(2 * component, 2 * component + 2)
      shape[component] = mean + stretch * ((shape[component] ?? 0) - mean)
    }
  }
  return shapes
}

/**
 * How much further than at rest the lips are apart in a shape, in pixels of the mean face.
 *
 * @param shape COMPONENTS numbers.
 */
export function openingOf(
  { lower, components }: Pick<MouthModel, 'lower' | 'components'>,
  shape: Float32Array,
): number {
  const upper = 2 * lower.indexOf(POINT.upperLip) + 1
  const under = 2 * lower.indexOf(POINT.lowerLip) + 1
  const width = 2 * lower.length
  let opening = 0
  for (let component = 0; component < COMPONENTS; component += 1) {
    const row = component * width
    opening += (shape[component] ?? 0) * ((components[row + under] ?? 0) - (components[row + upper] ?? 0))
  }
  return opening
}
