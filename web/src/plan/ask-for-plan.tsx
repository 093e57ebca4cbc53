import { Button, Modal, Stack, Text } from '@mantine/core'

import type { PlanView } from '../../../src/api/console/door.ts'
import { DialogEnd } from '../parts/dialog-end.tsx'

/** Asks once more before a request for another plan is sent to whoever runs the service. */
export function AskForPlan({
  plan,
  opened,
  onClose,
  onConfirm,
  isSending,
  replaces,
}: {
  plan: PlanView
  opened: boolean
  onClose: () => void
  onConfirm: () => void
  isSending: boolean
  /** Name of the plan that was asked for before; null when none is. */
  replaces: string | null
}) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Ask for ${plan.name}?`}>
      <Stack>
        <Text>
          Your request goes to the people who run this service. Your plan does not change until they approve
          it; then the running period is topped up, or cut down to what you have not used, at once.
        </Text>
        {replaces !== null && <Text>It takes the place of your request for {replaces}.</Text>}
        <DialogEnd onClose={onClose}>
          <Button data-autofocus loading={isSending} onClick={onConfirm}>
            Ask for {plan.name}
          </Button>
        </DialogEnd>
      </Stack>
    </Modal>
  )
}
