import { Paper, SimpleGrid, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'

import type { KeyLimitsView, LimitsView, RateView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { Moment } from '../parts/time/moment.tsx'
import { TableFrame } from '../parts/table/table-frame.tsx'
import { LimitBar } from './limit-bar.tsx'
import { Section } from '../parts/section.tsx'
import { onTheWay } from '../parts/page/on-the-way.ts'

const LOOK_EVERY_MS = 2_000

/** What is taken of every limit at the moment. */
export function Page() {
  const { data, error, refetch } = useQuery({
    queryKey: ['limits'],
    queryFn: () => ask('GET /limits'),
    refetchInterval: LOOK_EVERY_MS,
  })
  if (error && !data) return <LoadFailed error={error} retry={refetch} />
  if (!data) return <Waiting />
  return (
    <>
      <Section title="Videos" intro="Limits of your plan, for all keys and the application together.">
        <VideoLimits videos={data.videos} />
      </Section>
      <Section
        title="Requests of each key in the last minute"
        intro="These figures update live. Requests over the limit are rejected with the time to wait. All keys together may send five times as much as a single key."
      >
        {data.keys.length === 0 ? (
          <EmptyState icon={Gauge} title="No key is in use">
            Each key has limits of its own. They appear here with your first key.
          </EmptyState>
        ) : (
          <KeyLimits keys={data.keys} />
        )}
      </Section>
    </>
  )
}

function VideoLimits({ videos }: { videos: LimitsView['videos'] }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <Paper withBorder p="md">
        <LimitBar label="Rendering now" {...videos.at_once} />
      </Paper>
      <Paper withBorder p="md">
        <LimitBar label="Waiting for their turn" {...videos.queued} />
      </Paper>
      <Paper withBorder p="md">
        <LimitBar label="Created today" {...videos.today}>
          Starts at zero again <Moment at={videos.day_ends_at} />.
        </LimitBar>
      </Paper>
    </SimpleGrid>
  )
}

function KeyLimits({ keys }: { keys: readonly KeyLimitsView[] }) {
  return (
    <TableFrame>
      <Table verticalSpacing="md" horizontalSpacing="md" aria-label="Limits of each key" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Key</Table.Th>
            <Table.Th>All requests</Table.Th>
            <Table.Th>New videos</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.id} style={{ verticalAlign: 'top' }}>
              <Table.Td>
                <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
                  {key.name}
                </Text>
                <Text size="xs" c="dimmed" ff="monospace">
                  <Masked text={key.masked} />
                </Text>
              </Table.Td>
              <Table.Td>
                <Rate label={`Requests of ${key.name}`} rate={key.requests} />
              </Table.Td>
              <Table.Td>
                <Rate label={`Creations of ${key.name}`} rate={key.creates} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableFrame>
  )
}

/** A key of which only both ends are shown; a narrow column breaks it between them. */
function Masked({ text }: { text: string }) {
  const [start, end] = text.split('…')
  return (
    <>
      {start}…<wbr />
      {end}
    </>
  )
}

function Rate({ label, rate }: { label: string; rate: RateView }) {
  const { used, limit, next_place_in_seconds: seconds } = rate
  return (
    <LimitBar label={label} hidesLabel used={used} limit={limit}>
      {used >= limit && seconds !== null && `One more in ${seconds} s`}
    </LimitBar>
  )
}

function Waiting() {
  return (
    <Stack gap="xl" {...onTheWay('limits')}>
      <Skeleton height={150} />
      <Skeleton height={200} />
    </Stack>
  )
}
