import { expect, test } from 'vitest'
import { LANDMARKS } from '../../../src/face/landmarks.ts'
import { finePoints } from '../../../src/twins/track/fine-points.ts'
import { seededRandom } from '../../support/run/random.ts'

test('points are found to a twentieth of a pixel, also of a face that is cut off by the edge', () => {
  const random = seededRandom(7)
  for (const [left, top] of [
    [200.3, 90.8],
    [-30.6, -12.1],
  ] as const) {
    const found = Float32Array.from({ length: LANDMARKS * 3 }, () => 20 + 150 * random())
    const exact = Float32Array.from({ length: LANDMARKS * 2 }, (_, index) => {
      const value = found[3 * (index >> 1) + (index % 2)] ?? 0
      return index % 2 === 0 ? left + 0.83 * value : top + 0.83 * value
    })
    const whole = Array.from({ length: LANDMARKS }, (_, index) =>
      [exact[2 * index]!, exact[2 * index + 1]!, 0].map(Math.trunc),
    )
    const points = finePoints(whole as [number, number, number][], found)
    const away = points.map((value, index) => Math.abs(value - exact[index]!))
    expect(away.reduce((most, one) => Math.max(most, one), 0)).toBeLessThan(0.06)
  }
})
