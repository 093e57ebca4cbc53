import { Badge, Box, Button, Group, Text, ThemeIcon } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'

import type { SessionEntryView } from '../../../src/api/console/door.ts'
import { ask, askSignIn } from '../api/client.ts'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { Moment } from '../parts/time/moment.tsx'
import { Rows, RowsOnTheWay } from '../parts/table/rows.tsx'
import { Section } from '../parts/section.tsx'
import { notifyDone, notifyFailed } from '../parts/notify.ts'
import { deviceInWords, isHandheld } from './device.ts'
import { sessionsQuery } from './sessions-query.ts'

/** Browsers that are signed in as this person, each with a way to sign it out. */
export function Sessions() {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(sessionsQuery)
  const endOthers = useMutation({
    mutationFn: () => askSignIn('POST', '/revoke-other-sessions', {}),
    onSuccess: () => notifyDone('Every other device is signed out.'),
    onError: notifyFailed,
    onSettled: () => queries.invalidateQueries(sessionsQuery),
  })
  const sessions = data?.data.toSorted((one, other) => Number(other.is_this_one) - Number(one.is_this_one))
  return (
    <Section
      title="Where you are signed in"
      intro="Don’t recognise a device? Sign it out and change your password."
      action={
        (sessions?.length ?? 0) > 1 && (
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out all others
          </Button>
        )
      }
    >
      {sessions ? (
        <Rows label="Where you are signed in">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </Rows>
      ) : error ? (
        <LoadFailed error={error} retry={refetch} />
      ) : (
        <RowsOnTheWay count={1} />
      )}
    </Section>
  )
}

function SessionRow({ session }: { session: SessionEntryView }) {
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: () => ask('DELETE /profile/sessions/:id', { params: { id: session.id } }),
    onSuccess: () => notifyDone('That device is signed out.'),
    onError: notifyFailed,
    onSettled: () => queries.invalidateQueries(sessionsQuery),
  })
  const device = deviceInWords(session.user_agent)
  const Icon = isHandheld(session.user_agent) ? Smartphone : Monitor
  return (
    <Group gap="sm" wrap="nowrap">
      <ThemeIcon variant="default" size={36}>
        <Icon size={18} aria-hidden />
      </ThemeIcon>
      <Box flex={1} miw={0}>
        <Text fw={550}>{device}</Text>
        <Text size="sm" c="dimmed">
          Signed in <Moment at={session.signed_in_at} />
          {!session.is_this_one && (
            <>
              , last seen <Moment at={session.last_seen_at} />
            </>
          )}
        </Text>
      </Box>
      {session.is_this_one ? (
        <Badge variant="light" flex="none">
          This one
        </Badge>
      ) : (
        <Button
          variant="default"
          size="xs"
          flex="none"
          loading={end.isPending}
          onClick={() => end.mutate()}
          aria-label={`Sign out ${device}`}
        >
          Sign out
        </Button>
      )}
    </Group>
  )
}
