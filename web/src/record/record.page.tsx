import { Alert, Anchor, Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

import type { RecordingView } from '../../../src/api/console/door.ts'
import { Refusal } from '../api/client.ts'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { Loading } from '../parts/page/loading.tsx'
import { useListedTitle } from '../parts/page/use-page-title.ts'
import { WithdrawDialog } from '../withdrawal/dialog.tsx'
import { ofRecording, withdrawalOf } from '../withdrawal/words.ts'
import { Outcome } from './outcome.tsx'
import classes from './record.module.css'
import { askWith, recordingQuery } from './recording-link.ts'
import { Welcome } from './welcome.tsx'

/**
 * What the link of a recording leads to: the recording, in the browser that opens it first; then what became of it, and
 * the way back, there and by the link that the person keeps.
 */
export function Page() {
  const [token] = useState(() => location.hash.slice(1))
  const { data, error, refetch } = useQuery(recordingQuery(token))
  useListedTitle()
  useOwnDocument()
  if (data) {
    return (
      <Frame title={`Recording for ${data.twin.name}`}>
        {data.is_open && data.access !== 'own' ? (
          <Welcome recording={data} token={token} />
        ) : (
          <Outcome recording={data} token={token} />
        )}
        {(data.has_consent || data.takes.length > 0) && <WayBack recording={data} token={token} />}
      </Frame>
    )
  }
  if (error instanceof Refusal && error.status === 404) {
    return (
      <Frame title="This recording cannot be opened">
        <Alert color="yellow">{error.message}</Alert>
        <Group>
          <Button component="a" href="/sign-in" variant="default">
            Sign in
          </Button>
        </Group>
      </Frame>
    )
  }
  return <Frame title="Recording">{error ? <LoadFailed error={error} retry={refetch} /> : <Loading />}</Frame>
}

/** Only the document of this page may use a camera, and a link belongs to one document. */
function useOwnDocument(): void {
  useEffect(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    if (navigation && new URL(navigation.name).pathname !== location.pathname) location.reload()
    const reload = () => location.reload()
    window.addEventListener('hashchange', reload)
    return () => window.removeEventListener('hashchange', reload)
  }, [])
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box
      component="main"
      className={classes['frame'] ?? ''}
      maw={960}
      mih="100dvh"
      mx="auto"
      p={{ base: 'md', sm: 'xl' }}
    >
      <Stack gap="lg">
        <Group gap="xs" wrap="nowrap" className={classes['aside'] ?? ''}>
          <img src="/favicon.svg" alt="" width={26} height={26} />
          <Text fw={650}>Presenter Video</Text>
        </Group>
        <Title order={1} className={classes['aside'] ?? ''}>
          {title}
        </Title>
        {children}
      </Stack>
    </Box>
  )
}

/** The way back, for the person whom the twin shows, at any time. */
function WayBack({ recording: { twin, withdraws }, token }: { recording: RecordingView; token: string }) {
  const queries = useQueryClient()
  const [isOpen, { open, close }] = useDisclosure()
  const withdrawal =
    withdraws === 'twin' ? withdrawalOf(twin) : withdraws === 'nothing' ? null : ofRecording()
  if (withdrawal === null) return null
  return (
    <Text size="sm">
      <Anchor component="button" inherit underline="always" onClick={open}>
        {withdrawal.action}
      </Anchor>
      <WithdrawDialog
        withdrawal={withdrawal}
        isOpen={isOpen}
        close={close}
        withdraw={(body) => askWith(token)('POST /recording/withdrawal', { body })}
        onDone={() => queries.invalidateQueries(recordingQuery(token))}
      />
    </Text>
  )
}
