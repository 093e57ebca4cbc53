import { expect, test } from 'vitest'
import { nameCardAt } from '../../../../src/render/overlay/name-card.ts'

test('the name card comes after 0.8 s, is fully there for seconds, and is gone after 6.5 s', () => {
  expect(nameCardAt(0.8, 30).strength).toBe(0)
  expect(nameCardAt(2, 30)).toEqual({ strength: 1, slide: 0 })
  expect(nameCardAt(5.5, 30).strength).toBe(1)
  expect(nameCardAt(6.5, 30).strength).toBe(0)
})

test('the card of a short clip is seen too, and gone before its end', () => {
  for (const duration of [1, 2, 3, 3.9]) {
    const strengths = Array.from(
      { length: 100 },
      (_, step) => nameCardAt((step / 100) * duration, duration).strength,
    )
    expect(Math.max(...strengths)).toBe(1)
    expect(nameCardAt(duration, duration).strength).toBeLessThan(0.05)
  }
})
