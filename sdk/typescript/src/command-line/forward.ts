import { VERSION } from '../index.ts'
import type { AccountEvent } from '../index.ts'
import { signedHeaders } from './sign.ts'

/** As long as the service waits for a receiver. */
const ATTEMPT_LIMIT_MS = 15_000

/** What became of an event that was passed on. */
export interface Forwarded {
  readonly event_id: string
  readonly event: string
  readonly subject_id: string
  /** Null when there was no answer. */
  readonly status: number | null
  readonly error: string | null
  readonly duration_ms: number
}

/** Posts an event to a program on this machine as the service would: signed anew, once. */
export async function forward(event: AccountEvent, to: string, secret: string): Promise<Forwarded> {
  const sentAt = new Date()
  const { id, event: name, data } = event
  // Those without an id are sent to endpoints under one as well.
  const eventId = id ?? `evt_${crypto.randomUUID().replaceAll('-', '')}`
  const body = JSON.stringify({ event: name, data, sent_at: sentAt.toISOString() })
  const outcome = await fetch(to, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': `presenter-video-listen/${VERSION}`,
      ...signedHeaders({ secret, eventId, body, sentAt }),
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(ATTEMPT_LIMIT_MS),
  }).then(
    async (answer) => {
      await answer.body?.cancel()
      return { status: answer.status, error: null }
    },
    (error: Error) => ({ status: null, error: reasonOf(error) }),
  )
  const duration_ms = Date.now() - sentAt.getTime()
  return { event_id: eventId, event: name, subject_id: data.id, ...outcome, duration_ms }
}

function reasonOf({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return 'no answer within 15 seconds'
  const { code, message: why = message } = (cause ?? {}) as Partial<NodeJS.ErrnoException>
  return code ?? why
}
