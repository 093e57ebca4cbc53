import { call } from '../call.ts'
import type { CallOptions, Request } from '../call.ts'
import { Reply } from '../reply.ts'
import type { Settings } from '../settings.ts'

/** What does something each time: with a key, a repeated call gets the first answer. */
export interface OnceOptions extends CallOptions {
  readonly idempotencyKey?: string
}

/** Posts with a key, which is made up for the call where there is none. */
export function once(settings: Settings) {
  return <Data>(path: string, body: unknown, options: OnceOptions): Reply<Data> => {
    const { idempotencyKey = crypto.randomUUID(), ...rest } = options
    return Reply.of(call<Data>(settings, { method: 'POST', path, body, idempotencyKey, ...rest }))
  }
}

/** Asks without a key: what can be repeated as it is. */
export function asking(settings: Settings) {
  return <Data>(method: Request['method'], path: string, options: CallOptions, body?: unknown): Reply<Data> =>
    Reply.of(call<Data>(settings, { method, path, body, ...options }))
}
