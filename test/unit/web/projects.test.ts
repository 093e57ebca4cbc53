import { expect, test } from 'vitest'

import { inSeconds, minutesAndSeconds } from '../../../web/src/parts/time/duration.ts'
import { projectFilter } from '../../../web/src/projects/filter.ts'
import { clock } from '../../../web/src/projects/words.ts'

test('an address names a filter, and what makes no sense in it is left out', () => {
  const address = { status: 'failed', origin: 'api', search: ' otter ' }
  expect(projectFilter(address)).toEqual({ status: 'failed', origin: 'api', search: 'otter' })
  expect(projectFilter({ status: 'gone', origin: 7, search: '   ', page: 2 })).toEqual({})
})

test('a search for a number, which addresses hold as one, is a search for its digits', () => {
  expect(projectFilter({ search: 2026 })).toEqual({ search: '2026' })
})

test('a search is no longer than the server takes', () => {
  expect(projectFilter({ search: 'x'.repeat(500) }).search).toHaveLength(200)
})

test('lengths are told as players and people tell them', () => {
  expect([0.4, 5.9, 65, 600].map(clock)).toEqual(['0:01', '0:05', '1:05', '10:00'])
  expect([0, 45, 59.6, 725, 60_000].map(minutesAndSeconds)).toEqual([
    '0 s',
    '45 s',
    '1 min',
    '12 min 5 s',
    '1,000 min',
  ])
  expect([1, 3_600].map(inSeconds)).toEqual(['1 second', '3,600 seconds'])
})
