import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { PresenterSearch } from '../../../src/api/v1/presenters/schema.ts'
import { LedgerQuery } from '../../../src/api/v1/usage/schema.ts'
import { VideoPage, VideoPath } from '../../../src/api/v1/videos/schema.ts'

/** Any text, and often one that is nearly a number or an id. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer().map(String),
  fc.stringMatching(/^[ +-]?0{0,3}\d{1,12}(?:\.\d|e\d)?[ \n]?$/u),
  fc.stringMatching(/^[A-Za-z0-9_.-]{0,110}\n?$/u),
)

describe.each([
  ['videos', VideoPage],
  ['the ledger', LedgerQuery],
])('limit of %s', (_, query) => {
  test('is a whole number from 1 to 50 in digits alone, and nothing else is taken', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const taken = query.safeParse({ limit: text })
        const right = /^\d{1,9}$/u.test(text) && Number(text) >= 1 && Number(text) <= 50
        expect(taken.success).toBe(right)
        if (taken.success) expect(taken.data.limit).toBe(Number(text))
      }),
    )
  })

  test.each(Array.from({ length: 50 }, (_unused, index) => index + 1))('may be %i', (limit) => {
    expect(query.parse({ limit: String(limit) }).limit).toBe(limit)
  })

  test('is 20 when it is not sent, and may be sent once only', () => {
    expect(query.parse({}).limit).toBe(20)
    expect(query.safeParse({ limit: ['1', '2'] }).success).toBe(false)
  })
})

test('an id has letters, digits, dashes and underscores alone, so it is safe in any query and path', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const right = text.length > 0 && text.length <= 100 && [...text].every((one) => /[\w-]/.test(one))
      expect(VideoPath.safeParse({ id: text }).success).toBe(right)
      expect(VideoPage.safeParse({ before: text }).success).toBe(right)
    }),
  )
})

test('a cursor of the ledger is a positive number that a database can hold', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const taken = LedgerQuery.safeParse({ before: text })
      expect(taken.success).toBe(/^[1-9]\d{0,8}$/u.test(text) && !text.endsWith('\n'))
    }),
  )
})

test('a search is at most 200 characters, however many bytes each one takes', () => {
  expect(PresenterSearch.safeParse({ q: '😀'.repeat(200) }).success).toBe(true)
  expect(PresenterSearch.safeParse({ q: '😀'.repeat(201) }).success).toBe(false)
})
