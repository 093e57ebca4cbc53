import { expect, test } from 'vitest'

import { ERROR_CATALOGUE, invalidFields, isErrorCode, problem } from '../../../../src/domain/error/errors.ts'
import { PROMISED_ERRORS } from '../../../support/http/promised-errors.ts'

test('the catalogue has the codes of the specification, no more and no fewer', () => {
  const kinds = Object.entries(ERROR_CATALOGUE).map(([code, { status, action, retryable }]) => [
    code,
    [status, action, retryable],
  ])
  expect(Object.fromEntries(kinds)).toEqual(PROMISED_ERRORS)
})

test.each(Object.entries(ERROR_CATALOGUE))(
  '%s speaks to end users in whole sentences of their own',
  (_, kind) => {
    expect(kind.userMessage).toMatch(/^[A-Z].*\.$/u)
    expect(kind.userMessage).not.toMatch(/HTTP|Idempotency|JSON|Retry-After|error\./u)
    expect(kind.message).toMatch(/\S/u)
  },
)

test('a thrown problem says what its thrower knows, else what the catalogue says', () => {
  expect(problem('not_found').message).toBe(ERROR_CATALOGUE.not_found.message)
  expect(problem('not_found', { message: 'No such twin.' }).message).toBe('No such twin.')
})

test('a problem with fields names the first of them in its message', () => {
  const thrown = invalidFields({ title: { code: 'invalid', message: 'It is empty.' } })
  expect(thrown).toMatchObject({ code: 'invalid_request', message: 'title: It is empty.' })
})

test.each(['toString', '__proto__', '', 'NOT_FOUND'])('%j is no code', (text) => {
  expect(isErrorCode(text)).toBe(false)
})
