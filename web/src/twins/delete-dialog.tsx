import { Button, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { TwinRecordView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { DialogEnd } from '../parts/dialog-end.tsx'
import { notifyDone, notifyFailed } from '../parts/notify.ts'
import { twinRecordsQuery } from './queries.ts'

/** Asks before an account gives a twin up. */
export function DeleteDialog({
  twin: { id, name },
  isOpen,
  close,
}: {
  twin: TwinRecordView
  isOpen: boolean
  close: () => void
}) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => ask('DELETE /twin-studio/:id', { params: { id } }),
    async onSuccess() {
      close()
      notifyDone(`${name} is deleted.`)
      await queries.invalidateQueries(twinRecordsQuery)
    },
    onError: notifyFailed,
  })
  return (
    <Modal opened={isOpen} onClose={close} title={`Delete ${name}?`} centered>
      <Stack>
        <Text size="sm">
          It can no longer be used in videos, and its recording and everything derived from it are deleted for
          good. Finished videos stay, unless the person in them wants them deleted.
        </Text>
        <DialogEnd onClose={close} isStayFirst>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </DialogEnd>
      </Stack>
    </Modal>
  )
}
