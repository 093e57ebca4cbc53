import { availableParallelism, cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

import type { Tier } from './kinds.ts'

/**
 * How many more files than cores run at a time, each in a process of half a gigabyte. Most quick ones wait for servers, clocks
 * and browsers as long as they compute; slow ones compute more.
 */
const MORE_THAN_CORES: Readonly<Record<Tier, number>> = { quick: 3, slow: 2 }

const LOOKED_AT_FOR_MS = 1_000
/** Of the cores' time: where other programs leave less, more files at a time would only keep each other waiting. */
const ROOM = 0.5

/** How many files to run at a time, on this machine and beside what else it does now. */
export async function filesAtATime(tier: Tier): Promise<number> {
  const cores = availableParallelism()
  return (await idleShare()) < ROOM ? cores : cores + MORE_THAN_CORES[tier]
}

/** The share of the cores' time in which they had nothing to do, 0 to 1. */
async function idleShare(): Promise<number> {
  const before = spent()
  await wait(LOOKED_AT_FOR_MS)
  const after = spent()
  return (after.idle - before.idle) / Math.max(1, after.all - before.all)
}

/** Milliseconds of all cores since the machine started. */
function spent(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((core) => core.times)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((one) => Object.values(one))) }
}
