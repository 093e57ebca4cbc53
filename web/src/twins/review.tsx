import { Box, Button, Group, Paper, Skeleton, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { ReviewView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { CopyIcon } from '../parts/code-block.tsx'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { Moment } from '../parts/time/moment.tsx'
import { notifyDone, notifyFailed } from '../parts/notify.ts'
import { Evidence } from './evidence.tsx'
import { reviewQuery, reviewsQuery } from './queries.ts'
import { onTheWay } from '../parts/page/on-the-way.ts'

/** One consent that waits. Its evidence is loaded when it is asked for, as that is written down. */
export function Review({ review }: { review: ReviewView }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" align="flex-start" mb={isOpen ? 'md' : 0}>
        <Box miw={0}>
          <Text component="h2" fw={600}>
            {review.name}
          </Text>
          <Text size="sm" c="dimmed">
            Account {review.account_id} · started <Moment at={review.created_at} />
          </Text>
        </Box>
        <Group gap="sm">
          <CopyIcon value={review.twin_id} label={`Copy the id of ${review.name}`} />
          {!isOpen && (
            <Button onClick={() => setIsOpen(true)} aria-label={`Look at the evidence of ${review.name}`}>
              Look at the evidence
            </Button>
          )}
        </Group>
      </Group>
      {isOpen && <Opened id={review.twin_id} name={review.name} />}
    </Paper>
  )
}

function Opened({ id, name }: { id: string; name: string }) {
  const { data, error, refetch } = useQuery(reviewQuery(id))
  if (data) {
    return (
      <>
        <Evidence review={data} />
        <Decision id={id} name={name} />
      </>
    )
  }
  if (error) return <LoadFailed error={error} retry={refetch} />
  return <Skeleton height={220} {...onTheWay('the evidence')} />
}

function Decision({ id, name }: { id: string; name: string }) {
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const decide = useMutation({
    mutationFn: (approved: boolean) =>
      ask('POST /operations/twin-reviews/:id', { params: { id }, body: { approved, reason } }),
    onSuccess: (_, approved) =>
      notifyDone(approved ? `${name} is approved; the build continues.` : `${name} is refused.`),
    onError: notifyFailed,
    async onSettled() {
      queries.removeQueries(reviewQuery(id))
      await queries.invalidateQueries(reviewsQuery)
    },
  })
  const loading = (approved: boolean) => decide.isPending && decide.variables === approved
  const hasReason = reason.trim() !== ''
  return (
    <Group align="flex-end" gap="sm" mt="md">
      <TextInput
        label="Reason"
        description="Needed to refuse. The person who recorded it reads it."
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.currentTarget.value)}
        flex="1 1 280px"
      />
      <Button
        variant="default"
        disabled={!hasReason}
        loading={loading(false)}
        onClick={() => decide.mutate(false)}
        aria-label={`Refuse ${name}`}
      >
        Refuse
      </Button>
      <Button loading={loading(true)} onClick={() => decide.mutate(true)} aria-label={`Approve ${name}`}>
        Approve
      </Button>
    </Group>
  )
}
