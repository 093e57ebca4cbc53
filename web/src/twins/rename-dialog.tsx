import { Button, Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'

import type { TwinRecordView } from '../../../src/api/console/door.ts'
import { LONGEST_TWIN_NAME } from '../../../src/domain/twin/twin.ts'
import { ask } from '../api/client.ts'
import { DialogEnd } from '../parts/dialog-end.tsx'
import { SentForm } from '../parts/form/sent-form.tsx'
import { useSentForm } from '../parts/form/use-sent-form.ts'
import { twinRecordsQuery } from './queries.ts'

/** Gives a twin another name. */
export function RenameDialog({ twin, close }: { twin: TwinRecordView; close: () => void }) {
  const queries = useQueryClient()
  const state = useSentForm({ name: twin.name }, async (body) => {
    await ask('PUT /twin-studio/:id/name', { params: { id: twin.id }, body })
    close()
    await queries.invalidateQueries(twinRecordsQuery)
  })
  const { form, isSending } = state
  return (
    <Modal opened onClose={close} title={`Rename ${twin.name}`} centered>
      <SentForm state={state}>
        <TextInput
          label="Name"
          description="Shown in the application, in the API, and on name cards."
          data-autofocus
          required
          maxLength={LONGEST_TWIN_NAME}
          {...form.getInputProps('name')}
        />
        <DialogEnd onClose={close}>
          <Button type="submit" loading={isSending} disabled={form.values.name.trim() === ''}>
            Rename
          </Button>
        </DialogEnd>
      </SentForm>
    </Modal>
  )
}
