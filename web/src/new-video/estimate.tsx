import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'

import { inSeconds, minutesAndSeconds } from '../parts/duration.ts'
import { faultOf, fieldFaults } from '../parts/fault-of.ts'
import type { RequestBody } from './draft.ts'
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

/** How long the video will be, what it will cost, and why it could not be made, if so. */
export function Estimate({ result }: { result: ReturnType<typeof useEstimate> }) {
  const { estimate, refusals, error, isStale } = result
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
          {estimate && !error && <Figures estimate={estimate} />}
          {error && (
            <Alert color="yellow" title="This cannot be made yet">
              {faultOf(error, 'The estimate is unavailable right now.')}
            </Alert>
          )}
          {refusals.map(({ code, user_message, message, fields }) => (
            <Alert key={`${code} ${message}`} color="yellow" title="This would be refused at the moment">
              {fields ? message : user_message}
            </Alert>
          ))}
        </>
      )}
    </Stack>
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
      <Text fw={600}>About {minutesAndSeconds(Math.max(1, expected))} long</Text>
      <Text size="sm" c="dimmed">
        Costs at most {inSeconds(seconds)} of your plan, and nothing if it fails.{' '}
        {remainingAfter === null
          ? `You have ${minutesAndSeconds(remaining)} left.`
          : `${minutesAndSeconds(remainingAfter)} will be left.`}
      </Text>
    </div>
  )
}
