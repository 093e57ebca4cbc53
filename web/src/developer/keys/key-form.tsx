import { Button, Modal, TextInput } from '@mantine/core'

import type { CreatedKeyView } from '../../../../src/api/console/door.ts'
import { DialogEnd } from '../../parts/dialog-end.tsx'
import { SentForm } from '../../parts/form/sent-form.tsx'
import { useSentForm } from '../../parts/form/use-sent-form.ts'
import { boundsToSend, isUsable, KeyBoundsChoice, UNBOUNDED } from './key-bounds.tsx'
import { useCreateKey } from './keys-data.ts'

/** Asks for a new key's name, its webhook, what it may do and for how long, and makes it. @param onCreated is given the key, which is shown only once. */
export function NewKey({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (key: CreatedKeyView) => void
}) {
  const create = useCreateKey()
  const state = useSentForm(
    { name: '', webhook_url: '', ...UNBOUNDED },
    async ({ name, webhook_url: url, ...bounds }) =>
      onCreated(
        await create.mutateAsync({ name, ...(url !== '' && { webhook_url: url }), ...boundsToSend(bounds) }),
      ),
  )
  const { form, isSending } = state
  return (
    <Modal opened onClose={onClose} title="Create an API key">
      <SentForm state={state}>
        <TextInput
          label="Name"
          description="For you to tell keys apart. Use one key for each program."
          placeholder="Web shop"
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Webhook"
          description="Where events of its videos are sent. Without it, to the webhook of the account."
          placeholder="https://hooks.example.com/videos"
          type="url"
          maxLength={2048}
          {...form.getInputProps('webhook_url')}
        />
        <KeyBoundsChoice chosen={form.values} inputProps={form.getInputProps} />
        <DialogEnd onClose={onClose}>
          <Button
            type="submit"
            loading={isSending}
            disabled={form.values.name.trim() === '' || !isUsable(form.values)}
          >
            Create key
          </Button>
        </DialogEnd>
      </SentForm>
    </Modal>
  )
}
