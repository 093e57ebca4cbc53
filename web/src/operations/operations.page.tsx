import { Badge, Button, Group, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { ListChecks, Lock, ScanEye } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

import { useMe } from '../api/session.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { planRequestsQuery } from '../plan/queries.ts'
import { reviewsQuery } from '../twins/queries.ts'
import { Audit } from './audit.tsx'
import { Configuration } from './configuration.tsx'
import { Processes } from './processes.tsx'
import { Queues } from './queues.tsx'
import { VideosAtWork } from './videos-at-work.tsx'

/** How the whole installation is doing: for those who run it. */
export function Page() {
  const { person } = useMe()
  return (
    <>
      <PageHeader action={person.is_operator && <Decisions />}>
        How this installation is doing, for all of its accounts.
      </PageHeader>
      {person.is_operator ? (
        <>
          <VideosAtWork />
          <Queues />
          <Processes />
          <Configuration />
          <Audit />
        </>
      ) : (
        <EmptyState icon={Lock} title="This page is for operators">
          Only the people who run this service see its workers, its queues and the videos of all accounts.
        </EmptyState>
      )}
    </>
  )
}

/** The ways to what only a person can decide. */
function Decisions() {
  const { data: requests } = useInfiniteQuery(planRequestsQuery)
  const { data: reviews } = useInfiniteQuery(reviewsQuery)
  return (
    <Group gap="sm">
      <WaitingButton to="/twin-reviews" icon={ScanEye} waiting={reviews?.length ?? 0}>
        Twin reviews
      </WaitingButton>
      <WaitingButton to="/plan-requests" icon={ListChecks} waiting={requests?.length ?? 0}>
        Plan requests
      </WaitingButton>
    </Group>
  )
}

/** Leads to a page, and says how much waits there. */
function WaitingButton({
  to,
  icon: Icon,
  waiting,
  children,
}: {
  to: NonNullable<LinkProps['to']>
  icon: LucideIcon
  waiting: number
  children: string
}) {
  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={
        waiting > 0 && (
          <Badge circle>
            {waiting}
            <VisuallyHidden> waiting</VisuallyHidden>
          </Badge>
        )
      }
      renderRoot={(props) => <Link to={to} {...props} />}
    >
      {children}
    </Button>
  )
}
