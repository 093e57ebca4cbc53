import { Button, Checkbox, Modal, Stack, TextInput } from '@mantine/core'

import { EVENT_TYPES } from '../../../../src/domain/webhook/webhook-event.ts'
import type { EventType } from '../../../../src/domain/webhook/webhook-event.ts'
import { DialogEnd } from '../../parts/dialog-end.tsx'
import { SentForm } from '../../parts/form/sent-form.tsx'
import { useSentForm } from '../../parts/form/use-sent-form.ts'
import { useCreateEndpoint } from './endpoints-data.ts'

/** When each type of event is sent. */
const MEANINGS: Readonly<Record<EventType, string>> = {
  'video.ready': 'A video is ready.',
  'video.failed': 'A video could not be made.',
  'video.queued': 'A video was accepted and waits for its turn.',
  'video.rendering': 'A video is being made.',
  'video.progress': 'A quarter more of a video is made. Sent once, and never again.',
  'video.expiring': 'A video will be deleted within a week.',
  'video.deleted': 'A video was deleted.',
  'batch.finished': 'All videos of a batch have ended.',
  'twin.ready': 'A twin can be used.',
  'twin.withdrawn': 'A twin was withdrawn or deleted.',
  'allowance.low': 'Less than a fifth of the plan’s seconds is left.',
}

/** What most endpoints are for. */
const USUAL: string[] = ['video.ready', 'video.failed']

/** Asks where events are to be sent, and which. @param onCreated is given the secret, which is shown only once. */
export function EndpointForm({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (secret: string) => void
}) {
  const create = useCreateEndpoint()
  const state = useSentForm({ url: '', description: '', types: USUAL }, async (chosen) => {
    const { url, description, types } = chosen
    const { signing_secret: secret } = await create.mutateAsync({
      url: url.trim(),
      types: EVENT_TYPES.filter((type) => types.includes(type)),
      ...(description.trim() !== '' && { description: description.trim() }),
    })
    onCreated(secret ?? '')
  })
  const { form, isSending } = state
  const isComplete = form.values.url.trim() !== '' && form.values.types.length > 0
  return (
    <Modal opened onClose={onClose} title="Add an endpoint">
      <SentForm state={state}>
        <TextInput
          label="URL"
          type="url"
          inputMode="url"
          placeholder="https://hooks.example.com/archive"
          required
          maxLength={2048}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput
          label="What it is for"
          description="For you to tell endpoints apart."
          placeholder="Archive"
          maxLength={200}
          {...form.getInputProps('description')}
        />
        <Checkbox.Group label="Events" {...form.getInputProps('types')}>
          <Stack gap="xs" mt="xs">
            {EVENT_TYPES.map((type) => (
              <Checkbox key={type} value={type} label={type} description={MEANINGS[type]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <DialogEnd onClose={onClose}>
          <Button type="submit" loading={isSending} disabled={!isComplete}>
            Add endpoint
          </Button>
        </DialogEnd>
      </SentForm>
    </Modal>
  )
}
