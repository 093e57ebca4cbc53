/** Below this the clock of the processor and the collector of garbage are most of what is measured. */
const SHORTEST_MS = 2

/** Measured so often, the smallest figure is the work itself and not what else the machine did. */
const FEWEST_TRIES = 2
const MOST_TRIES = 10

/** A growth that needs no further proof. */
const CLEARLY_FINE = 2.5

/** Work that grows faster than it should does so at every size; what else the machine does comes and goes. */
const MOST_DOUBLINGS = 2

/**
 * How many times as much processor time work on twice the size takes. A figure above `limit` is measured again
 * at sizes twice as large, where the work weighs more against everything else that the process does: the least
 * of the figures counts. Work with the square of its size shows it at each of them.
 */
export function growthOf(work: (size: number) => () => unknown, size: number, limit: number): number {
  let least = Infinity
  for (let doublings = 0; doublings <= MOST_DOUBLINGS && least > limit; doublings += 1) {
    const smaller = size * 2 ** doublings
    least = Math.min(least, growthBetween(work(smaller), work(2 * smaller)))
  }
  return least
}

/**
 * The best of several tries for each. Processor time, because on a busy machine the clock on the wall says
 * nothing.
 */
function growthBetween(smaller: () => unknown, larger: () => unknown): number {
  let [least, most] = [Infinity, Infinity]
  let growth = Infinity
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    least = Math.min(least, processorMs(smaller))
    most = Math.min(most, processorMs(larger))
    growth = most / Math.max(least, SHORTEST_MS)
    if (tries >= FEWEST_TRIES && growth <= CLEARLY_FINE) return growth
  }
  return growth
}

function processorMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
