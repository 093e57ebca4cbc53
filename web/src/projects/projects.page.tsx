import { Alert, Button, Card, Center, Group, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Film, Plus, SearchX } from 'lucide-react'

import type { ProjectView } from '../../../src/api/console/door.ts'
import { faultOf } from '../parts/fault-of.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { useDeletedProjects } from './deletions.tsx'
import { ProjectFilters } from './filters.tsx'
import { ProjectCard } from './project-card.tsx'
import { useChanges } from './use-changes.ts'
import { projectsQuery } from './queries.ts'
import { onTheWay } from '../parts/page/on-the-way.ts'

const route = getRouteApi('/members/projects')
const COLUMNS = { base: 1, xs: 2, lg: 3 }

/** All videos of the account. */
export function Page() {
  useChanges()
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  const deleted = useDeletedProjects()
  const {
    data,
    error,
    isPending,
    isPlaceholderData,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useInfiniteQuery(projectsQuery(filter))
  const shown = data?.pages.flatMap((page) => page.data).filter(({ id }) => !deleted.has(id)) ?? []
  const isFiltered = Object.keys(filter).length > 0
  const change = (search: typeof filter) => void navigate({ search, replace: true })
  return (
    <>
      <PageHeader action={<NewVideoButton />}>
        Every video of your account, made here or through the API.
      </PageHeader>
      {(isFiltered || shown.length > 0 || isPending) && <ProjectFilters filter={filter} onChange={change} />}
      {isPending ? (
        <CardsOnTheWay />
      ) : shown.length > 0 ? (
        <ProjectGrid projects={shown} isBusy={isPlaceholderData} />
      ) : error ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : isFiltered ? (
        <NothingFound mayGoOn={hasNextPage} onClear={() => change({})} />
      ) : (
        <NothingYet />
      )}
      {hasNextPage && (
        <Center mt="lg">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older videos
          </Button>
        </Center>
      )}
    </>
  )
}

function NewVideoButton() {
  return (
    <Button
      renderRoot={(props) => <Link to="/new" {...props} />}
      leftSection={<Plus size={16} aria-hidden />}
    >
      New video
    </Button>
  )
}

/** @param isBusy while what is shown is not yet what was asked for. */
function ProjectGrid({ projects, isBusy }: { projects: readonly ProjectView[]; isBusy: boolean }) {
  return (
    <SimpleGrid
      component="ul"
      cols={COLUMNS}
      spacing="lg"
      p={0}
      m={0}
      style={{ listStyle: 'none', opacity: isBusy ? 0.5 : 1 }}
      aria-busy={isBusy}
    >
      {projects.map((project) => (
        <ProjectCard key={project.id} project={project} />
      ))}
    </SimpleGrid>
  )
}

/** As large as the cards that will be there, so that nothing jumps. */
function CardsOnTheWay() {
  return (
    <SimpleGrid cols={COLUMNS} spacing="lg" {...onTheWay('your videos')}>
      {Array.from({ length: 6 }, (_, index) => (
        <Card key={index} withBorder padding="sm">
          <Card.Section>
            <Skeleton radius={0} style={{ aspectRatio: '16 / 9' }} />
          </Card.Section>
          <Stack gap={6} mt="sm">
            <Skeleton height={25} width="70%" />
            <Skeleton height={22} width="50%" />
            <Skeleton height={22} width={80} radius="xl" />
          </Stack>
        </Card>
      ))}
    </SimpleGrid>
  )
}

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Stack align="flex-start">
      <Alert color="red" title="Your videos could not be loaded" role="alert">
        {faultOf(error)}
      </Alert>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Stack>
  )
}

/** @param mayGoOn whether older videos are still to be looked at: a page looks at some thousands at most. */
function NothingFound({ mayGoOn, onClear }: { mayGoOn: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={mayGoOn ? 'No newer video matches' : 'No video matches'}
      action={
        <Button variant="default" onClick={onClear}>
          Show all videos
        </Button>
      }
    >
      Try other words, or another status.
    </EmptyState>
  )
}

function NothingYet() {
  return (
    <EmptyState
      icon={Film}
      title="No videos yet"
      action={
        <Group justify="center">
          <NewVideoButton />
          <Button component="a" href="/docs" variant="default">
            Read the documentation
          </Button>
        </Group>
      }
    >
      Write a script and choose who says it. Videos that you make here or through the API appear on this page.
    </EmptyState>
  )
}
