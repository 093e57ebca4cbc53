import { Badge, Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListChecks, Lock } from 'lucide-react'

import { useMe } from '../api/session.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { planRequestsQuery } from '../plan/queries.ts'
import { Audit } from './audit.tsx'
import { Configuration } from './configuration.tsx'
import { Queues } from './queues.tsx'
import { VideosAtWork } from './videos-at-work.tsx'

/** How the whole installation is doing: for those who run it. */
export function Operations() {
  const { person } = useMe()
  return (
    <>
      <PageHeader title="Operations" action={person.is_operator && <PlanRequestsButton />}>
        How this installation is doing, for all of its accounts.
      </PageHeader>
      {person.is_operator ? (
        <>
          <VideosAtWork />
          <Queues />
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

/** The way to what only a person can decide, and how much of that waits. */
function PlanRequestsButton() {
  const { data } = useQuery(planRequestsQuery)
  const waiting = data?.length ?? 0
  return (
    <Button
      variant="default"
      leftSection={<ListChecks size={16} aria-hidden />}
      rightSection={
        waiting > 0 && (
          <Badge circle>
            {waiting}
            <VisuallyHidden> waiting</VisuallyHidden>
          </Badge>
        )
      }
      renderRoot={(props) => <Link to="/plan-requests" {...props} />}
    >
      Plan requests
    </Button>
  )
}
