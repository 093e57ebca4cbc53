import { Button, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { MemberView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { DialogEnd } from '../parts/dialog-end.tsx'
import { notifyDone, notifyFailed } from '../parts/notify.ts'
import { PEOPLE } from './people-query.ts'

/** Asks for confirmation before a member is removed or leaves. */
export function RemoveModal({
  member,
  isMe,
  isOpen,
  close,
}: {
  member: MemberView
  isMe: boolean
  isOpen: boolean
  close: () => void
}) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => ask('DELETE /people/:id', { params: { id: member.id } }),
    onSuccess: async () => {
      // Nothing of the account may be shown any more; the next account, or the way out, comes afresh.
      if (isMe) return location.assign('/')
      close()
      notifyDone(`${member.name} no longer works for this account.`)
      await queries.invalidateQueries(PEOPLE)
    },
    onError: notifyFailed,
  })
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={isMe ? 'Leave this account?' : `Remove ${member.name}?`}
      centered
    >
      <Stack>
        <Text size="sm">
          {isMe
            ? 'You lose access to its videos immediately, on every device. An owner can invite you again.'
            : `${member.name} loses access to this account immediately, on every device. Videos and API keys stay as they are. You can invite them again.`}
        </Text>
        <DialogEnd onClose={close}>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {isMe ? 'Leave' : 'Remove'}
          </Button>
        </DialogEnd>
      </Stack>
    </Modal>
  )
}
