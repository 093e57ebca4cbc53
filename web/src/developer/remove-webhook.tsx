import { Button, Group, Modal, Stack, Text } from '@mantine/core'

import { tellDone, tellFailed } from '../parts/tell.ts'
import { useSetWebhook } from './webhook-data.ts'

/** Asks whether events are really to be sent nowhere, and sees to it. */
export function RemoveWebhook({ onClose, onRemoved }: { onClose: () => void; onRemoved: () => void }) {
  const set = useSetWebhook()
  const confirm = () =>
    set.mutate(null, {
      onSuccess() {
        tellDone('The webhook is removed. Events are sent nowhere.')
        onRemoved()
      },
      onError: tellFailed,
    })
  return (
    <Modal opened onClose={onClose} title="Remove the webhook?">
      <Stack>
        <Text size="sm">
          Your server is not told any more when a video is ready. Only videos that were made with a webhook of
          their own still report to that one. The signing secret stays as it is.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep it
          </Button>
          <Button color="red" onClick={confirm} loading={set.isPending}>
            Remove webhook
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
