import { Badge, Box, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'

import type { ProcessView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { Moment } from '../parts/time/moment.tsx'
import { Rows, RowsOnTheWay } from '../parts/table/rows.tsx'
import { Section } from '../parts/section.tsx'

const EVERY_MS = 5_000

const LACKS = { word: 'Lacks something', color: 'red', icon: TriangleAlert } as const
const WORKS = { word: 'Works', color: 'green', icon: CircleCheck } as const
/** It ends what its release began, and begins nothing new. */
const NOT_CURRENT = { word: 'Not current', color: 'yellow', icon: TriangleAlert } as const

/** What runs on which host, of which release and since when, and what it cannot do. */
export function Processes() {
  const { data, error, refetch } = useQuery({
    queryKey: ['operations', 'processes'],
    queryFn: () => ask('GET /operations/processes'),
    refetchInterval: EVERY_MS,
  })
  return (
    <Section
      title="Processes"
      intro="A process that lacks something leaves that work to others and resumes on its own."
    >
      <Stack gap="sm">
        {error && <LoadFailed error={error} retry={refetch} />}
        {data ? (
          <Rows label="Processes">
            {data.data.map((process) => (
              <ProcessRow key={process.id} process={process} />
            ))}
          </Rows>
        ) : (
          !error && <RowsOnTheWay count={2} />
        )}
      </Stack>
    </Section>
  )
}

function ProcessRow({ process }: { process: ProcessView }) {
  const { name, role, version, build_id: buildId, queues, lacks, started_at: startedAt } = process
  const state = lacks.length > 0 ? LACKS : process.is_current ? WORKS : NOT_CURRENT
  const Icon = state.icon
  return (
    <Group gap="md" justify="space-between" align="flex-start">
      <Box flex="1 1 260px" miw={0}>
        <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
          {role} {name}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {buildId === null ? `Version ${version}` : `Version ${version}, release ${buildId}`} · started{' '}
          <Moment at={startedAt} />
          {queues.length > 0 && ` · ${queues.join(', ')}`}
        </Text>
        {lacks.map(({ need, why, since }) => (
          <Text key={need} size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
            Lacks {need} since <Moment at={since} />: {why}
          </Text>
        ))}
      </Box>
      <Badge color={state.color} variant="light" leftSection={<Icon size={12} aria-hidden />}>
        {state.word}
      </Badge>
    </Group>
  )
}
