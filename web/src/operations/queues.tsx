import { Badge, Box, Group, Stack, Text, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'

import type { QueueView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { Rows, RowsOnTheWay } from '../parts/table/rows.tsx'
import { Section } from '../parts/section.tsx'
import { isQueueInTrouble, lengthInWords, queueInWords } from './words.ts'

const EVERY_MS = 5_000

/** The workers of each queue, and its backlog. */
export function Queues() {
  const { data, error, refetch } = useQuery({
    queryKey: ['operations', 'queues'],
    queryFn: () => ask('GET /operations/queues'),
    refetchInterval: EVERY_MS,
  })
  return (
    <Section title="Workers and queues" intro="Each kind of work has a queue; workers take from it.">
      <Stack gap="sm">
        {error && <LoadFailed error={error} retry={refetch} />}
        {data ? (
          <Rows label="Queues">
            {data.data.map((queue) => (
              <QueueRow key={queue.name} queue={queue} />
            ))}
          </Rows>
        ) : (
          !error && <RowsOnTheWay count={5} />
        )}
      </Stack>
    </Section>
  )
}

function QueueRow({ queue }: { queue: QueueView }) {
  const isBad = isQueueInTrouble(queue)
  const Icon = isBad ? TriangleAlert : CircleCheck
  const names = queue.workers
    .map(({ identity, is_current }) => (is_current ? identity : `${identity} (not current)`))
    .join(', ')
  return (
    <Group gap="md" justify="space-between">
      <Box flex="1 1 220px">
        <Text fw={550}>{queue.name}</Text>
        <Text size="sm" c="dimmed">
          {queueInWords(queue)}
        </Text>
      </Box>
      <Group gap="md">
        <Text size="sm">{waitingInWords(queue)}</Text>
        <Tooltip label={names} disabled={names === ''} multiline maw={320}>
          <Badge
            color={isBad ? 'red' : 'green'}
            variant="light"
            tabIndex={names === '' ? undefined : 0}
            leftSection={<Icon size={12} aria-hidden />}
          >
            {workersInWords(queue)}
          </Badge>
        </Tooltip>
      </Group>
    </Group>
  )
}

function waitingInWords({ waiting, oldest_wait_seconds }: QueueView): string {
  if (waiting === 0) return 'Queue empty'
  return `${waiting} waiting, the oldest for ${lengthInWords(oldest_wait_seconds)}`
}

function workersInWords({ workers }: QueueView): string {
  const current = workers.filter((worker) => worker.is_current).length
  const others = workers.length - current
  const serving = current === 0 ? 'No worker' : current === 1 ? '1 worker' : `${current} workers`
  return others === 0 ? serving : `${serving}, ${others} not current`
}
