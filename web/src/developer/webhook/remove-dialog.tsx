import { Button, Modal, Stack, Text } from '@mantine/core'

import { DialogEnd } from '../../parts/dialog-end.tsx'
import { notifyDone, notifyFailed } from '../../parts/notify.ts'
import { useSetWebhook } from './webhook-data.ts'

/** Asks whether the webhook is to be removed, and removes it. */
export function RemoveDialog({ close, onRemoved }: { close: () => void; onRemoved: () => void }) {
  const set = useSetWebhook()

  // Awaited here: this dialog goes away with the webhook, and callbacks of what is gone are not called.
  async function confirm() {
    try {
      await set.mutateAsync(null)
      notifyDone('The webhook is removed. Events are sent nowhere.')
      onRemoved()
    } catch (error) {
      notifyFailed(error)
    }
  }

  return (
    <Modal opened onClose={close} title="Remove the webhook?">
      <Stack>
        <Text size="sm">
          Your server is no longer notified when a video is ready. Videos created with a webhook of their own
          still use it. The signing secret does not change.
        </Text>
        <DialogEnd onClose={close} stay="Keep it" isStayFirst>
          <Button color="red" onClick={() => void confirm()} loading={set.isPending}>
            Remove webhook
          </Button>
        </DialogEnd>
      </Stack>
    </Modal>
  )
}
