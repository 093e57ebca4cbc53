import { Badge, Box, Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'

import type { InvitationView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { useMe } from '../api/session.ts'
import { EmptyRow } from '../parts/table/empty-row.tsx'
import { Moment } from '../parts/time/moment.tsx'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { Rows, RowsOnTheWay } from '../parts/table/rows.tsx'
import { Section } from '../parts/section.tsx'
import { ShowMore } from '../parts/table/show-more.tsx'
import { notifyDone, notifyFailed } from '../parts/notify.ts'
import { invitationsQuery, PEOPLE } from './people-query.ts'
import { ROLES } from './roles.ts'

/** Links that were made and not used yet. */
export function Invitations() {
  const { isOwner } = useMe()
  const pages = useInfiniteQuery(invitationsQuery)
  const { data: invitations, error, refetch } = pages
  if (error && !invitations) return <LoadFailed error={error} retry={refetch} />
  if (!invitations) return <RowsOnTheWay count={1} />
  return (
    <Section title="Open invitations" intro="Links that have not been used yet.">
      {invitations.length === 0 ? (
        <EmptyRow icon={MailPlus} title="No open invitations">
          {isOwner
            ? 'Invite a colleague: you get a link that lets them choose a password and join.'
            : 'Owners of the account can invite people. They see here who has not joined yet.'}
        </EmptyRow>
      ) : (
        <Rows label="Open invitations">
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </Rows>
      )}
      <ShowMore pages={pages}>Show more invitations</ShowMore>
    </Section>
  )
}

function InvitationRow({ invitation }: { invitation: InvitationView }) {
  const { isOwner } = useMe()
  const queries = useQueryClient()
  const withdraw = useMutation({
    mutationFn: () => ask('DELETE /people/invitations/:id', { params: { id: invitation.id } }),
    onSuccess: () => notifyDone(`The link for ${invitation.email} no longer works.`),
    onError: notifyFailed,
    onSettled: () => queries.invalidateQueries(PEOPLE),
  })
  return (
    <Group gap="sm" wrap="nowrap">
      <Box flex={1} miw={0}>
        <Text fw={550} truncate title={invitation.email}>
          {invitation.email}
        </Text>
        <Group gap={8}>
          <Badge variant="default" size="sm">
            {invitation.resets_password ? 'New password' : ROLES[invitation.role].name}
          </Badge>
          <Text size="xs" c="dimmed">
            Expires <Moment at={invitation.expires_at} />
          </Text>
        </Group>
      </Box>
      {isOwner && (
        <Button
          variant="default"
          size="xs"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate()}
          aria-label={`Withdraw the invitation of ${invitation.email}`}
        >
          Withdraw
        </Button>
      )}
    </Group>
  )
}
