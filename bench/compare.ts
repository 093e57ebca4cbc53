const WARM_UP = 20
const ROUNDS = 6
const CALLS_A_ROUND = 25

/** Times contestants in turn, one call at a time, and prints their medians as ratios to the first. */
export async function compare(
  title: string,
  contestants: Record<string, () => Promise<unknown>>,
): Promise<void> {
  const times = new Map(Object.keys(contestants).map((name) => [name, [] as number[]]))
  for (const call of Object.values(contestants)) {
    for (let count = 0; count < WARM_UP; count += 1) await call()
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, call] of Object.entries(contestants)) {
      for (let count = 0; count < CALLS_A_ROUND; count += 1) {
        const startedAt = performance.now()
        await call()
        times.get(name)!.push(performance.now() - startedAt)
      }
    }
  }
  const [baseline = 1] = [...times.values()].map((values) => quantile(values, 0.5))
  const rows = [...times].map(([name, values]) => [
    name,
    {
      'median ms': round(quantile(values, 0.5)),
      'p95 ms': round(quantile(values, 0.95)),
      'times the first': round(quantile(values, 0.5) / baseline),
    },
  ])
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
