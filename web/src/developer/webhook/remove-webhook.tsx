import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'

import { later } from '../../parts/later.tsx'

const RemoveDialog = later(async () => (await import('./remove-dialog.tsx')).RemoveDialog)

/** The button that removes the webhook; it asks first. */
export function RemoveWebhook({ onRemoved }: { onRemoved: () => void }) {
  const [isAsking, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="subtle" color="red" onClick={open}>
        Remove
      </Button>
      {isAsking && <RemoveDialog close={close} onRemoved={onRemoved} />}
    </>
  )
}
