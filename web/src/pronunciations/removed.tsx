import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

/** How long a word that was removed can be brought back by one press. */
const UNDO_MS = 8_000

/** Says that a word was removed, and brings it back on request. */
export function notifyRemoved(word: string, onUndo: () => void): void {
  const id = `removed ${word}`
  notifications.show({
    id,
    autoClose: UNDO_MS,
    withBorder: true,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">“{word}” was removed.</Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id)
            onUndo()
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  })
}
