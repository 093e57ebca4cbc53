import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX, Hourglass } from 'lucide-react'
import { useState } from 'react'

import type { PlanRequestView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { useMe } from '../api/session.ts'
import { Moment } from '../parts/time/moment.tsx'
import { notifyFailed } from '../parts/notify.ts'
import { plansQuery } from './queries.ts'

const LOOK = {
  open: { icon: Hourglass, color: 'accent', title: 'waits for an answer' },
  approved: { icon: CircleCheck, color: 'green', title: 'was approved' },
  declined: { icon: CircleX, color: 'gray', title: 'was declined' },
  withdrawn: { icon: CircleX, color: 'gray', title: 'was taken back' },
} as const

/** For so long, an answer is news. */
const NEWS_MS = 14 * 86_400_000

/** What became of the account's request for another plan; nothing once the answer is old. */
export function RequestNotice({ request }: { request: PlanRequestView }) {
  const { isOwner } = useMe()
  const queries = useQueryClient()
  const [seenAt] = useState(Date.now)
  const withdraw = useMutation({
    mutationFn: () => ask('DELETE /plan-requests/:id', { params: { id: request.id } }),
    onError: notifyFailed,
    onSettled: () => queries.invalidateQueries(plansQuery),
  })
  if (request.decided_at !== null && Date.parse(request.decided_at) < seenAt - NEWS_MS) return null
  const { icon: Icon, color, title } = LOOK[request.status]
  return (
    <Alert
      color={color}
      mb="xl"
      icon={<Icon aria-hidden />}
      title={`Your request for ${request.plan_name} ${title}`}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {request.note !== null && `“${request.note}” `}
          {request.asked_by === null ? 'Asked' : `${request.asked_by} asked`} <Moment at={request.asked_at} />
          {request.decided_at !== null && (
            <>
              , answered <Moment at={request.decided_at} />
            </>
          )}
          .
        </Text>
        {request.status === 'open' && isOwner && (
          <Button size="xs" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Take it back
          </Button>
        )}
      </Group>
    </Alert>
  )
}
