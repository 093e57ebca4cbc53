import { Alert, Anchor, Box, Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'

import type { RecordingView } from '../../../src/api/console/door.ts'
import { TAKE_PARTS } from '../../../src/domain/twin/twin-take.ts'
import type { TakePart } from '../../../src/domain/twin/twin-take.ts'
import { SentForm } from '../parts/form/sent-form.tsx'
import { useSentForm } from '../parts/form/use-sent-form.ts'
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
  const ticks: TextName[] = []
  const state = useSentForm({ full_name: '', ticked: ticks }, async (typed) => {
    const answer = await ask('POST /recording/consent', { body: { ...typed, locale: navigator.language } })
    queries.setQueryData(recordingQuery(token).queryKey, answer)
    // When it cannot be made now, it is made by a button.
    queries.setQueryData(ownLinkQuery(token).queryKey, await makeOwnLink(token).catch(() => null))
  })
  const { form, isSending } = state
  const { ticked, full_name: name } = form.values
  const texts = Object.entries(recording.texts) as [TextName, string][]
  const missing = TAKE_PARTS.filter((part) => takeOf(recording, part)?.status !== 'accepted')
  const isReady = missing.length === 0 && ticked.length === texts.length && name.trim().length > 1
  return (
    <Box maw={680}>
      <SentForm state={state}>
        {missing.length > 0 && <Missing recording={recording} missing={missing} goTo={goTo} />}
        <TextInput
          label="Your full name"
          description="Kept with your consent, and not shown in videos."
          autoComplete="name"
          required
          maxLength={200}
          {...form.getInputProps('full_name')}
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
              form.setFieldValue('ticked', checked ? [...ticked, key] : ticked.filter((one) => one !== key))
            }
          />
        ))}
        <div>
          <Button type="submit" size="md" loading={isSending} disabled={!isReady}>
            Agree and send
          </Button>
        </div>
      </SentForm>
    </Box>
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
