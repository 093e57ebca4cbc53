import { setTimeout as wait } from 'node:timers/promises'

import { isPassing } from './store-faults.ts'

/** How long a caller waits for a store that is away, slow or busy. Milliseconds. */
export interface StorePatience {
  /** Limit of one call, up to the beginning of its answer. Uploads get more time, by their size. */
  readonly callMs: number
  /** Time after which no other try starts. */
  readonly wholeMs: number
}

/** A client waits for the answer: it had better ask again itself. */
export const ANSWERING: StorePatience = { callMs: 3_000, wholeMs: 4_000 }

/** A look at whether the store is there. */
export const GLANCING: StorePatience = { callMs: 1_500, wholeMs: 0 }

/** Work that took minutes is not thrown away because the store is away for one. */
export const WORKING: StorePatience = { callMs: 15_000, wholeMs: 120_000 }

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000

/** Repeats a call that the store could not answer, with growing pauses. @throws what the last try did. */
export async function patiently<Result>(
  { wholeMs }: StorePatience,
  call: () => Promise<Result>,
): Promise<Result> {
  const end = Date.now() + wholeMs
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await call()
    } catch (error) {
      if (!isPassing(error) || Date.now() + pause >= end) throw error
    }
    await wait(pause)
  }
}
