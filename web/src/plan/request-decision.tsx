import { Box, Button, Group, Paper, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { PlanRequestView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { CopyIcon } from '../parts/code-block.tsx'
import { Moment } from '../parts/time/moment.tsx'
import { notifyDone, notifyFailed } from '../parts/notify.ts'
import { planRequestsQuery, plansQuery } from './queries.ts'

type Verdict = 'approved' | 'declined'

/** A request for another plan with what can be done about it, and words for the account's owners. */
export function RequestDecision({ request }: { request: PlanRequestView }) {
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const { account_name: account, plan_name: plan, current_plan_name: before } = request
  const decide = useMutation({
    mutationFn: (verdict: Verdict) =>
      ask('POST /plan-requests/:id/decision', { params: { id: request.id }, body: { verdict, note } }),
    onSuccess: (_, verdict) =>
      notifyDone(verdict === 'approved' ? `${account} is on ${plan} now.` : `${account} stays on ${before}.`),
    onError: notifyFailed,
    async onSettled() {
      await queries.invalidateQueries(planRequestsQuery)
      await queries.invalidateQueries(plansQuery)
    },
  })
  const loading = (verdict: Verdict) => decide.isPending && decide.variables === verdict
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="sm">
        <Box miw={0}>
          <Text component="h2" fw={600}>
            {account}: {before} to {plan}
          </Text>
          <Text size="sm" c="dimmed">
            {request.asked_by ?? 'Somebody'} asked <Moment at={request.asked_at} />
          </Text>
        </Box>
        <CopyIcon value={request.account_id} label={`Copy the account id of ${account}`} />
      </Group>
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Message to the owners (optional)"
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.currentTarget.value)}
          flex="1 1 240px"
        />
        <Button
          variant="default"
          loading={loading('declined')}
          onClick={() => decide.mutate('declined')}
          aria-label={`Decline the request of ${account}`}
        >
          Decline
        </Button>
        <Button
          loading={loading('approved')}
          onClick={() => decide.mutate('approved')}
          aria-label={`Approve the request of ${account}`}
        >
          Approve
        </Button>
      </Group>
    </Paper>
  )
}
