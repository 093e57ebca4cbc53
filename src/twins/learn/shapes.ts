import { FEATURES } from '../../face/features.ts'
import { COMPONENTS } from '../../face/mouth-model.ts'
import { principalComponents, residualOf, shapeOf } from './components.ts'
import { ridge } from './ridge.ts'
import { emptyRows, pickedRows, product, rowOf } from './rows.ts'
import type { Rows } from './rows.ts'

/** How much small weights are worth: some frames' worth of each mouth shape. */
const LAMBDA = 3

/** Most that expected shapes are stretched: beyond it what they do not know is made larger, too. */
const MOST_STRETCH = 1.45

/** How a person's mouth moves, and how that comes from what is said. */
export interface LearnedShapes {
  readonly components: Rows
  /** One row of COMPONENTS numbers for each frame. */
  readonly shapes: Rows
  /** FEATURES rows of COMPONENTS numbers. */
  readonly weights: Rows
  /** For each component the mean of what the weights say, and what stretches it to the spread that was seen. */
  readonly spread: Float32Array
  /** What the components leave unsaid of each frame. */
  readonly residuals: Float32Array
}

/**
 * Learns from frames.
 *
 * @param differences from the mouth at rest: a row for each frame.
 * @param features frames × FEATURES.
 * @param which frames to learn from.
 */
export function learnShapes(
  differences: Rows,
  features: Float32Array,
  which: readonly number[],
): LearnedShapes {
  const components = principalComponents(pickedRows(differences, which), COMPONENTS)
  const shapes = emptyRows(differences.count, COMPONENTS)
  const residuals = new Float32Array(differences.count)
  for (let frame = 0; frame < differences.count; frame += 1) {
    const row = rowOf(differences, frame)
    rowOf(shapes, frame).set(shapeOf(row, components))
    residuals[frame] = residualOf(row, components)
  }
  const inputs = { count: differences.count, width: FEATURES, values: Float64Array.from(features) }
  const [said, shown] = [pickedRows(inputs, which), pickedRows(shapes, which)]
  const weights = ridge(said, shown, LAMBDA)
  return { components, shapes, weights, spread: spreadOf(said, shown, weights), residuals }
}

function spreadOf(said: Rows, shown: Rows, weights: Rows): Float32Array {
  const expected = emptyRows(said.count, COMPONENTS)
  for (let index = 0; index < said.count; index += 1)
    rowOf(said, index).forEach((feature, place) => {
      if (feature === 0) return
      const row = rowOf(expected, index)
      rowOf(weights, place).forEach((weight, column) => (row[column] = (row[column] ?? 0) + feature * weight))
    })
  return Float32Array.from({ length: 2 * COMPONENTS }, (_, place) => {
    const [mean, deviation] = momentsOf(columnOf(expected, place >> 1))
    const [, seen] = momentsOf(columnOf(shown, place >> 1))
    return place % 2 === 0 ? mean : Math.max(1, Math.min(MOST_STRETCH, seen / Math.max(1e-9, deviation)))
  })
}

function columnOf({ count, width, values }: Rows, column: number): Float64Array {
  return Float64Array.from({ length: count }, (_, index) => values[index * width + column] ?? 0)
}

/** Mean and standard deviation. */
export function momentsOf(values: Float64Array): [mean: number, deviation: number] {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const from = values.map((value) => value - mean)
  return [mean, Math.sqrt(product(from, from) / Math.max(1, values.length))]
}
