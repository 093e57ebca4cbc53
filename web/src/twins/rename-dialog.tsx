import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { TwinRecordView } from '../../../src/api/console/door.ts'
import { LONGEST_TWIN_NAME } from '../../../src/domain/twin/twin.ts'
import { ask } from '../api/client.ts'
import { DialogEnd } from '../parts/dialog-end.tsx'
import { tellFailed } from '../parts/tell.ts'
import { twinRecordsQuery } from './queries.ts'

/** Gives a twin another name. */
export function RenameDialog({
  twin,
  isOpen,
  close,
}: {
  twin: TwinRecordView
  isOpen: boolean
  close: () => void
}) {
  const queries = useQueryClient()
  const [name, setName] = useState(twin.name)
  const rename = useMutation({
    mutationFn: () => ask('PUT /twin-studio/:id/name', { params: { id: twin.id }, body: { name } }),
    async onSuccess() {
      close()
      await queries.invalidateQueries(twinRecordsQuery)
    },
    onError: tellFailed,
  })
  return (
    <Modal opened={isOpen} onClose={close} title={`Rename ${twin.name}`} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          rename.mutate()
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            description="Shown in the application, in the API, and on name cards."
            data-autofocus
            required
            maxLength={LONGEST_TWIN_NAME}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <DialogEnd onClose={close}>
            <Button type="submit" loading={rename.isPending} disabled={name.trim() === ''}>
              Rename
            </Button>
          </DialogEnd>
        </Stack>
      </form>
    </Modal>
  )
}
