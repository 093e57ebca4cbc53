import { Alert, Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { RecordingView } from '../../../src/api/console/door.ts'
import { FaultNote } from '../parts/fault-note.tsx'
import { Statement } from './prompts.tsx'
import { recordingQuery } from './recording-link.ts'
import type { AskRecording } from './recording-link.ts'
import { useNow } from '../parts/time/use-now.ts'
import { minutes } from './words.ts'

/** The statement with its words before it is read, and how long they hold; or the way to words. */
export function WordsToRead({
  recording,
  token,
  ask,
  children,
}: {
  recording: RecordingView
  token: string
  ask: AskRecording
  /** Shown while there are words. */
  children: ReactNode
}) {
  const { words, tries_left: left } = recording
  const queries = useQueryClient()
  const now = useNow(1_000, words !== null)
  const draw = useMutation({
    mutationFn: () => ask('POST /recording/words'),
    onSuccess({ tries_left, ...drawn }) {
      queries.setQueryData(
        recordingQuery(token).queryKey,
        (before) => before && { ...before, words: drawn, tries_left },
      )
    },
  })
  const secondsLeft = words === null ? 0 : (Date.parse(words.expires_at) - now) / 1_000
  if (words !== null && secondsLeft > 0) {
    return (
      <Stack ta="center">
        <Statement words={words} />
        <Text size="sm" c="dimmed" role="timer">
          Valid once, for another {minutes(secondsLeft)} minutes.
        </Text>
        {children}
      </Stack>
    )
  }
  if (left === 0) {
    return (
      <Alert color="red" title="You have used all attempts of this recording">
        Your other parts are kept. Ask for a new link, or record again from the page Twins, to read the
        statement with new words.
      </Alert>
    )
  }
  return (
    <Stack align="center">
      <FaultNote fault={draw.error?.message} />
      {words !== null && <Text>The time for these words is over.</Text>}
      <Button autoFocus loading={draw.isPending} onClick={() => draw.mutate()}>
        {words === null ? 'Show my words' : 'Show new words'}
      </Button>
      <Text size="sm" c="dimmed">
        {left === 1
          ? 'One try is left, with words of its own.'
          : `${left} tries are left, each with its own words.`}
      </Text>
    </Stack>
  )
}
