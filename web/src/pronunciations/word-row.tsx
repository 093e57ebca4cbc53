import { ActionIcon, Box, Group, Text, Tooltip } from '@mantine/core'
import { Pencil, Trash2 } from 'lucide-react'

import { SoundButton } from '../parts/sound/sound-button.tsx'
import { say } from './queries.ts'
import type { PronunciationItem } from './queries.ts'

/** A word and how it is said, to be heard, changed or removed. */
export function WordRow({
  item,
  onEdit,
  onRemove,
}: {
  item: PronunciationItem
  onEdit: () => void
  onRemove: () => void
}) {
  const { word, say_as } = item
  const source = () => say({ word, say_as, sentence: null, voice_id: null })
  return (
    <Group component="li" wrap="nowrap" gap="md" px="md" py="sm">
      <SoundButton name={`kept word ${word}`} label={word} source={source} />
      <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text fw={600}>{word}</Text>
        <Text size="sm" c="dimmed">
          said “{say_as}”
        </Text>
      </Box>
      <Group wrap="nowrap" gap={4}>
        <Tooltip label="Change">
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={`Change ${word}`} onClick={onEdit}>
            <Pencil size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Remove">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Remove ${word}`}
            onClick={onRemove}
          >
            <Trash2 size={16} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Group>
  )
}
