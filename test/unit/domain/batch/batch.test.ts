import { describe, expect, test } from 'vitest'

import { itemKey, LONGEST_BATCH_KEY, readBatchKey } from '../../../../src/domain/batch/item-key.ts'
import { MOST_ITEMS } from '../../../../src/domain/batch/batch.ts'
import { pauseBeforeRetry } from '../../../../src/domain/batch/item-start.ts'
import { refusalOf } from '../../../../src/domain/batch/refused-items.ts'
import { invalidFields, problem } from '../../../../src/domain/error/errors.ts'
import { IDEMPOTENCY_KEY } from '../../../../src/domain/video/idempotency-key.ts'

test('the longest key of a batch leaves room for the keys of all its items', () => {
  const longest = readBatchKey('k'.repeat(LONGEST_BATCH_KEY), null)
  expect(itemKey(longest, MOST_ITEMS)).toMatch(IDEMPOTENCY_KEY)
  expect(itemKey(`${longest}k`, MOST_ITEMS)).not.toMatch(IDEMPOTENCY_KEY)
})

describe('an item that has to wait is tried again', () => {
  test('after as long as it was told, and later each time that did not help', () => {
    const refused = { code: 'service_unavailable', seconds: 5 } as const
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 50].map((tries) => pauseBeforeRetry(refused, tries))
    expect(pauses).toEqual([5, 5, 5, 8, 16, 32, 64, 128, 256, 300, 300])
  })

  test('within the hour, when the day is full: a plan may become larger', () => {
    expect(pauseBeforeRetry({ code: 'daily_limit', seconds: 80_000 }, 1)).toBe(3_600)
    expect(pauseBeforeRetry({ code: 'daily_limit', seconds: 20 }, 1)).toBe(20)
  })

  test('never at once', () => {
    expect(pauseBeforeRetry({ code: 'concurrency_limit', seconds: 0 }, 1)).toBe(1)
  })
})

describe('the refusal of a batch', () => {
  test('names what is wrong by item, also what no field is at fault for', () => {
    const blank = invalidFields({ script: { code: 'required', message: 'Blank.' } })
    const noObject = invalidFields({ body: { code: 'invalid', message: 'Send an object.' } })
    const refused = refusalOf([null, blank, problem('twin_not_ready', { message: 'Not yet.' }), noObject])
    expect(refused.code).toBe('invalid_request')
    expect(refused.details.fields).toEqual({
      'items.1.script': { code: 'required', message: 'Blank.' },
      'items.2': { code: 'invalid', message: 'Not yet.' },
      'items.3': { code: 'invalid', message: 'Send an object.' },
    })
  })

  test('is no longer than a person reads', () => {
    const wrong = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [
        `field_${n}`,
        { code: 'unknown', message: 'Remove it.' } as const,
      ]),
    )
    const { fields } = refusalOf(Array.from({ length: 100 }, () => invalidFields(wrong))).details
    expect(Object.keys(fields!)).toHaveLength(100)
  })
})
