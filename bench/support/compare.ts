import { spread } from './figure.ts'
import type { Round } from './figure.ts'

const WARM_UP = 40
const ROUNDS = 8
const CALLS_A_ROUND = 25

/** Milliseconds that each contestant's calls took: its rounds, and the calls of each. */
export type Times = ReadonlyMap<string, readonly (readonly number[])[]>

/** Times contestants in turn, one call at a time. */
export async function timeInTurn(
  contestants: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<Times> {
  const times = new Map(Object.keys(contestants).map((name): [string, number[][]] => [name, []]))
  for (const call of Object.values(contestants)) {
    for (let count = 0; count < WARM_UP; count += 1) await call()
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, call] of Object.entries(contestants)) times.get(name)!.push(await timesOf(call))
  }
  return times
}

async function timesOf(call: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let count = 0; count < CALLS_A_ROUND; count += 1) {
    const startedAt = performance.now()
    await call()
    taken.push(performance.now() - startedAt)
  }
  return taken
}

/** The rounds of two contestants as those of a figure: the median call of each. */
export function roundsOf(times: Times, ours: string, theirs: string): Round[] {
  const medians = (name: string) => times.get(name)!.map((calls) => spread(calls).median)
  const others = medians(theirs)
  return medians(ours).map((value, round) => ({ ours: value, theirs: others[round] ?? Number.NaN }))
}

/** Prints the medians of all contestants as ratios to the first. */
export function printTimes(title: string, times: Times): void {
  const calls = [...times].map(([name, rounds]): [string, number[]] => [name, rounds.flat()])
  const [baseline = 1] = calls.map(([, values]) => spread(values).median)
  const rows = calls.map(([name, values]) => {
    const { median } = spread(values)
    return [
      name,
      {
        'median ms': round(median),
        'p95 ms': round(quantile(values, 0.95)),
        'times the first': round(median / baseline),
      },
    ]
  })
  console.log(`\n${title}`)
  console.table(Object.fromEntries(rows))
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
