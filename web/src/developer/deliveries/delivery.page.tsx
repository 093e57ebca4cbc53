import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, RotateCw } from 'lucide-react'

import type { DeliveryDetailsView } from '../../../../src/api/console/door.ts'
import { Refusal } from '../../api/client.ts'
import { LoadFailed } from '../../parts/page/load-failed.tsx'
import { Moment } from '../../parts/time/moment.tsx'
import { NotFound } from '../../parts/page/not-found.tsx'
import { notifyDone, notifyFailed } from '../../parts/notify.ts'
import { Attempts } from './attempts.tsx'
import { deliveryQuery, useRedeliver } from './deliveries-data.ts'
import { DeliveryBadge, deliveryMeaning, eventName } from './delivery-status.tsx'
import { Fact, Facts } from '../facts.tsx'
import { Section } from '../../parts/section.tsx'
import { onTheWay } from '../../parts/page/on-the-way.ts'

const route = getRouteApi('/members/developers/developer/deliveries/$id')

/** One event: where its delivery stands, and every attempt to deliver it. */
export function Page() {
  const { id } = route.useParams()
  const { data: delivery, error, refetch } = useQuery(deliveryQuery(id))
  if (error instanceof Refusal && error.status === 404) return <NotFound />
  return (
    <Stack gap="md">
      <Anchor component={Link} to="/developer/deliveries" size="sm">
        <Group gap={6} component="span">
          <ArrowLeft size={16} aria-hidden />
          All deliveries
        </Group>
      </Anchor>
      {delivery ? (
        <Details delivery={delivery} />
      ) : error ? (
        <LoadFailed error={error} retry={refetch} />
      ) : (
        <Waiting />
      )}
    </Stack>
  )
}

function Details({ delivery }: { delivery: DeliveryDetailsView }) {
  const { id, event, status, attempts, video_id: videoId, next_attempt_at: nextAt } = delivery
  return (
    <Section title={eventName(event)} intro={meaningOf(delivery)} action={<Redeliver id={id} />}>
      <Stack gap="xl">
        <Facts>
          <Fact name="Status">
            <DeliveryBadge status={status} hasFailed={attempts.at(-1)?.delivered === false} />
          </Fact>
          <Fact name="Created">
            <Moment at={delivery.created_at} />
          </Fact>
          {status === 'pending' && nextAt !== null && (
            <Fact name="Next try">
              <Moment at={nextAt} />
            </Fact>
          )}
          <Fact name="Event" copies={id} />
          {videoId !== null && (
            <Fact name="Video" copies={videoId}>
              <Anchor
                inherit
                renderRoot={(props) => <Link to="/projects/$id" params={{ id: videoId }} {...props} />}
              >
                {videoId}
              </Anchor>
            </Fact>
          )}
        </Facts>
        <Section title="Attempts" intro={attempts.length > 0 && 'The newest is at the top.'}>
          {attempts.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nothing was sent yet.
            </Text>
          ) : (
            <Attempts attempts={attempts} showsDelivery={delivery.delivery_count > 1} />
          )}
        </Section>
      </Stack>
    </Section>
  )
}

function meaningOf({ status, attempts }: DeliveryDetailsView): string {
  if (status === 'pending' && attempts.at(-1)?.delivered === false) {
    return 'Not delivered yet. We keep retrying for three days.'
  }
  return deliveryMeaning(status)
}

function Redeliver({ id }: { id: string }) {
  const redeliver = useRedeliver(id)
  return (
    <Button
      variant="default"
      leftSection={<RotateCw size={16} aria-hidden />}
      loading={redeliver.isPending}
      onClick={() =>
        redeliver.mutate(undefined, {
          onSuccess: () => notifyDone('The event is being sent again, with the same event id.'),
          onError: notifyFailed,
        })
      }
    >
      Resend
    </Button>
  )
}

function Waiting() {
  return (
    <Stack {...onTheWay('the delivery')}>
      <Skeleton height={44} width={280} />
      <Skeleton height={90} />
      <Skeleton height={240} />
    </Stack>
  )
}
