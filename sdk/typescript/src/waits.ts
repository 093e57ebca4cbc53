import { openEvents } from './account-events.ts'
import type { CallOptions } from './call.ts'
import type { components } from './description.ts'
import { TimeoutError } from './errors.ts'
import { pause } from './pause.ts'
import type { Settings } from './settings.ts'
import { withinTime } from './time-limit.ts'

type Schemas = components['schemas']
/** What can be waited for: a video or a batch. */
export type Endable = Schemas['Video'] | Schemas['BatchSummary']

/** What waiting asks of the API. */
export interface WaitCalls {
  /** Those of up to 50 that exist and are looked up together: videos. */
  readonly byIds: (ids: readonly string[]) => Promise<readonly Endable[]>
  /** Resolves when the video or the batch has ended, or after so many seconds. */
  readonly waitFor: (id: string, seconds: number) => Promise<Endable>
}

const ENDED = new Set(['ready', 'failed', 'finished', 'cancelled'])

/** Whether nothing more becomes of it. */
export function hasEnded({ status }: Endable): boolean {
  return ENDED.has(status)
}

/**
 * Waits so long as the options say.
 *
 * @param what has not happened when the time is over.
 * @throws TimeoutError, or what the signal was aborted with.
 */
export async function waitUntil(
  waits: Waits,
  id: string,
  { signal, timeoutMs }: CallOptions & { readonly timeoutMs: number },
  what: string,
): Promise<Endable> {
  return withinTime({ ...(signal && { signal }), timeoutMs }, (limit) =>
    waits.until(id, limit.signal).catch((error: unknown) => {
      signal?.throwIfAborted()
      if (!limit.isOver()) throw error
      throw new TimeoutError(`${what} within ${timeoutMs} ms. The work continues all the same.`, null, error)
    }),
  )
}

interface Waiter {
  readonly resolve: (ended: Endable) => void
  readonly reject: (error: unknown) => void
}

/** The service sends something at once. Where nothing comes so long, a proxy holds it back. */
const FIRST_SIGN_MS = 5_000
/** Calls that come one after the other are looked up together. */
const GATHER_MS = 100
/** A stream that ends is opened again: so often in a row without having sent anything. */
const VAIN_OPENINGS = 2
const REOPEN_MS = 1_000
/** A key can have 20 requests that wait; some are left to others. */
const WAITS_AT_A_TIME = 10
const WAIT_SECONDS = 60
const LARGEST_PAGE = 50
const POLL_EVERY_MS = 5_000

/**
 * Waits for videos and batches: all waits of one client share one stream of events. Where no stream comes through, a few videos are
 * waited for by one request each, and more of them are looked up together.
 */
export class Waits {
  readonly #settings: Settings
  readonly #calls: WaitCalls
  readonly #waiters = new Map<string, Waiter[]>()
  #isRunning = false
  /** Ids whose state is not known yet: they may have ended before the stream was open. */
  #unseen: string[] = []
  #wake: () => void = () => {}
  #lastEventId: string | null = null

  constructor(settings: Settings, calls: WaitCalls) {
    this.#settings = settings
    this.#calls = calls
  }

