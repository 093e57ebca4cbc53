import { Alert, Anchor, Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { RecordingView } from '../../../src/api/console/door.ts'
import { TAKE_PARTS } from '../../../src/domain/twin/twin-take.ts'
import type { TakePart } from '../../../src/domain/twin/twin-take.ts'
import { Refusal } from '../api/client.ts'
import { FaultNote } from '../parts/fault-note.tsx'
import { makeOwnLink, ownLinkQuery, recordingQuery } from './recording-link.ts'
import type { AskRecording } from './recording-link.ts'
import { PART_NAMES } from './part-names.ts'
import { takeOf } from './words.ts'

type TextName = keyof RecordingView['texts']

/** The consent itself: full name and what is agreed to. Possible when every part is accepted. */
export function Send({
  recording,
  token,
  ask,
  goTo,
}: {
  recording: RecordingView
  token: string
  ask: AskRecording
  goTo: (part: TakePart) => void
}) {
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [ticked, setTicked] = useState<readonly TextName[]>([])
  const texts = Object.entries(recording.texts) as [TextName, string][]
  const send = useMutation({
    mutationFn: () =>
      ask('POST /recording/consent', {
        body: { full_name: name, ticked: [...ticked], locale: navigator.language },
      }),
    async onSuccess(answer) {
      queries.setQueryData(recordingQuery(token).queryKey, answer)
      // When it cannot be made now, it is made by a button.
      queries.setQueryData(ownLinkQuery(token).queryKey, await makeOwnLink(token).catch(() => null))
    },
  })
  const missing = TAKE_PARTS.filter((part) => takeOf(recording, part)?.status !== 'accepted')
  const isReady = missing.length === 0 && ticked.length === texts.length && name.trim().length > 1
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) send.mutate()
      }}
    >
      <Stack maw={680}>
        {missing.length > 0 && <Missing recording={recording} missing={missing} goTo={goTo} />}
        <TextInput
          label="Your full name"
          description="Kept with your consent, and not shown in videos."
          autoComplete="name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          The account is {recording.account_name}.
        </Text>
        {texts.map(([key, text]) => (
          <Checkbox
            key={key}
            label={text}
            required
            checked={ticked.includes(key)}
            onChange={({ currentTarget: { checked } }) =>
              setTicked(checked ? [...ticked, key] : ticked.filter((one) => one !== key))
            }
          />
        ))}
        <FaultNote fault={send.error && faultOf(send.error)} />
        <div>
          <Button type="submit" size="md" loading={send.isPending} disabled={!isReady}>
            Agree and send
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function Missing({
  recording,
  missing,
  goTo,
}: {
  recording: RecordingView
  missing: readonly TakePart[]
  goTo: (part: TakePart) => void
}) {
  const isChecking = (part: TakePart) => takeOf(recording, part)?.status === 'checking'
  return (
    <Alert
      color="yellow"
      title={
        missing.every(isChecking) ? 'Your recording is still being checked' : 'Some parts are still missing'
      }
    >
      <Stack component="ul" gap={4} m={0} pl="lg">
        {missing.map((part) => (
          <li key={part}>
            <Anchor
              component="button"
              type="button"
              c="inherit"
              underline="always"
              onClick={() => goTo(part)}
            >
              {PART_NAMES[part]}
            </Anchor>
            {isChecking(part) ? ', being checked' : ', to be recorded'}
          </li>
        ))}
      </Stack>
    </Alert>
  )
}

function faultOf(error: Error): string {
  if (!(error instanceof Refusal)) return 'Something went wrong. Please try again.'
  return Object.values(error.fields)[0]?.message ?? error.message
}
