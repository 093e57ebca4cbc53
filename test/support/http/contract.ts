import { z } from 'zod'

import type { Endpoint } from '../../../src/api/contract/endpoint.ts'
import { METHOD_NOT_ALLOWED, responsesOf } from '../../../src/api/contract/responses.ts'
import type { DeclaredResponse } from '../../../src/api/contract/responses.ts'
import { timestamp } from '../../../src/api/contract/fields/timestamp.ts'
import { ENDPOINTS } from '../../../src/api/v1/endpoints.ts'
import { Video } from '../../../src/api/v1/videos/schema.ts'
import { WebhookHeaders } from '../../../src/api/v1/webhook-events/delivery-description.ts'
import { ERROR_CATALOGUE } from '../../../src/domain/error/errors.ts'
import type { ApiAnswer } from '../service/client.ts'

/**
 * Holds an answer against what the API's description promises of it: status, headers, and a body
 * without a member missing or too many. Every answer that a test's client sees comes by here.
 *
 * @throws Error that names the request and all that is wrong.
 */
export function holdToContract(method: string, path: string, answer: ApiAnswer): void {
  const problems = problemsWith(method, path.split('?')[0] ?? '', answer)
  if (problems.length === 0) return
  const shown = JSON.stringify(answer.body)
  throw new Error(`${method} ${path} is not as described:\n${problems.join('\n')}\n${answer.status} ${shown}`)
}

const WebhookBody = z.strictObject({
  event: z.enum(['video.ready', 'video.failed']),
  data: Video,
  sent_at: timestamp(),
})

/** Holds a webhook that came in against its description. @throws Error that names all that is wrong. */
export function holdWebhookToContract(headers: Readonly<Record<string, unknown>>, body: unknown): void {
  // Names of headers come in lower case.
  const given = Object.keys(WebhookHeaders.shape).map((name) => [name, headers[name.toLowerCase()]])
  const problems = [
    ...issues('header', WebhookHeaders.safeParse(Object.fromEntries(given))),
    ...issues('body', WebhookBody.safeParse(body)),
  ]
  if (problems.length > 0) throw new Error(`A webhook is not as described:\n${problems.join('\n')}`)
}

function problemsWith(method: string, path: string, answer: ApiAnswer): string[] {
  const onPath = ENDPOINTS.filter((endpoint) => matches(endpoint, path))
  // HEAD answers as GET does, without the body.
  const asked = method === 'HEAD' ? 'get' : method.toLowerCase()
  const endpoint = onPath.find((candidate) => candidate.method === asked)
  if (endpoint === undefined) {
    if (answer.status === 404) return onPath.length === 0 ? [] : ['404, though there is such a path']
    if (answer.status !== METHOD_NOT_ALLOWED.status) return [`a status that is not described`]
    return check(METHOD_NOT_ALLOWED, answer, method)
  }
  const response = responsesOf(endpoint).find(({ status }) => status === answer.status)
  if (response === undefined) return ['a status that is not described']
  return check(response, answer, method)
}

function matches({ path: pattern }: Endpoint, path: string): boolean {
  const parts = path.split('/')
  const wanted = pattern.split('/')
  return (
    parts.length === wanted.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at])
  )
}

function check(response: DeclaredResponse, answer: ApiAnswer, method: string): string[] {
  const names = Object.keys(response.headers.shape)
  const given = names.flatMap((name) => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const problems = issues('header', response.headers.safeParse(Object.fromEntries(given)))
  if (response.body === null) {
    return answer.body === '' ? problems : [...problems, 'a body, though none is described']
  }
  if (!answer.headers.get('Content-Type')?.startsWith('application/json')) problems.push('it is not JSON')
  if (method === 'HEAD') return problems
  problems.push(...issues('body', response.body.safeParse(answer.body)))
  if (problems.length === 0 && response.codes.length > 0)
    problems.push(...errorProblems(response, answer.body))
  return problems
}

type Parsed = ReturnType<z.ZodType['safeParse']>

function issues(where: string, parsed: Parsed): string[] {
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${where} ${path.join('.')}: ${message}`)
}

/** What the catalogue says of a code has to be so in the answer. */
function errorProblems({ codes }: DeclaredResponse, body: ApiAnswer['body']): string[] {
  const { code, action, retryable, upgrade_url: upgradeUrl, fields } = body.error
  if (!codes.some((possible) => possible === code)) return [`${code} is not described for this status`]
  const kind = ERROR_CATALOGUE[code as keyof typeof ERROR_CATALOGUE]
  const rules: Record<string, boolean> = {
    [`action of ${code}`]: action === kind.action,
    [`retryable of ${code}`]: retryable === kind.retryable,
    [`upgrade_url of ${code}`]: (upgradeUrl !== undefined) === (kind.action === 'upgrade'),
    [`fields of ${code}`]: code !== 'invalid_request' || fields !== undefined,
  }
  return Object.keys(rules).filter((rule) => rules[rule] === false)
}
