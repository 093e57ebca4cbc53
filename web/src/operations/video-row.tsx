import { Badge, Box, Button, Group, Progress, Text } from '@mantine/core'
import { Clock, ExternalLink, TriangleAlert } from 'lucide-react'

import type { VideoAtWorkView } from '../../../src/api/console/door.ts'
import { CopyIcon } from '../parts/code-block.tsx'
import { Moment } from '../parts/time/moment.tsx'
import { useNow } from '../parts/time/use-now.ts'
import { CAUSES, lengthInWords, STAGES, TROUBLES } from './words.ts'

/** How often it is said how long a video has been in progress. */
const LOOK_MS = 10_000

/** One video: whose it is, how far it is, what is wrong with it, and the way to its run. */
export function VideoRow({ video }: { video: VideoAtWorkView }) {
  const name = video.title ?? video.id
  const now = useNow(LOOK_MS, video.ended_at === null)
  return (
    <Group gap="md" align="flex-start" justify="space-between">
      <Box flex="1 1 320px" miw={0}>
        <Group gap={8}>
          <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <StatusBadge video={video} />
        </Group>
        <Text size="sm" c="dimmed">
          {video.account_name} ·{' '}
          {video.status === 'failed' ? `failed while ${failedAt(video)}` : stageOf(video)}
          {' · '}
          {video.ended_at === null ? (
            <>in progress for {lengthInWords((now - Date.parse(video.created_at)) / 1_000)}</>
          ) : (
            <Moment at={video.ended_at} />
          )}
        </Text>
        {video.status !== 'failed' && (
          <Progress
            value={video.progress}
            size="sm"
            mt={8}
            maw={420}
            aria-label={`Progress of ${name}`}
            {...(video.trouble !== null && { color: TROUBLES[video.trouble].color })}
          />
        )}
        <Reasons video={video} />
      </Box>
      <Group gap="xs" wrap="nowrap" flex="none">
        <CopyIcon value={video.id} label={`Copy the id of ${name}`} />
        {video.run_url && (
          <Button
            component="a"
            href={video.run_url}
            target="_blank"
            rel="noreferrer"
            variant="default"
            size="xs"
            rightSection={<ExternalLink size={14} aria-hidden />}
            aria-label={`Open in Temporal: ${name}, in a new tab`}
          >
            Open in Temporal
          </Button>
        )}
      </Group>
    </Group>
  )
}

function StatusBadge({ video }: { video: VideoAtWorkView }) {
  if (video.status === 'failed') {
    return (
      <Badge color="red" variant="light" leftSection={<TriangleAlert size={12} aria-hidden />}>
        Failed
      </Badge>
    )
  }
  if (video.trouble === null) {
    return video.status === 'queued' ? (
      <Badge variant="default" leftSection={<Clock size={12} aria-hidden />}>
        In line
      </Badge>
    ) : null
  }
  const { word, color } = TROUBLES[video.trouble]
  return (
    <Badge color={color} variant="light" leftSection={<TriangleAlert size={12} aria-hidden />}>
      {word}
    </Badge>
  )
}

/** What is known of the trouble: what it means, and what the step said at its last try. */
function Reasons({ video }: { video: VideoAtWorkView }) {
  const failures = video.steps.filter(({ last_failure }) => last_failure !== null)
  return (
    <>
      {video.trouble !== null && (
        <Text size="sm" mt={6}>
          {TROUBLES[video.trouble].means}
        </Text>
      )}
      {video.failure_reason && (
        <Text size="sm" mt={6} style={{ overflowWrap: 'anywhere' }}>
          {video.failure_reason}
        </Text>
      )}
      {video.failure && <Found {...video.failure} />}
      {failures.slice(0, 2).map(({ name, attempt, since, last_failure, cause, worker }) => (
        <Found
          key={`${name} ${since}`}
          cause={cause ?? 'other'}
          step={`${name}, try ${attempt}`}
          worker={worker}
          detail={last_failure}
        />
      ))}
    </>
  )
}

/** What was at fault, in which step and where, and what the error said. */
function Found({ cause, step, worker, detail }: NonNullable<VideoAtWorkView['failure']>) {
  const facts = [CAUSES[cause], step && `step ${step}`, worker && `worker ${worker}`].filter(Boolean)
  return (
    <Box mt={4}>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        Cause: {facts.join(' · ')}
      </Text>
      {detail && (
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Text>
      )}
    </Box>
  )
}

function stageOf({ stage, progress }: VideoAtWorkView): string {
  return stage === 'reserve' ? STAGES.reserve : `${STAGES[stage]}, ${progress} %`
}

function failedAt({ stage }: VideoAtWorkView): string {
  return STAGES[stage].toLowerCase()
}
