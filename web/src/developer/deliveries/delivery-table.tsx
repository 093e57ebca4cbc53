import { Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'

import type { DeliveryView } from '../../../../src/api/console/door.ts'
import { Moment } from '../../parts/time/moment.tsx'
import { TableFrame } from '../../parts/table/table-frame.tsx'
import classes from '../developer.module.css'
import { DeliveryBadge, eventName } from './delivery-status.tsx'

/** Deliveries in rows, each of which leads to its attempts. */
export function DeliveryTable({ deliveries }: { deliveries: readonly DeliveryView[] }) {
  return (
    <TableFrame>
      <Table verticalSpacing="sm" horizontalSpacing="md" aria-label="Deliveries">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Event</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th visibleFrom="sm">Last response</Table.Th>
            <Table.Th visibleFrom="sm">Attempts</Table.Th>
            <Table.Th visibleFrom="sm">Created</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </Table.Tbody>
      </Table>
    </TableFrame>
  )
}

function DeliveryRow({ delivery }: { delivery: DeliveryView }) {
  const { id, event, video_id: videoId, status, next_attempt_at: nextAt } = delivery
  return (
    <Table.Tr className={classes['row']}>
      <Table.Td>
        <Link to="/developer/deliveries/$id" params={{ id }} className={classes['rowLink']}>
          {eventName(event)}
        </Link>
        <Text size="xs" c="dimmed" className={classes['mono']}>
          {videoId}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          <Moment at={delivery.created_at} />
        </Text>
      </Table.Td>
      <Table.Td>
        <DeliveryBadge status={status} hasFailed={delivery.attempt_count > 0} />
        {status === 'pending' && nextAt !== null && (
          <Text size="xs" c="dimmed" mt={2}>
            Next try <Moment at={nextAt} />
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">{delivery.last_response_status ?? 'None'}</Table.Td>
      <Table.Td visibleFrom="sm">{delivery.attempt_count}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Moment at={delivery.created_at} />
      </Table.Td>
    </Table.Tr>
  )
}
