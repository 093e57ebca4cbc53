import { Text, Tooltip } from '@mantine/core'

import { EXACT, RELATIVE } from './dates.ts'
import { useNow } from './use-now.ts'

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** The smallest step in which it is said how long ago something was. */
const MINUTE_MS = 60_000

/** A moment as people say it, now and while the page stays open, with the exact time in the reader's zone on hover. @param at ISO 8601. */
export function Moment({ at }: { at: string }) {
  const date = new Date(at)
  const now = useNow(MINUTE_MS)
  return (
    <Tooltip label={EXACT.format(date)}>
      <Text component="time" dateTime={at} inherit span>
        {spoken((date.getTime() - now) / 1000)}
      </Text>
    </Tooltip>
  )
}

function spoken(seconds: number): string {
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.round(seconds / length), unit)
  }
  return seconds > 0 ? 'in a moment' : 'just now'
}
