import { Badge, Box, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core'

import type { KeyView } from '../../../../src/api/console/door.ts'
import { Moment } from '../../parts/moment.tsx'
import { TableFrame } from '../../parts/table-frame.tsx'

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
  const { name, masked, created_at: createdAt, last_used_at: lastUsedAt } = apiKey
  const buttons = actions && apiKey.status !== 'revoked' && <KeyButtons apiKey={apiKey} actions={actions} />
  const used = lastUsedAt === null ? 'Never' : <Moment at={lastUsedAt} />
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={550} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" ff="monospace" style={{ whiteSpace: 'nowrap' }}>
          {masked}
        </Text>
        <Box hiddenFrom="sm">
          <Text size="xs" c="dimmed">
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

function KeyStatus({ apiKey: { status, revoked_at: revokedAt } }: { apiKey: KeyView }) {
  if (status === 'active') {
    return (
      <Badge variant="light" color="green" tt="none" miw="max-content">
        Active
      </Badge>
    )
  }
  const isExpiring = status === 'expiring'
  return (
    <>
      <Badge variant="light" color={isExpiring ? 'yellow' : 'gray'} tt="none" miw="max-content">
        {isExpiring ? 'Replaced' : 'Revoked'}
      </Badge>
      {revokedAt !== null && (
        <Text size="xs" c="dimmed" mt={2}>
          {isExpiring && 'Stops '}
          <Moment at={revokedAt} />
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
