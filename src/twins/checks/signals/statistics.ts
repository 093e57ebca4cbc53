/** The value below which a share of the values lies; numbers that are none are left out. NaN when none is left. */
export function quantile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from([...values].filter((value) => !Number.isNaN(value))).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The value in the middle. */
export function median(values: Iterable<number>): number {
  return quantile(values, 0.5)
}

/** Share of the values that are so; 0 when there are none. */
export function shareOf(values: ArrayLike<number>, isSo: (value: number) => boolean): number {
  const all = Array.from(values)
  return all.length === 0 ? 0 : all.filter(isSo).length / all.length
}

/** How far two rows of values rise and fall together, −1 to 1, as far as both are known; 0 where one does not move. */
export function correlation(one: Float32Array, other: Float32Array, otherShift = 0): number {
  let [count, sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0, 0]
  for (let index = 0; index < one.length; index += 1) {
    const x = one[index] ?? Number.NaN
    const y = other[index + otherShift] ?? Number.NaN
    if (Number.isNaN(x) || Number.isNaN(y)) continue
    count += 1
    sumX += x
    sumY += y
    sumXX += x * x
    sumYY += y * y
    sumXY += x * y
  }
  const spread = Math.sqrt(Math.max(0, count * sumXX - sumX ** 2) * Math.max(0, count * sumYY - sumY ** 2))
  return spread === 0 ? 0 : (count * sumXY - sumX * sumY) / spread
}

/** The stretches in which something holds without a break: first, and first after it. */
export function runsOf(length: number, holds: (index: number) => boolean): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  let from = -1
  for (let index = 0; index <= length; index += 1) {
    const isSo = index < length && holds(index)
    if (isSo && from < 0) from = index
    if (!isSo && from >= 0) {
      runs.push({ from, to: index })
      from = -1
    }
  }
  return runs
}
