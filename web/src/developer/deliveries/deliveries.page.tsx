import { Button, Group, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Inbox, ListFilter } from 'lucide-react'

import type { DeliveryOutcome } from '../../../../src/api/console/door.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LoadFailed } from '../../parts/page/load-failed.tsx'
import { deliveriesQuery } from './deliveries-data.ts'
import { isDeliveryOutcome, OUTCOME_NAMES } from './delivery-outcomes.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { Section } from '../../parts/section.tsx'
import { onTheWay } from '../../parts/page/on-the-way.ts'

const route = getRouteApi('/members/developers/developer/deliveries')

const FILTERS = [
  { value: 'all', label: 'All' },
  ...Object.entries(OUTCOME_NAMES).map(([value, label]) => ({ value, label })),
]

/** What was sent to the webhook, newest first. */
export function Page() {
  const { outcome } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Section
      title="Deliveries"
      intro="Events of your videos and how your server responded, newest first. Responses to test events are shown on the page Webhook."
    >
      <Stack>
        <Group>
          <SegmentedControl
            data={FILTERS}
            value={outcome ?? 'all'}
            aria-label="Show deliveries"
            size="sm"
            onChange={(value) =>
              void navigate({ search: isDeliveryOutcome(value) ? { outcome: value } : {}, replace: true })
            }
          />
        </Group>
        <List outcome={outcome} />
      </Stack>
    </Section>
  )
}

function List({ outcome }: { outcome: DeliveryOutcome | undefined }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    deliveriesQuery(outcome),
  )
  if (error && !data) return <LoadFailed error={error} retry={refetch} />
  if (!data) return <Waiting />
  const deliveries = data.pages.flatMap((page) => page.data)
  if (deliveries.length === 0) return outcome === undefined ? <NoneYet /> : <NoneLikeThis />
  return (
    <Stack align="flex-start">
      <DeliveryTable deliveries={deliveries} />
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older deliveries
        </Button>
      )}
    </Stack>
  )
}

function NoneYet() {
  return (
    <EmptyState
      icon={Inbox}
      title="Nothing was sent yet"
      action={
        <Button component={Link} to="/developer/webhook">
          Set up the webhook
        </Button>
      }
    >
      When a video is ready or has failed, we notify your server. Each notification is listed here with your
      server’s answer.
    </EmptyState>
  )
}

function NoneLikeThis() {
  return (
    <EmptyState
      icon={ListFilter}
      title="No deliveries like this"
      action={
        <Button variant="default" component={Link} to="/developer/deliveries">
          Show all deliveries
        </Button>
      }
    >
      No deliveries with this status.
    </EmptyState>
  )
}

function Waiting() {
  return (
    <Stack gap="sm" {...onTheWay('deliveries')}>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={52} />
      ))}
    </Stack>
  )
}
