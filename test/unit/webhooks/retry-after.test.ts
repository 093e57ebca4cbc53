import { expect, test } from 'vitest'
import { retryAfterSeconds } from '../../../src/webhooks/retry-after.ts'

const now = new Date('2026-11-21T10:00:00.500Z')

test.each<[string | undefined, number | null]>([
  ['0', 0],
  ['120', 120],
  [' 120 ', 120],
  ['86400', 86_400],
  ['86401', 86_400],
  ['9'.repeat(400), 86_400],
  ['Sat, 21 Nov 2026 10:02:00 GMT', 120],
  ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
  ['Sat, 21 Nov 2037 10:00:00 GMT', 86_400],
  ['Sat, 99 Nov 2026 10:00:00 GMT', null],
  [undefined, null],
  ['', null],
  ['-5', null],
  ['1.5', null],
  ['0x10', null],
  ['soon', null],
  ['2026-11-21T11:00:00Z', null],
])('Retry-After %j asks for %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, now)).toBe(seconds)
})
