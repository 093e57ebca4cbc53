import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Card,
  Grid,
  Group,
  Menu,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ChevronDown, Download, Trash2 } from 'lucide-react'

import type { ProjectDetailsView } from '../../../src/api/console/door.ts'
import { faultOf } from '../parts/fault-of.ts'
import { Refusal } from '../api/client.ts'
import { CopyIcon } from '../parts/code-block.tsx'
import { usePageTitle } from '../parts/page/use-page-title.ts'
import { MadeViaApi } from './project-card.tsx'
import { deleteProject, useDeletedProjects } from './deletions.tsx'
import { focusBeside } from './focus-beside.ts'
import { MakeAgain } from './make-again.tsx'
import { Facts } from './facts.tsx'
import { Failure } from './failure.tsx'
import { Making, Player } from './player.tsx'
import styles from './projects.module.css'
import { isUnfinished, projectQuery } from './queries.ts'
import { useChanges } from './use-changes.ts'
import { StatusBadge } from './status.tsx'
import { onTheWay } from '../parts/page/on-the-way.ts'

const route = getRouteApi('/members/projects/$id')

/** One video: watched while it is made, played when it is ready. */
export function Page() {
  useChanges()
  const { id } = route.useParams()
  const deleted = useDeletedProjects()
  const { data: project, error, refetch } = useQuery(projectQuery(id))
  return (
    <Stack gap="lg">
      <Anchor renderRoot={(props) => <Link to="/projects" {...props} />} size="sm" c="dimmed" w="fit-content">
        <Group component="span" gap={4}>
          <ArrowLeft size={14} aria-hidden />
          Projects
        </Group>
      </Anchor>
      {deleted.has(id) || (!project && error instanceof Refusal && error.status === 404) ? (
        <Gone />
      ) : project ? (
        <Details key={id} project={project} onStale={() => void refetch()} />
      ) : error ? (
        <Alert color="red" title="This video could not be loaded" role="alert">
          <Stack align="flex-start" gap="sm">
            {faultOf(error)}
            <Button variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          </Stack>
        </Alert>
      ) : (
        <OnTheWay />
      )}
    </Stack>
  )
}

function Details({ project, onStale }: { project: ProjectDetailsView; onStale: () => void }) {
  const { name, status, origin, script, retry_of } = project
  usePageTitle(name)
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={6} flex="1 1 280px">
          <Title order={1} style={{ overflowWrap: 'anywhere', textWrap: 'balance' }}>
            {name}
          </Title>
          <Group gap="xs">
            <StatusBadge status={status} progress={project.progress} />
            {origin === 'api' && <MadeViaApi />}
            {retry_of !== null && (
              <Anchor
                size="xs"
                renderRoot={(props) => <Link to="/projects/$id" params={{ id: retry_of }} {...props} />}
              >
                Second try of a video that failed
              </Anchor>
            )}
          </Group>
        </Stack>
        <Actions project={project} />
      </Group>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            {status === 'ready' && <Player project={project} onStale={onStale} />}
            {isUnfinished(project) && <Making project={project} />}
            <Failure project={project} />
            {script !== null && <Script text={script} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Facts project={project} />
        </Grid.Col>
      </Grid>
    </>
  )
}

function Actions({ project }: { project: ProjectDetailsView }) {
  const { id, name, video_url, captions, provenance_url } = project
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = async () => {
    deleteProject(queries, { id, name })
    await navigate({ to: '/projects' })
    focusBeside(null)
  }
  return (
    <Group gap="xs">
      {video_url && (
        <Button.Group>
          <Button
            component="a"
            href={`${video_url}&download=1`}
            download={`${name}.mp4`}
            leftSection={<Download size={16} aria-hidden />}
          >
            Download
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button px={8} aria-label="More to download" style={{ borderLeft: '1px solid #ffffff40' }}>
                <ChevronDown size={16} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <FileItem href={captions?.srt_url} file={`${name}.srt`} label="Captions (SRT)" />
              <FileItem href={captions?.vtt_url} file={`${name}.vtt`} label="Captions (WebVTT)" />
              <FileItem
                href={provenance_url}
                file={`${name}.provenance.json`}
                label="How it was made (JSON)"
              />
            </Menu.Dropdown>
          </Menu>
        </Button.Group>
      )}
      {project.script !== null && !isUnfinished(project) && <MakeAgain project={project} />}
      <ActionIcon
        variant="default"
        size="input-sm"
        onClick={() => void remove()}
        aria-label="Delete this video"
      >
        <Trash2 size={16} />
      </ActionIcon>
    </Group>
  )
}

function FileItem({ href, file, label }: { href: string | null | undefined; file: string; label: string }) {
  if (!href) return null
  return (
    <Menu.Item component="a" href={href} download={file}>
      {label}
    </Menu.Item>
  )
}

function Script({ text }: { text: string }) {
  return (
    <Card withBorder component="section" aria-labelledby="script-title">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="script-title">
          Script
        </Title>
        <CopyIcon value={text} label="Copy script" />
      </Group>
      <Text className={styles['script']}>{text}</Text>
    </Card>
  )
}

function Gone() {
  usePageTitle('This video is not here')
  return (
    <Stack align="flex-start">
      <Title order={1}>This video is not here</Title>
      <Text c="dimmed">It was deleted, or the address is mistyped.</Text>
      <Button renderRoot={(props) => <Link to="/projects" {...props} />}>See all your videos</Button>
    </Stack>
  )
}

function OnTheWay() {
  return (
    <Stack {...onTheWay('this video')}>
      <Skeleton height={33} width="50%" />
      <Skeleton height={22} width={80} radius="xl" />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Skeleton style={{ aspectRatio: '16 / 9' }} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Skeleton height={300} />
        </Grid.Col>
      </Grid>
    </Stack>
  )
}
