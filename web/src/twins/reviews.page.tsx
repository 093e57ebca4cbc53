import { Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ScanEye } from 'lucide-react'

import { useMe } from '../api/session.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { NotFound } from '../parts/page/not-found.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { ShowMore } from '../parts/table/show-more.tsx'
import { reviewsQuery } from './queries.ts'
import { Review } from './review.tsx'
import { onTheWay } from '../parts/page/on-the-way.ts'

/** Consents that a program could not decide about: operators look at the evidence and approve or refuse. */
export function Page() {
  const { person } = useMe()
  const pages = useInfiniteQuery({ ...reviewsQuery, enabled: person.is_operator })
  const { data, error, refetch } = pages
  if (!person.is_operator) return <NotFound />
  return (
    <>
      <PageHeader>
        Recordings that were not clear enough for a program. Approve only what shows one person who reads the
        statement with its words of their own free will. Your access is logged.
      </PageHeader>
      {error && !data && <LoadFailed error={error} retry={refetch} />}
      {!data && !error && <Skeleton height={120} {...onTheWay('reviews')} />}
      {data?.length === 0 && (
        <EmptyState icon={ScanEye} title="No open reviews">
          When something in a recording is unclear, it appears here with its films and measurements.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {data.map((review) => (
            <Review key={review.twin_id} review={review} />
          ))}
        </Stack>
      )}
      <ShowMore pages={pages}>Show more reviews</ShowMore>
    </>
  )
}
