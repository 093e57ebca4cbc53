import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

/**
 * The end of a dialog: the way out at the left of the action that it is about.
 *
 * @param stay names the way out; it has the focus at first where the action cannot be undone.
 */
export function DialogEnd({
  onClose,
  stay = 'Cancel',
  isStayFirst = false,
  children,
}: {
  onClose: () => void
  stay?: string
  isStayFirst?: boolean
  children: ReactNode
}) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose} data-autofocus={isStayFirst || undefined}>
        {stay}
      </Button>
      {children}
    </Group>
  )
}
