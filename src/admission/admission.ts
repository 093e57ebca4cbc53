import type { BoundedWork } from '../domain/health/bounded-work.ts'
import type { Admission } from '../ports/process/admission.ts'
import type { Log } from '../ports/process/log.ts'
import { createBound } from './bound.ts'
import type { BoundOptions, Chance, Crowding } from './bound.ts'

/** The bounds of a process, by kind of work. */
export type Bounds = Readonly<Record<BoundedWork, BoundOptions>>

/** So many, whatever is measured. */
const always = (places: number) => ({ least: places, initial: places, most: places })

/**
 * What is adapted begins with what a small machine does easily, and never goes below what shows that all is well again.
 */
export const BOUNDS: Bounds = {
  // Alone some 50 ms. Who waits for half of the five seconds that a decision may take is not told too late.
  creation: { least: 6, initial: 12, most: 128, aimMs: 600, longestWaitMs: 2_500 },
  // A few reads, and up to 10 ms of this process for the longest script.
  estimate: { least: 4, initial: 8, most: 64, aimMs: 250, longestWaitMs: 1_000 },
  // A hundred estimates: of the longest scripts, a second of this process.
  batch: { least: 1, initial: 2, most: 8, aimMs: 2_000, longestWaitMs: 2_500 },
  // They wait for the processes that draw, which videos may need as well.
  still: { least: 2, initial: 8, most: 32, aimMs: 2_000, longestWaitMs: 3_000 },
  saying: { least: 1, initial: 4, most: 16, aimMs: 2_000, longestWaitMs: 3_000 },
  // Each hash takes a thread and 32 MB for a tenth of a second; of Node's four threads two remain for files and names.
  password: { ...always(2), aimMs: 250, longestWaitMs: 2_000 },
}

/** Bounds each kind of work of this process by itself. @see docs/adr/0043-what-cannot-be-decided-in-time-is-refused-at-once.md */
export function createAdmission(log: Log, bounds: Bounds = BOUNDS, chance: Chance = CHANCE): Admission {
  const entries = Object.entries(bounds).map(([kind, options]) => [
    kind,
    createBound(options, chance, reportTo(log, kind, chance.now)),
  ])
  const made = Object.fromEntries(entries) as Record<BoundedWork, ReturnType<typeof createBound>>
  return { admit: ({ kind, ...request }, work) => made[kind].admit(request, work) }
}

/** Says that there is a crowd when it comes, and how many of it were refused for as long as it stays. */
function reportTo(log: Log, kind: string, now: () => number): (crowding: Crowding) => void {
  let refused = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  return (crowding) => {
    refused += 1
    if (now() - reportedAt < REPORTED_EVERY_MS) return
    log.warn({ kind, refused, ...crowding }, 'more requests than can be answered in time: some are refused')
    reportedAt = now()
    refused = 0
  }
}

const REPORTED_EVERY_MS = 5_000

const CHANCE: Chance = { now: () => performance.now(), random: Math.random }
