import fc from 'fast-check'
import { expect, test } from 'vitest'

import { progressAt } from '../../../../src/domain/video/video.ts'
import type { VideoStage } from '../../../../src/domain/video/video.ts'

const STAGES: readonly VideoStage[] = ['reserve', 'speak', 'draw', 'assemble', 'publish']

test('progress is a whole number that never goes down from stage to stage and never says 100', () => {
  const moment = fc.record({
    stage: fc.nat(STAGES.length - 1),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(moment, moment, (one, other) => {
      const [earlier, later] = [one, other].toSorted((a, b) => a.stage - b.stage || a.share - b.share)
      const [before, after] = [earlier!, later!].map(({ stage, share }) => progressAt(STAGES[stage]!, share))
      expect(before).toBeLessThanOrEqual(after!)
      expect(Number.isInteger(after)).toBe(true)
      expect(before).toBeGreaterThanOrEqual(0)
      expect(after).toBeLessThan(100)
    }),
  )
})

test('a share outside of 0 to 1 counts as the end of it', () => {
  expect(progressAt('draw', -1)).toBe(progressAt('draw', 0))
  expect(progressAt('draw', 2)).toBe(progressAt('draw', 1))
})
