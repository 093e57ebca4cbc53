import { Button, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'

import { DialogEnd } from '../../parts/dialog-end.tsx'
import { tellDone, tellFailed } from '../../parts/tell.ts'
import { useSetWebhook } from './webhook-data.ts'

/** The button that has events sent nowhere; it asks first. */
export function RemoveWebhook({ onRemoved }: { onRemoved: () => void }) {
  const [isAsking, { open, close }] = useDisclosure()
  const set = useSetWebhook()

  // Awaited here: this button goes away with the webhook, and callbacks of what is gone are not called.
  async function confirm() {
    try {
      await set.mutateAsync(null)
      tellDone('The webhook is removed. Events are sent nowhere.')
      onRemoved()
    } catch (error) {
      tellFailed(error)
    }
  }

  return (
    <>
      <Button variant="subtle" color="red" onClick={open}>
        Remove
      </Button>
      <Modal opened={isAsking} onClose={close} title="Remove the webhook?">
        <Stack>
          <Text size="sm">
            Your server is no longer notified when a video is ready. Videos created with a webhook of their
            own still use it. The signing secret does not change.
          </Text>
          <DialogEnd onClose={close} stay="Keep it" isStayFirst>
            <Button color="red" onClick={() => void confirm()} loading={set.isPending}>
              Remove webhook
            </Button>
          </DialogEnd>
        </Stack>
      </Modal>
    </>
  )
}
