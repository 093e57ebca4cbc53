import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Problem } from '../../../../src/domain/error/errors.ts'
import { readIdempotencyKey } from '../../../../src/domain/video/idempotency-key.ts'

/** The names of what is wrong with the request. */
function fieldsOf(header: string | null, member: string | null): Record<string, string> {
  try {
    readIdempotencyKey(header, member)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const fields = Object.entries(error.details.fields ?? {})
    return Object.fromEntries(fields.map(([name, { code }]) => [name, code]))
  }
  return {}
}

describe('the key of a request', () => {
  test.each([
    [null, null, null],
    ['a', null, 'a'],
    [null, 'a', 'a'],
    ['a', 'a', 'a'],
    ['"a"', 'a', 'a'],
    [' "a" ', null, 'a'],
    [String.raw`"a\"b\\c"`, null, String.raw`a"b\c`],
    ['"a', null, '"a'],
    ['a"', null, 'a"'],
    ['"', null, '"'],
    [null, '"a"', '"a"'],
  ])('with header %j and member %j is %j', (header, member, key) => {
    expect(readIdempotencyKey(header, member)).toBe(key)
  })

  test('is the same bare and quoted, whatever visible ASCII it holds', () => {
    const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCodePoint(code))
    fc.assert(
      fc.property(fc.string({ unit: visible, minLength: 1, maxLength: 255 }), (key) => {
        const quoted = `"${key.replaceAll(/["\\]/g, String.raw`\$&`)}"`
        expect(readIdempotencyKey(quoted, key)).toBe(key)
      }),
    )
  })
})

test('whatever the header holds, it is a key by the rule or refused by name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (header) => {
      const refused = fieldsOf(header, null)
      if ('Idempotency-Key' in refused) expect(refused).toEqual({ 'Idempotency-Key': 'invalid' })
      else expect(readIdempotencyKey(header, null)).toMatch(/^[\x21-\x7e]{1,255}$/u)
    }),
  )
})

describe('refused is', () => {
  test.each(['', ' ', '""', 'a b', 'é', 'k'.repeat(256), 'a\nb'])('the header %j', (header) => {
    expect(fieldsOf(header, null)).toEqual({ 'Idempotency-Key': 'invalid' })
  })

  test.each(['', ' ', 'a b', 'é', 'k'.repeat(256), 'a\n', ' a'])('the member %j', (member) => {
    expect(fieldsOf(null, member)).toEqual({ idempotency_key: 'invalid' })
  })

  test('a header that differs from the member, under both names', () => {
    expect(fieldsOf('a', 'b')).toEqual({ 'Idempotency-Key': 'conflict', idempotency_key: 'conflict' })
  })
})
