import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { TwinRecordView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { notifyFailed } from '../parts/notify.ts'
import { twinRecordsQuery } from './queries.ts'

/** Has a twin built again whose build failed, without another recording. */
export function RetryButton({ twin: { id, name } }: { twin: Pick<TwinRecordView, 'id' | 'name'> }) {
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () => ask('POST /twin-studio/:id/build', { params: { id } }),
    onError: notifyFailed,
    // Also when it was refused: it may be built already, or its films may be gone.
    onSettled: () => queries.invalidateQueries(twinRecordsQuery),
  })
  return (
    <Button
      variant="light"
      fullWidth
      mt="auto"
      loading={retry.isPending}
      aria-label={`Try again: ${name}`}
      onClick={() => retry.mutate()}
    >
      Try again
    </Button>
  )
}
