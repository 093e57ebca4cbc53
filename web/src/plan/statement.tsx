import { Anchor, Button, Group, Skeleton, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'

import { minutesAndSeconds } from '../parts/time/duration.ts'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { Moment } from '../parts/time/moment.tsx'
import { Section } from '../parts/section.tsx'
import { TableFrame } from '../parts/table/table-frame.tsx'
import { usePageLink } from '../parts/page/use-page-link.ts'
import { ledgerQuery } from './queries.ts'
import type { MovementView } from './queries.ts'
import classes from './plan.module.css'
import { onTheWay } from '../parts/page/on-the-way.ts'

const KINDS: Readonly<Record<MovementView['kind'], string>> = {
  grant: 'Given by your plan',
  reserve: 'Held for a video',
  settle: 'Unused seconds returned',
  release: 'Returned: the video was not made',
  expire: 'Ended with the period or plan',
}

/** Every movement of the account's seconds, newest first, like a bank's statement. */
export function Statement() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(ledgerQuery)
  const movements = data?.pages.flatMap((page) => page.data)
  return (
    <Section
      title="Statement"
      intro="Every change of the time that is left, newest first. Entries never change."
    >
      {error && !movements && <LoadFailed error={error} retry={refetch} />}
      {!movements && !error && <Skeleton height={280} {...onTheWay('the statement')} />}
      {movements && (
        <TableFrame>
          <Table verticalSpacing="sm" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">What</Table.Th>
                <Table.Th scope="col" className={classes['number'] ?? ''}>
                  Change
                </Table.Th>
                <Table.Th scope="col" className={classes['number'] ?? ''} visibleFrom="xs">
                  Left
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {movements.map((movement) => (
                <Entry key={movement.number} movement={movement} />
              ))}
            </Table.Tbody>
          </Table>
        </TableFrame>
      )}
      {hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show earlier entries
          </Button>
        </Group>
      )}
    </Section>
  )
}

function Entry({ movement }: { movement: MovementView }) {
  const { kind, video_seconds: seconds, balance_video_seconds: left, video_id: videoId } = movement
  return (
    <Table.Tr>
      <Table.Td>
        {KINDS[kind]}
        <Text size="xs" c="dimmed">
          <Moment at={movement.created_at} />
          {videoId !== null && (
            <>
              {' · '}
              <VideoLink videoId={videoId} />
            </>
          )}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="xs">
          {minutesAndSeconds(left)} left afterwards
        </Text>
      </Table.Td>
      <Table.Td className={classes['number'] ?? ''}>
        {seconds < 0 ? '−' : '+'} {minutesAndSeconds(Math.abs(seconds))}
      </Table.Td>
      <Table.Td className={classes['number'] ?? ''} visibleFrom="xs">
        {minutesAndSeconds(left)}
      </Table.Td>
    </Table.Tr>
  )
}

function VideoLink({ videoId }: { videoId: string }) {
  const link = usePageLink(`/projects/${videoId}`)
  return (
    <Anchor underline="always" inherit {...link}>
      Show the video
    </Anchor>
  )
}
