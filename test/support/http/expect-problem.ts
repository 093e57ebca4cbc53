import { expect } from 'vitest'

import type { ApiAnswer } from '../service/client.ts'
import { PROMISED_ERRORS } from './promised-errors.ts'

/** What the error object of every answer holds. */
const MEMBERS = ['action', 'code', 'doc_url', 'message', 'request_id', 'retryable', 'user_message']

/**
 * Expects an answer to be the whole error object of a code, with nothing missing and nothing more.
 *
 * @param fields code of each member of the request that `error.fields` names, and of no other.
 */
export function expectProblem(
  answer: ApiAnswer,
  code: keyof typeof PROMISED_ERRORS,
  fields?: Record<string, string>,
): void {
  const [status, action, retryable] = PROMISED_ERRORS[code]
  expect(answer.body).toMatchObject({ error: { code, action, retryable } })
  expect(answer.status).toBe(status)
  const { error } = answer.body
  expect(Object.keys(answer.body)).toEqual(['error'])
  const extras = [...(status === 402 ? ['upgrade_url'] : []), ...(fields ? ['fields'] : [])]
  expect(Object.keys(error).toSorted()).toEqual([...MEMBERS, ...extras].toSorted())
  expect(error.message).not.toBe('')
  expect(error.user_message).toMatch(/^[A-Z].+\.$/u)
  expect(error.request_id).toBe(answer.headers.get('X-Request-Id'))
  if (fields) expect(codesOf(error.fields)).toEqual(fields)
}

function codesOf(fields: Record<string, { code: string; message: string }>): Record<string, string> {
  for (const { message } of Object.values(fields)) expect(message).not.toBe('')
  return Object.fromEntries(Object.entries(fields).map(([name, { code }]) => [name, code]))
}
