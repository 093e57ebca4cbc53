import { Button, Group, Stack, Table, Text } from '@mantine/core'

import { TableFrame } from '../../parts/table/table-frame.tsx'
import { HealthBadge } from '../webhook/webhook-status.tsx'
import type { EndpointView } from './endpoints-data.ts'
import { PauseEndpoint } from './pause-endpoint.tsx'

/** What is asked about an endpoint, or for a new one. */
export type EndpointAsk =
  | { readonly about: 'new' }
  | { readonly about: 'test' | 'secret' | 'delete'; readonly endpoint: EndpointView }
  | { readonly about: 'shown'; readonly secret: string }

/** Endpoints in rows. @param onAsk null for people who may not change them. */
export function EndpointTable({
  endpoints,
  onAsk,
}: {
  endpoints: readonly EndpointView[]
  onAsk: ((asked: EndpointAsk) => void) | null
}) {
  return (
    <TableFrame>
      <Table verticalSpacing="sm" horizontalSpacing="md" aria-label="Further endpoints">
        <Table.Tbody>
          {endpoints.map((endpoint) => (
            <Table.Tr key={endpoint.id}>
              <Table.Td>
                <Stack gap="xs">
                  <Facts endpoint={endpoint} />
                  {onAsk && <Actions endpoint={endpoint} onAsk={onAsk} />}
                </Stack>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableFrame>
  )
}

function Facts({ endpoint }: { endpoint: EndpointView }) {
  const { url, description, types, metadata } = endpoint
  const pairs = Object.entries(metadata ?? {}).map(([name, value]) => `${name}=${value}`)
  return (
    <div>
      <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
        <Text fw={550} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {description ?? url}
        </Text>
        <HealthBadge health={endpoint} size="md" />
      </Group>
      {description !== null && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
      )}
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {types.join(', ')}
        {pairs.length > 0 && ` where ${pairs.join(', ')}`}
      </Text>
    </div>
  )
}

const QUESTIONS = [
  { about: 'test', label: 'Send test' },
  { about: 'secret', label: 'Roll secret' },
  { about: 'delete', label: 'Delete' },
] as const

function Actions({ endpoint, onAsk }: { endpoint: EndpointView; onAsk: (asked: EndpointAsk) => void }) {
  const name = endpoint.description ?? endpoint.url
  return (
    <Group gap="xs">
      <PauseEndpoint endpoint={endpoint} />
      {QUESTIONS.map(({ about, label }) => (
        <Button
          key={about}
          size="compact-sm"
          variant="default"
          aria-label={`${label}: ${name}`}
          onClick={() => onAsk({ about, endpoint })}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