  /** Resolves with the video or the batch once it has ended. Rejects with the signal's reason. */
  until(id: string, signal: AbortSignal): Promise<Endable> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const waiter: Waiter = { resolve, reject }
      const leave = () => {
        this.#leave(id, waiter)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiters.set(id, [...(this.#waiters.get(id) ?? []), waiter])
      this.#unseen.push(id)
      this.#wake()
      if (!this.#isRunning) void this.#run()
    })
  }

  #leave(id: string, waiter: Waiter): void {
    const others = this.#waiters.get(id)?.filter((other) => other !== waiter) ?? []
    if (others.length > 0) this.#waiters.set(id, others)
    else this.#waiters.delete(id)
    this.#wake()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      for (let vain = 0; this.#waiters.size > 0 && vain < VAIN_OPENINGS;) {
        vain = (await this.#follow()) ? 0 : vain + 1
        if (this.#waiters.size > 0) await pause(REOPEN_MS)
      }
      while (this.#waiters.size > 0) await this.#lookAgain()
    } catch (error) {
      for (const waiters of this.#waiters.values()) for (const { reject } of waiters) reject(error)
      this.#waiters.clear()
    } finally {
      this.#isRunning = false
    }
  }

  /** Follows the stream until it ends, is silent, or nobody waits. @returns whether anything came. */
  async #follow(): Promise<boolean> {
    const ended = new AbortController()
    let heard = false
    let looks: Promise<void> | undefined
    const opening = {
      signal: ended.signal,
      lastEventId: this.#lastEventId,
      firstSignMs: FIRST_SIGN_MS,
      // When a look fails, the stream is opened again, and all are looked at then.
      onOpen: () => (looks = this.#lookAtUnseen(ended).catch(() => ended.abort())),
      onSign: () => (heard = true),
    }
    try {
      for await (const { id, event, data } of openEvents(this.#settings, opening)) {
        this.#lastEventId = id ?? this.#lastEventId
        // What was missed is not known: everything is looked at.
        if (event === 'reset') this.#unseen = [...this.#waiters.keys()]
        else await this.#hear(event, (JSON.parse(data) as { data: Endable }).data)
      }
      ended.abort()
      await looks
    } catch {
      // It is opened again, or given up.
    } finally {
      ended.abort()
    }
    return heard
  }

  async #hear(event: string, thing: Endable): Promise<void> {
    if (event === 'video.deleted' && this.#waiters.has(thing.id)) await this.#explain(thing.id)
    else this.#settle(thing)
  }

  /** While the stream is open: who comes meanwhile is looked up once, and the stream ends when nobody waits. */
  async #lookAtUnseen(ended: AbortController): Promise<void> {
    this.#unseen = [...this.#waiters.keys()]
    while (!ended.signal.aborted) {
      const ids = this.#unseen.splice(0)
      await this.#lookAt(ids.filter((id) => this.#waiters.has(id)))
      if (this.#waiters.size === 0) return ended.abort()
      if (this.#unseen.length === 0) await this.#somebody(ended.signal)
      await pause(GATHER_MS, ended.signal).catch(() => {})
    }
  }

  #somebody(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }

  /** Without a stream. */
  async #lookAgain(): Promise<void> {
    const ids = [...this.#waiters.keys()]
    if (ids.length <= WAITS_AT_A_TIME) {
      await Promise.all(ids.map((id) => this.#explain(id, WAIT_SECONDS)))
      return
    }
    await this.#lookAt(ids)
    // One page of ids in five seconds at most: the key is used for other requests as well.
    await pause(POLL_EVERY_MS * Math.ceil(ids.length / LARGEST_PAGE))
  }

  async #lookAt(ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += LARGEST_PAGE) {
      const asked = ids.slice(from, from + LARGEST_PAGE)
      const found = await this.#calls.byIds(asked)
      for (const thing of found) this.#settle(thing)
      // Deleted, or never there: the answer to one who asks for it alone says so. Batches are always asked for alone.
      const missing = asked.filter((id) => !found.some((thing) => thing.id === id))
      await Promise.all(missing.map((id) => this.#explain(id)))
    }
  }

  /** By a request for this one alone, whose failure is that of its waits. */
  async #explain(id: string, seconds = 0): Promise<void> {
    try {
      this.#settle(await this.#calls.waitFor(id, seconds))
    } catch (error) {
      const waiters = this.#waiters.get(id) ?? []
      this.#waiters.delete(id)
      for (const { reject } of waiters) reject(error)
    }
  }

  #settle(thing: Endable): void {
    if (!hasEnded(thing)) return
    const waiters = this.#waiters.get(thing.id) ?? []
    this.#waiters.delete(thing.id)
    for (const { resolve } of waiters) resolve(thing)
    if (this.#waiters.size === 0) this.#wake()
  }
}
