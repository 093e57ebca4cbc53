import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheckBig, TriangleAlert } from 'lucide-react'

import type { VideosAtWorkView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { EmptyRow } from '../parts/table/empty-row.tsx'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { Rows, RowsOnTheWay } from '../parts/table/rows.tsx'
import { Section } from '../parts/section.tsx'
import { VideoRow } from './video-row.tsx'

const EVERY_MS = 3_000
const ROW_HEIGHT = 64

/** Videos in flight, troubled ones first, and those that failed since yesterday. */
export function VideosAtWork() {
  const { data, error, refetch } = useQuery({
    queryKey: ['operations', 'videos'],
    queryFn: () => ask('GET /operations/videos'),
    refetchInterval: EVERY_MS,
  })
  const troubled = data?.unfinished.filter(({ trouble }) => trouble !== null).length ?? 0
  return (
    <>
      <Section
        title={data ? `Videos being made (${data.total})` : 'Videos being made'}
        intro={
          troubled === 0
            ? 'Those in trouble come first, then the oldest.'
            : `${troubled} of them need a look.`
        }
      >
        <Stack gap="sm">
          {error && <LoadFailed error={error} retry={refetch} />}
          {data && !data.runs_are_known && <TemporalAway />}
          {data ? (
            <Unfinished videos={data.unfinished} total={data.total} />
          ) : (
            !error && <RowsOnTheWay count={1} rowHeight={ROW_HEIGHT} />
          )}
        </Stack>
      </Section>
      {data && data.failed.length > 0 && (
        <Section
          title="Failed since yesterday"
          intro="Their seconds were given back. Videos that asked for what cannot be made are left out."
        >
          <Rows label="Failed since yesterday">
            {data.failed.map((video) => (
              <VideoRow key={video.id} video={video} />
            ))}
          </Rows>
        </Section>
      )}
    </>
  )
}

function TemporalAway() {
  return (
    <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />} title="Temporal does not answer">
      Until it does, problems with these videos cannot be shown. Work resumes when it is back.
    </Alert>
  )
}

function Unfinished({ videos, total }: { videos: VideosAtWorkView['unfinished']; total: number }) {
  if (videos.length === 0) {
    return (
      <EmptyRow icon={CircleCheckBig} title="Nothing is being made right now">
        Videos appear here with their stage and progress as soon as they are requested.
      </EmptyRow>
    )
  }
  return (
    <>
      <Rows label="Videos being made">
        {videos.map((video) => (
          <VideoRow key={video.id} video={video} />
        ))}
      </Rows>
      {videos.length < total && (
        <Text size="sm" c="dimmed">
          These are the {videos.length} oldest of {total}.
        </Text>
      )}
    </>
  )
}
