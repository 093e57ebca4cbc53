/** What the parent asks of a child: one task at a time. */
export interface TaskRequest {
  readonly task: string
  readonly input: unknown
}

/** What a child answers: any number of `progress`, then one `done` or `failed`. */
export type TaskReply =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly error: SentError }

/** An error as it crosses the process boundary: its class is lost, its name is kept. */
export interface SentError {
  readonly name: string
  readonly message: string
  readonly stack: string
}

/** Takes an error apart for sending. Anything may be thrown, so anything is accepted. */
export function sendableError(thrown: unknown): SentError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  return { name: error.name, message: error.message, stack: error.stack ?? '' }
}

/** Puts a sent error together again, so that callers can tell it by its `name`. */
export function receivedError(sent: SentError): Error {
  const error = new Error(sent.message)
  error.name = sent.name
  error.stack = sent.stack
  return error
}
