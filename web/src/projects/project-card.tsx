import { Badge, Card, Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Film, SquareTerminal } from 'lucide-react'

import type { ProjectView } from '../../../src/api/console/door.ts'
import { Moment } from '../parts/time/moment.tsx'
import { ProjectMenu } from './project-menu.tsx'
import styles from './projects.module.css'
import { isUnfinished } from './queries.ts'
import { StatusBadge } from './status.tsx'
import { useSteadyLink } from '../parts/use-steady-link.ts'
import { clock } from './words.ts'

/** A project in the grid: what it looks like, where it is in its life, and the way to its page. */
export function ProjectCard({ project }: { project: ProjectView }) {
  const { id, name, status, origin, presenter, created_at, test: isTest } = project
  return (
    <Card component="li" withBorder padding="sm" className={styles['card']}>
      <Card.Section>
        <Poster project={project} />
      </Card.Section>
      <Stack gap={6} mt="sm">
        <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
          <Link to="/projects/$id" params={{ id }} className={styles['link'] ?? ''}>
            <Text component="span" fw={600} lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
          </Link>
          <div className={styles['actions']}>
            <ProjectMenu project={project} />
          </div>
        </Group>
        <Text size="sm" c="dimmed" truncate>
          {presenter} · <Moment at={created_at} />
        </Text>
        <Group gap="xs" mih={22}>
          <StatusBadge status={status} progress={project.progress} />
          {isTest && (
            <Badge variant="light" color="yellow">
              Test
            </Badge>
          )}
          {origin === 'api' && <MadeViaApi />}
        </Group>
      </Stack>
    </Card>
  )
}

/** Says that a program asked for a video. */
export function MadeViaApi() {
  return (
    <Group gap={4} wrap="nowrap" c="dimmed" fz="xs">
      <SquareTerminal size={14} aria-hidden />
      Made via the API
    </Group>
  )
}

function Poster({ project }: { project: ProjectView }) {
  const { status, progress, small_thumbnail_url, duration_seconds, presenter_id } = project
  const [poster, markDead] = useSteadyLink(small_thumbnail_url)
  const isMade = !isUnfinished(project)
  // Until there is a picture of the video, one of its presenter stands in; a twin has none of its own.
  const standIn = presenter_id === null ? null : `/media/presenters/${presenter_id}/thumbnail.jpg`
  const shown = status === 'ready' ? poster : standIn
  return (
    <div className={`${styles['poster']} ${status === 'ready' ? '' : styles['veiled']}`}>
      {shown ? (
        <img src={shown} alt="" loading="lazy" onError={markDead} />
      ) : (
        <Film size={32} aria-hidden style={{ opacity: 0.4 }} />
      )}
      {duration_seconds !== null && (
        <span className={styles['length']}>
          <VisuallyHidden>Length </VisuallyHidden>
          {clock(duration_seconds)}
        </span>
      )}
      {!isMade && (
        <Progress
          value={progress}
          transitionDuration={800}
          radius={0}
          size="sm"
          pos="absolute"
          bottom={0}
          left={0}
          right={0}
          aria-label={`${progress} percent done`}
        />
      )}
    </div>
  )
}
