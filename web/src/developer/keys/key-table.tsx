import { Badge, Box, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core'

import type { KeyView } from '../../../../src/api/console/door.ts'
import { Moment } from '../../parts/time/moment.tsx'
import { TableFrame } from '../../parts/table/table-frame.tsx'

/** Whether programs can use a key. */
export function works({ status }: KeyView): boolean {
  return status === 'active' || status === 'expiring'
}

/** What a key's row offers; null to people who may not change keys. */
export interface KeyActions {
  rotate(key: KeyView): void
  revoke(key: KeyView): void
}

/** Keys in rows; on phones the moments stand below the name. */
export function KeyTable({ keys, actions }: { keys: readonly KeyView[]; actions: KeyActions | null }) {
  return (
    <TableFrame>
      <Table verticalSpacing="sm" horizontalSpacing="md" aria-label="API keys">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th visibleFrom="sm">Created</Table.Th>
            <Table.Th visibleFrom="sm">Last used</Table.Th>
            {actions && (
              <Table.Th visibleFrom="sm">
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} actions={actions} />
          ))}
        </Table.Tbody>
      </Table>
    </TableFrame>
  )
}

function KeyRow({ apiKey, actions }: { apiKey: KeyView; actions: KeyActions | null }) {
  const { name, masked, scopes, webhook_url: webhookUrl, created_at: createdAt } = apiKey
  const buttons = actions && works(apiKey) && <KeyButtons apiKey={apiKey} actions={actions} />
  const used = <LastUse apiKey={apiKey} />
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={550} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" ff="monospace" style={{ whiteSpace: 'nowrap' }}>
          {masked}
        </Text>
        <Text size="xs" c="dimmed">
          {scopes === null ? 'Everything' : `Only ${scopes.join(', ')}`}
        </Text>
        {webhookUrl !== null && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            Events to {webhookUrl}
          </Text>
        )}
        <Box hiddenFrom="sm">
          <Text component="div" size="xs" c="dimmed">
            Last used: {used}
          </Text>
          {buttons && <Box mt="xs">{buttons}</Box>}
        </Box>
      </Table.Td>
      <Table.Td>
        <KeyStatus apiKey={apiKey} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Moment at={createdAt} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{used}</Table.Td>
      {actions && (
        <Table.Td ta="right" visibleFrom="sm">
          {buttons}
        </Table.Td>
      )}
    </Table.Tr>
  )
}

/** When a key was last used, and from which network. */
function LastUse({ apiKey: { last_used_at: at, last_used_from: from } }: { apiKey: KeyView }) {
  if (at === null) return 'Never'
  return (
    <>
      <Moment at={at} />
      {from !== null && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          from {from}
        </Text>
      )}
    </>
  )
}

/** What is said of each status, and before the moment that goes with it. */
const STATUSES: Readonly<Record<KeyView['status'], { label: string; color: string; before: string }>> = {
  active: { label: 'Active', color: 'green', before: 'Expires ' },
  expiring: { label: 'Replaced', color: 'yellow', before: 'Stops ' },
  expired: { label: 'Expired', color: 'gray', before: '' },
  revoked: { label: 'Revoked', color: 'gray', before: '' },
}

function KeyStatus({ apiKey }: { apiKey: KeyView }) {
  const { status, revoked_at: revokedAt, expires_at: expiresAt, is_unused: isUnused } = apiKey
  const { label, color, before } = STATUSES[status]
  const at = status === 'active' || status === 'expired' ? expiresAt : revokedAt
  return (
    <>
      <Badge variant="light" color={color} tt="none" miw="max-content">
        {label}
      </Badge>
      {isUnused && (
        <Badge variant="light" color="yellow" tt="none" miw="max-content" ml={4}>
          Unused
        </Badge>
      )}
      {at !== null && (
        <Text size="xs" c="dimmed" mt={2}>
          {before}
          <Moment at={at} />
        </Text>
      )}
    </>
  )
}

function KeyButtons({ apiKey, actions }: { apiKey: KeyView; actions: KeyActions }) {
  return (
    <Group gap="xs" justify="flex-end" display="inline-flex">
      {apiKey.status === 'active' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Replace the key ${apiKey.name}`}
          onClick={() => actions.rotate(apiKey)}
        >
          Replace
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Revoke the key ${apiKey.name}`}
        onClick={() => actions.revoke(apiKey)}
      >
        Revoke
      </Button>
    </Group>
  )
}
