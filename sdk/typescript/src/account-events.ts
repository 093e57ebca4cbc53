import { factsOf, send } from './call.ts'
import { ApiError, ConnectionError, errorOf } from './errors.ts'
import { readEvents } from './event-stream.ts'
import type { StreamEvent } from './event-stream.ts'
import { pause } from './pause.ts'
import type { Settings } from './settings.ts'

/** A comment comes every 15 seconds. */
const SILENCE_MS = 30_000
const REOPEN_MS = 1_000

/** How the stream of an account is opened once. */
export interface Opening {
  readonly signal: AbortSignal
  /** The last event that is known, after which the stream goes on. */
  readonly lastEventId: string | null
  /** Milliseconds within which something has to come at first. */
  readonly firstSignMs?: number
  readonly onOpen?: () => void
  readonly onSign?: () => void
}

/** Reads the stream until it ends or is silent. @throws ApiError when it is refused, or what broke it. */
export async function* openEvents(
  settings: Settings,
  { signal, lastEventId, firstSignMs = SILENCE_MS, onOpen, onSign }: Opening,
): AsyncGenerator<StreamEvent> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), firstSignMs)
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE_MS)
    onSign?.()
  }
  try {
    const headers = {
      Accept: 'text/event-stream',
      ...(lastEventId !== null && { 'Last-Event-ID': lastEventId }),
    }
    const both = AbortSignal.any([signal, silence.signal])
    const response = await send(settings, { method: 'GET', path: '/events' }, both, headers)
    if (!response.ok || response.body === null)
      throw errorOf(factsOf(response, null), await response.json().catch(() => null))
    onOpen?.()
    yield* readEvents(response.body, heard)
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

/** Something that happened, as the stream sends it. Ignore events that you do not know. */
export interface AccountEvent {
  /** Null for what is of use only now: another status, progress, a deletion. */
  readonly id: string | null
  /** `reset` when it is not known what was missed. */
  readonly event: string
  readonly data: { readonly id: string; readonly [member: string]: unknown }
  readonly sent_at: string
}

/** How events are followed. */
export interface FollowOptions {
  /** The id of the last event that you have seen, within a day: what has ended since then comes first. */
  readonly lastEventId?: string | null
  /** Ends it: the loop then throws the signal's reason. */
  readonly signal?: AbortSignal
}

/** What happens to the account's videos and batches, as it happens. */
export function eventsOf(settings: Settings) {
  return {
    /**
     * Follows the account until the loop is left: the stream is opened again when it ends. An event can come twice.
     *
     * @throws ApiError when the service refuses it, ConnectionError when it cannot be reached several times in a row.
     */
    follow: (options: FollowOptions = {}): AsyncIterable<AccountEvent> => follow(settings, options),
  }
}

async function* follow(settings: Settings, options: FollowOptions): AsyncGenerator<AccountEvent> {
  const signal = options.signal ?? new AbortController().signal
  let lastEventId = options.lastEventId ?? null
  for (let vain = 0; ;) {
    let [isHeard, fault]: [boolean, unknown] = [false, undefined]
    try {
      const onSign = () => (isHeard = true)
      for await (const { id, event, data } of openEvents(settings, { signal, lastEventId, onSign })) {
        lastEventId = id ?? lastEventId
        yield event === 'reset' ? reset() : { id, ...(JSON.parse(data) as Omit<AccountEvent, 'id'>) }
      }
    } catch (error) {
      if (error instanceof ApiError && !error.retryable && error.code !== 'unknown') throw error
      fault = error
    }
    signal.throwIfAborted()
    vain = isHeard ? 0 : vain + 1
    if (vain > settings.maxRetries)
      throw new ConnectionError('The stream of events cannot be opened.', null, fault)
    await pause(REOPEN_MS, signal)
  }
}

function reset(): AccountEvent {
  return { id: null, event: 'reset', data: { id: '' }, sent_at: new Date().toISOString() }
}
