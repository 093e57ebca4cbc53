/** A task of every child: it answers, and that is all. */
export const ANSWER_TASK = 'answer'

/** What the parent asks of a child: one task at a time. */
export interface TaskRequest {
  readonly task: string
  readonly input: unknown
}

/**
 * What a child answers: any number of `progress`, then one `done` or `failed`, with the seconds of a processor that all its
 * threads have taken since the last such answer.
 */
export type TaskReply =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly output: unknown; readonly cpuSeconds: number }
  | { readonly kind: 'failed'; readonly error: SentError; readonly cpuSeconds: number }

/** An error as it crosses the process boundary: its class is lost, its name is kept. */
export interface SentError {
  readonly name: string
  readonly message: string
  readonly stack: string
  /** The code of the operating system, if it is one of its errors. */
  readonly code?: string
  readonly syscall?: string
  /** Plain data that the error carries, if any. */
  readonly details?: unknown
}

/** Takes an error apart for sending. Anything may be thrown, so anything is accepted. */
export function sendableError(thrown: unknown): SentError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { code, syscall } = error as NodeJS.ErrnoException
  const sent = {
    name: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...(typeof code === 'string' && { code }),
    ...(typeof syscall === 'string' && { syscall }),
  }
  return 'details' in error ? { ...sent, details: error.details } : sent
}

/** Puts a sent error together again, so that callers can tell it by its `name`, with its `details`. */
export function receivedError(sent: SentError): Error {
  const error = new Error(sent.message)
  error.name = sent.name
  error.stack = sent.stack
  const { code, syscall } = sent
  Object.assign(error, code !== undefined && { code }, syscall !== undefined && { syscall })
  return 'details' in sent ? Object.assign(error, { details: sent.details }) : error
}
