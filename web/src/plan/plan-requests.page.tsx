import { Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'

import { useMe } from '../api/session.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { NotFound } from '../parts/page/not-found.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { ShowMore } from '../parts/table/show-more.tsx'
import { planRequestsQuery } from './queries.ts'
import { RequestDecision } from './request-decision.tsx'
import { onTheWay } from '../parts/page/on-the-way.ts'

/** Requests for another plan, which operators approve or decline. */
export function Page() {
  const { person } = useMe()
  const pages = useInfiniteQuery({ ...planRequestsQuery, enabled: person.is_operator })
  const { data, error, refetch } = pages
  if (!person.is_operator) return <NotFound />
  return (
    <>
      <PageHeader>
        Accounts that have asked for another plan, longest wait first. What you approve takes effect at once.
      </PageHeader>
      {error && !data && <LoadFailed error={error} retry={refetch} />}
      {!data && !error && <Skeleton height={120} {...onTheWay('requests')} />}
      {data?.length === 0 && (
        <EmptyState icon={ListChecks} title="No open requests">
          When an owner asks for another plan, their request appears here.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {data.map((request) => (
            <RequestDecision key={request.id} request={request} />
          ))}
        </Stack>
      )}
      <ShowMore pages={pages}>Show more requests</ShowMore>
    </>
  )
}
