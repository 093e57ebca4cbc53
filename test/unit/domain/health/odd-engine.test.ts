import { expect, test } from 'vitest'

import type { ProcessState } from '../../../../src/domain/health/needs.ts'
import { oddEngines } from '../../../../src/domain/health/odd-engine.ts'

/** Who is odd among processes with these settings, by their places. */
function oddAmong(...settings: (string | null)[]) {
  const processes = settings.map((speechEngine, index): ProcessState => {
    const at = new Date(index)
    const own = { id: String(index), name: `${index}@host`, role: 'worker', version: '1.0.0', buildId: null }
    return { ...own, queues: [], speechEngine, lacks: [], startedAt: at, seenAt: at }
  })
  const found = oddEngines(processes)
  return found && { usual: found.usual, odd: found.odd.map(({ id }) => Number(id)) }
}

test('nobody is odd where all have one setting, or did not tell theirs', () => {
  expect(oddAmong()).toBeNull()
  expect(oddAmong(null, null)).toBeNull()
  expect(oddAmong('auto', null, 'auto')).toBeNull()
})

test('those are odd who have another setting than most', () => {
  expect(oddAmong('flite', 'auto', null, 'auto', 'kokoro')).toEqual({ usual: 'auto', odd: [0, 4] })
})

test('of two settings that as many have, the one counts that was there first', () => {
  expect(oddAmong('kokoro', 'auto')).toEqual({ usual: 'kokoro', odd: [1] })
})
