import { Alert, Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { endOfDay } from '../../../src/domain/account/day.ts'
import { minutesAndSeconds } from '../parts/time/duration.ts'
import { faultOf, fieldFaults } from '../parts/fault-of.ts'
import { Moment } from '../parts/time/moment.tsx'
import { useNow } from '../parts/time/use-now.ts'
import type { RequestBody } from './draft/draft.ts'
import { estimateQuery } from './queries.ts'
import type { EstimateView } from './queries.ts'

/** The estimate is asked for when typing pauses for so long. */
const PAUSE_MS = 350

/** What a request would come to, as far as it can be asked yet. @param content the body as JSON; null: not yet. */
export function useEstimate(content: string | null) {
  const [settled] = useDebouncedValue(content, PAUSE_MS)
  const query = useQuery(estimateQuery(settled === null ? null : (JSON.parse(settled) as RequestBody)))
  const estimate = content === null ? null : (query.data ?? null)
  const refusals = query.error ? [] : (estimate?.would_be_refused ?? [])
  const faults: Readonly<Record<string, string>> = {
    ...fieldFaults(query.error),
    ...Object.fromEntries(
      refusals.flatMap(({ fields = {} }) =>
        Object.entries(fields).map(([path, { message }]) => [path, message] as const),
      ),
    ),
  }
  return {
    estimate,
    refusals,
    faults,
    error: content === null ? null : query.error,
    isStale: content !== settled || query.isFetching,
    /** Whether creating it now would be in vain. */
    isRefused: content !== null && (query.error !== null || refusals.some(({ retryable }) => !retryable)),
  }
}

/** The length of the video in a few words, for places with little room. Null when it is not known. */
export function lengthInShort({ estimate, refusals }: ReturnType<typeof useEstimate>): string | null {
  const expected = estimate?.expected_duration_seconds ?? null
  if (expected === null || refusals.length > 0) return null
  return about(expected)
}

/** Nothing that is said is said to take no time. */
function about(seconds: number): string {
  return `About ${minutesAndSeconds(Math.max(1, seconds))}`
}

/** How long the video will be, what it will cost, and why it could not be made, if so. */
export function Estimate({ result }: { result: ReturnType<typeof useEstimate> }) {
  const { estimate, refusals, error, isStale } = result
  // The length of a script that cannot be spoken is nothing to plan with.
  const saysNothing = refusals.some(({ fields }) => fields && 'script' in fields)
  return (
    <Stack gap="xs" aria-live="polite" aria-busy={isStale} mih={66}>
      {estimate === null && !error ? (
        isStale ? (
          <>
            <Skeleton height={22} width="60%" />
            <Skeleton height={20} width="90%" />
          </>
        ) : (
          <Text c="dimmed" size="sm">
            How long the video will be and what it will cost is shown here.
          </Text>
        )
      ) : (
        <>
          {estimate && !error && !saysNothing && <Figures estimate={estimate} />}
          {error && (
            <Alert color="yellow" title="This video can’t be created yet">
              {faultOf(error, 'The estimate is unavailable right now.')}
            </Alert>
          )}
          {refusals.map((refusal) => (
            <RefusalNote key={`${refusal.code} ${refusal.message}`} refusal={refusal} />
          ))}
        </>
      )}
    </Stack>
  )
}

/** One reason why the video would be refused, and the way out of it. */
function RefusalNote({ refusal }: { refusal: EstimateView['would_be_refused'][number] }) {
  const { action, fields, user_message: said } = refusal
  const faults = Object.values(fields ?? {}).map(({ message }) => message)
  const now = useNow(60_000)
  const isLimit = action === 'upgrade' || action === 'wait_until_tomorrow'
  return (
    <Alert color="yellow" title="This video can’t be created yet">
      {faults.length > 0 ? faults.join(' ') : said}
      {action === 'wait_until_tomorrow' && (
        <>
          {' '}
          The limit resets <Moment at={endOfDay(new Date(now)).toISOString()} />.
        </>
      )}
      {isLimit && (
        <>
          {' '}
          <Anchor inherit renderRoot={(props) => <Link to="/plan" {...props} />}>
            See plans and limits
          </Anchor>
        </>
      )}
    </Alert>
  )
}

function Figures({ estimate }: { estimate: EstimateView }) {
  const {
    expected_duration_seconds: expected,
    video_seconds: seconds,
    remaining_video_seconds: remaining,
    remaining_after_video_seconds: remainingAfter,
  } = estimate
  if (expected === null || seconds === null) return null
  return (
    <div>
      <Text fw={600}>{about(expected)} long</Text>
      <Text size="sm" c="dimmed">
        Uses up to {minutesAndSeconds(seconds)} of your plan. Failed videos are free.{' '}
        {remainingAfter === null
          ? `You have ${minutesAndSeconds(remaining)} left.`
          : `${minutesAndSeconds(remainingAfter)} will be left.`}
      </Text>
    </div>
  )
}
