import { ApiError, ConnectionError, PresenterError, RenderFailedError, TimeoutError } from '../index.ts'
import { OutcomeError, SignInError, UsageError } from './command.ts'

/** Exit codes, by what went wrong. */
const EXIT = { error: 1, usage: 2, signIn: 3, time: 4 } as const

type Problem = Readonly<Record<string, unknown>> & { readonly code: string; readonly message: string }

const SIGN_IN_CODES = new Set(['invalid_api_key', 'key_revoked'])

/** The exit code of a command that ended with this. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError || isOfParser(error)) return EXIT.usage
  if (error instanceof TimeoutError) return EXIT.time
  if (error instanceof SignInError) return EXIT.signIn
  if (error instanceof ApiError && SIGN_IN_CODES.has(error.code)) return EXIT.signIn
  return EXIT.error
}

/** An error as programs read it, by the names that the API has for its members. */
export function problemOf(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error)
  return {
    code: codeOf(error),
    message,
    ...(error instanceof ApiError && {
      status: error.status,
      user_message: error.userMessage,
      action: error.action,
      retryable: error.retryable,
      fields: error.fields,
      upgrade_url: error.upgradeUrl,
      doc_url: error.docUrl,
      request_id: error.requestId,
      retry_after: error.retryAfter,
    }),
    ...(error instanceof RenderFailedError && {
      user_message: error.userMessage,
      retryable: error.retryable,
      request_id: error.requestId,
      details: error.video.error?.details ?? null,
    }),
    ...(error instanceof PresenterError &&
      error.idempotencyKey !== null && { idempotency_key: error.idempotencyKey }),
  }
}

/** The same for people. */
export function problemText({
  message,
  fields,
  facts,
}: {
  message: string
  fields?: unknown
  facts: object
}): string {
  const named = Object.entries((fields ?? {}) as Record<string, { message: string }>)
  const known = Object.entries(facts).map(([name, value]) => `  ${name}: ${value}`)
  return [
    `Error: ${message}`,
    ...named.map(([name, { message: why }]) => `  ${name}: ${why}`),
    ...known,
  ].join('\n')
}

function codeOf(error: unknown): string {
  if (error instanceof UsageError || isOfParser(error)) return 'usage'
  if (error instanceof SignInError) return 'not_signed_in'
  if (error instanceof TimeoutError) return 'timeout'
  if (error instanceof ConnectionError) return 'connection'
  if (error instanceof ApiError || error instanceof RenderFailedError || error instanceof OutcomeError)
    return error.code
  return 'failed'
}

function isOfParser(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException | null)?.code).startsWith('ERR_PARSE_ARGS')
}
