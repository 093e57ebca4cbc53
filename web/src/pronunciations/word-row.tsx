import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { ArrowRight, Pencil, Trash2 } from 'lucide-react'

import { SoundButton } from '../parts/sound-button.tsx'
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
      <Group flex={1} miw={0} gap="xs">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {word}
        </Text>
        <ArrowRight size={14} aria-label="is said" />
        <Text style={{ overflowWrap: 'anywhere' }}>{say_as}</Text>
      </Group>
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
