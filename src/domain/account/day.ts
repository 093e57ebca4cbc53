/** When the day of the daily limit ends: at 00:00 UTC (decisions, "Plans"). */
export function endOfDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}

/** Whole seconds until then, at least 1. */
export function secondsLeftOfDay(now: Date): number {
  return Math.max(1, Math.ceil((endOfDay(now).getTime() - now.getTime()) / 1000))
}
