import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { TwinRecordView } from '../../../src/api/console/door.ts'
import { LONGEST_TWIN_NAME } from '../../../src/domain/twin/twin.ts'
import { ask } from '../api/client.ts'
import type { Answer } from '../api/client.ts'
import { useMe } from '../api/session.ts'
import { DialogEnd } from '../parts/dialog-end.tsx'
import { SentForm } from '../parts/form/sent-form.tsx'
import { useSentForm } from '../parts/form/use-sent-form.ts'
import { LinkToCopy } from '../parts/link-to-copy.tsx'
import { DAY_AND_TIME } from '../parts/time/dates.ts'
import { twinRecordsQuery } from './queries.ts'

/** The twin to record: a new one, or one that there is. */
export interface Start {
  readonly who: 'me' | 'somebody'
  readonly twin: TwinRecordView | null
}

/** A recording that was started; the path of its link is shown this once. */
type Started = Answer<'POST /twin-studio/recordings'>

/** Starts a recording: goes to the recorder, or shows the link for somebody else. */
export function StartDialog({ start, close }: { start: Start; close: () => void }) {
  const [made, setMade] = useState<Started | null>(null)
  return (
    <Modal
      opened
      onClose={close}
      title={
        made ? 'The link is ready' : start.who === 'me' ? 'Record yourself' : 'Invite someone else to record'
      }
      centered
      // A click beside it must not lose a link that is shown only once.
      closeOnClickOutside={made === null}
    >
      {made ? <MadeLink made={made} close={close} /> : <Form start={start} close={close} onMade={setMade} />}
    </Modal>
  )
}

function Form({
  start: { who, twin },
  close,
  onMade,
}: {
  start: Start
  close: () => void
  onMade: (made: Started) => void
}) {
  const queries = useQueryClient()
  const { person } = useMe()
  const isMe = who === 'me'
  const state = useSentForm({ name: isMe ? person.name : '' }, async (body) => {
    const whose = twin ? { twin_id: twin.id } : body
    const started = await ask('POST /twin-studio/recordings', { body: { who, ...whose } })
    // A document of its own: only that may use the camera.
    if (isMe) return location.assign(started.path)
    onMade(started)
    await queries.invalidateQueries(twinRecordsQuery)
  })
  const { form, isSending } = state
  return (
    <SentForm state={state}>
      {twin ? (
        <Text size="sm">
          {twin.state === 'ready'
            ? 'You record all parts again. The current twin stays in use until the new one is ready.'
            : isMe
              ? 'You record all parts again. The previous recording is deleted.'
              : `The previous link for ${twin.name} stops working, and its recording is deleted.`}
        </Text>
      ) : (
        <TextInput
          label={isMe ? 'Your name' : 'Name of the person'}
          description="As it is spoken in the statement of consent, and shown on name cards."
          required
          data-autofocus
          maxLength={LONGEST_TWIN_NAME}
          {...form.getInputProps('name')}
        />
      )}
      <Text size="sm" c="dimmed">
        {isMe
          ? 'You need a camera, a microphone, a quiet room, and five minutes.'
          : 'You get a link to send to this person. They need no sign-in, and they alone decide about their twin.'}
      </Text>
      <DialogEnd onClose={close}>
        <Button type="submit" loading={isSending} disabled={!twin && form.values.name.trim() === ''}>
          {isMe ? 'Go to the recording' : 'Create link'}
        </Button>
      </DialogEnd>
    </SentForm>
  )
}

function MadeLink({ made, close }: { made: Started; close: () => void }) {
  return (
    <Stack>
      <Text size="sm">
        Send this link to <b>{made.name}</b> alone: the first browser that starts with it records, and it
        opens nothing in any other. It is shown only now, and records until{' '}
        {DAY_AND_TIME.format(new Date(made.records_until))}.
      </Text>
      <LinkToCopy path={made.path} label="Link of the recording" />
      <Button variant="default" onClick={close} style={{ alignSelf: 'flex-end' }}>
        Done
      </Button>
    </Stack>
  )
}
