import { describe, expect, test } from 'vitest'
import { FEATURES, featuresOf, saidAround } from '../../../src/face/features.ts'
import { COMPONENTS } from '../../../src/face/mouth-model.ts'
import { expectedShapes } from '../../../src/face/predict.ts'
import { VISEMES } from '../../../src/domain/speech/speech-timeline.ts'
import { principalComponents, residualOf, shapeOf } from '../../../src/twins/learn/components.ts'
import { emptyRows, product, rowOf } from '../../../src/twins/learn/rows.ts'
import { ridge } from '../../../src/twins/learn/ridge.ts'
import { learnShapes } from '../../../src/twins/learn/shapes.ts'
import { seededRandom } from '../../support/run/random.ts'
import type { VisemeCue } from '../../../src/domain/speech/speech-timeline.ts'
import type { Rows } from '../../../src/twins/learn/rows.ts'

/** Numbers around zero. */
function randomRows(count: number, width: number, seed: number): Rows {
  const random = seededRandom(seed)
  return { count, width, values: Float64Array.from({ length: count * width }, () => random() - 0.5) }
}

function times(one: Rows, other: Rows): Rows {
  const result = emptyRows(one.count, other.width)
  for (let row = 0; row < one.count; row += 1)
    for (let place = 0; place < one.width; place += 1)
      for (let column = 0; column < other.width; column += 1)
        rowOf(result, row)[column]! += rowOf(one, row)[place]! * rowOf(other, place)[column]!
  return result
}

function spokenCues(count: number): VisemeCue[] {
  const random = seededRandom(15)
  let start = 0
  return Array.from({ length: count }, () => {
    const end = start + 0.06 + 0.1 * random()
    const cue = { viseme: VISEMES[Math.floor(random() * VISEMES.length)] ?? 'sil', start, end }
    start = end
    return cue
  })
}

describe('components', () => {
  test('of rows made from three directions are those directions, the strongest first', () => {
    const directions = principalComponents(randomRows(40, 60, 1), 3)
    const amounts = randomRows(200, 3, 2)
    amounts.values.forEach((value, place) => (amounts.values[place] = value * [9, 4, 2][place % 3]!))
    const found = principalComponents(times(amounts, directions), 3)
    for (let index = 0; index < 3; index += 1)
      expect(Math.abs(product(rowOf(found, index), rowOf(directions, index)))).toBeGreaterThan(0.97)
    expect(residualOf(rowOf(times(amounts, directions), 0), found)).toBeLessThan(1e-6)
    expect(residualOf(rowOf(randomRows(1, 60, 3), 0), found)).toBeGreaterThan(1)
  })

  test('are of length one and at right angles, and rest is zero in them', () => {
    const found = principalComponents(randomRows(50, 30, 4), 10)
    for (let one = 0; one < 10; one += 1)
      for (let other = 0; other <= one; other += 1)
        expect(product(rowOf(found, one), rowOf(found, other))).toBeCloseTo(Number(one === other), 8)
    expect(shapeOf(new Float64Array(30), found)).toEqual(new Float64Array(10))
  })

  test('beyond what there is are zero, not noise', () => {
    const found = principalComponents(
      { count: 2, width: 4, values: Float64Array.of(1, 0, 0, 0, 0, 2, 0, 0) },
      3,
    )
    expect(Array.from(found.values, (value) => Math.abs(Math.round(value)))).toEqual([
      0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
    ])
  })
})

test('ridge regression finds the weights that outputs were made with', () => {
  const inputs = randomRows(500, 12, 5)
  const weights = randomRows(12, 4, 6)
  const found = ridge(inputs, times(inputs, weights), 1e-6)
  found.values.forEach((weight, place) => expect(weight).toBeCloseTo(weights.values[place]!, 4))
})

describe('a mouth that does what is said', () => {
  const frames = 1500
  const features = featuresOf(spokenCues(450), frames, 30)
  const inputs = { count: frames, width: FEATURES, values: Float64Array.from(features) }
  const directions = principalComponents(randomRows(60, 80, 7), COMPONENTS)
  const planted = times(inputs, randomRows(FEATURES, COMPONENTS, 8))
  const learned = learnShapes(times(planted, directions), features, [...inputs.values.keys()].slice(0, 1000))

  test('is expected to do so in frames that nobody has learned from', () => {
    const expected = expectedShapes(
      { weights: Float32Array.from(learned.weights.values), spread: learned.spread },
      features.subarray(1000 * FEATURES),
    )
    let [missed, all] = [0, 0]
    for (let frame = 1000; frame < frames; frame += 1)
      rowOf(learned.shapes, frame).forEach((value, component) => {
        missed += (value - expected[(frame - 1000) * COMPONENTS + component]!) ** 2
        all += value ** 2
      })
    expect(missed / all).toBeLessThan(0.05)
  })

  test('leaves nothing unsaid, and is not made larger than it is', () => {
    expect(Math.max(...learned.residuals)).toBeLessThan(1e-4)
    for (let component = 0; component < COMPONENTS; component += 1)
      expect(learned.spread[2 * component + 1]).toBeLessThan(1.1)
  })
})

test('what is said around a frame is what is said most at three moments', () => {
  const cues: VisemeCue[] = [
    { viseme: 'PP', start: 1, end: 1.1 },
    { viseme: 'aa', start: 1.1, end: 1.2 },
    { viseme: 'SS', start: 1.2, end: 1.3 },
  ]
  const features = featuresOf(cues, 60, 30)
  const names = saidAround(features.subarray(34 * FEATURES, 35 * FEATURES)).map((place) => VISEMES[place])
  expect(names).toEqual(['aa', 'PP', 'SS'])
})
