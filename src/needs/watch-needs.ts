import { setTimeout as delay } from 'node:timers/promises'

import type { Lack, Need } from '../domain/health/needs.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { NeedsWatch, Probe } from '../ports/process/needs.ts'

/** How often it is looked at what is there. */
const LOOK_EVERY_MS = 10_000

/** How soon it is looked again at what was not there the last time. */
const LOOK_AGAIN_MS = 2_000

/** One failure may be a moment's; before anything has begun, one is enough not to begin. */
const FAILURES = 2

/** What takes longer is not there: a network disk can hang for minutes. */
const PROBE_DEADLINE_MS = 30_000

/** What is known of a need. */
interface Known {
  readonly failures: number
  /** When it was first found not to be there, of those times that followed each other. */
  readonly since: Date | null
  readonly lack: Lack | null
}

const THERE: Known = { failures: 0, since: null, lack: null }

/** What a watch is made with. Tests look more often. */
export interface WatchOptions {
  readonly clock: Clock
  readonly everyMs?: number
  readonly againMs?: number
}

/** Makes a watch that looks at nothing yet. */
export function createNeedsWatch({
  clock,
  everyMs = LOOK_EVERY_MS,
  againMs = LOOK_AGAIN_MS,
}: WatchOptions): NeedsWatch {
  const probes = new Map<Need, Probe>()
  const known = new Map<Need, Known>()
  const firstLooks = new Map<Need, Promise<void>>()
  const changes = createChanges()
  const ended = new AbortController()

  async function look(need: Need, failuresAllowed: number): Promise<void> {
    const probe = probes.get(need)
    const why = probe ? await whyNot(probe) : null
    if (ended.signal.aborted) return
    const before = known.get(need) ?? THERE
    const found = why === null ? THERE : failed(before, { need, why, now: clock() }, failuresAllowed)
    known.set(need, found)
    if (found.lack && !before.lack) changes.tell(found.lack, true)
    if (before.lack && !found.lack) changes.tell(before.lack, false)
  }

  async function keepLooking(need: Need): Promise<void> {
    while (!ended.signal.aborted) {
      const pause = known.get(need)?.failures ? againMs : everyMs
      await delay(pause, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
      if (!ended.signal.aborted) await look(need, FAILURES)
    }
  }

  /** Looks for the first time, once, and then again and again. */
  function beginAt(need: Need): Promise<void> {
    const begun = firstLooks.get(need)
    if (begun || !probes.has(need)) return begun ?? Promise.resolve()
    const first = look(need, 1)
    firstLooks.set(need, first)
    void first.then(() => keepLooking(need))
    return first
  }

  const isLacking = (needs: readonly Need[]) => needs.some((need) => known.get(need)?.lack)
  return {
    add: (need, probe) => void probes.set(need, probe),
    async begin(needs) {
      await Promise.all(needs.map(beginAt))
    },
    watched: () => [...firstLooks.keys()],
    lacks: () =>
      [...known.values()]
        .flatMap(({ lack }) => lack ?? [])
        .toSorted((a, b) => a.since.getTime() - b.since.getTime()),
    untilAllThere: (needs, signal) => changes.until(() => !isLacking(needs), signal),
    untilLacking: (needs, signal) => changes.until(() => isLacking(needs), signal),
    onChange: changes.hear,
    end: () => ended.abort(),
  }
}

/** What is known after a look that failed. */
function failed(
  before: Known,
  { need, why, now }: { need: Need; why: string; now: Date },
  failuresAllowed: number,
): Known {
  const failures = before.failures + 1
  const since = before.since ?? now
  return { failures, since, lack: failures >= failuresAllowed ? { need, why, since } : null }
}

/** Those who hear of changes, and those who wait for one. */
function createChanges() {
  const hearers = new Set<(lack: Lack, isLacking: boolean) => void>()
  const waiting = new Set<() => void>()
  return {
    hear: (hear: (lack: Lack, isLacking: boolean) => void) => void hearers.add(hear),
    tell(lack: Lack, isLacking: boolean): void {
      for (const hear of hearers) hear(lack, isLacking)
      for (const wake of waiting) wake()
    },
    async until(isEnough: () => boolean, signal: AbortSignal): Promise<void> {
      while (!isEnough() && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const wake = (): void => {
            waiting.delete(wake)
            signal.removeEventListener('abort', wake)
            resolve()
          }
          waiting.add(wake)
          signal.addEventListener('abort', wake)
        })
      }
    },
  }
}

/** Null when it is there. */
async function whyNot(probe: Probe): Promise<string | null> {
  const late = new AbortController()
  const tooLate = delay(PROBE_DEADLINE_MS, `no answer within ${PROBE_DEADLINE_MS / 1_000} seconds`, {
    signal: late.signal,
    ref: false,
  }).catch(() => null)
  const asked = probe().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  try {
    return await Promise.race([asked, tooLate])
  } finally {
    late.abort()
  }
}
