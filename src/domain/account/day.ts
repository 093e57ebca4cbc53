/** When the day of the daily limit ends: at 00:00 UTC (decisions, "Plans"). */
export function endOfDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}
