import { ActionIcon, Badge, Box, Group, Text, Tooltip } from '@mantine/core'
import { Star } from 'lucide-react'

import type { CatalogueVoiceView } from '../../../src/api/console/door.ts'
import { capitalised, languageName } from '../parts/language.ts'
import { SoundButton } from '../parts/sound/sound-button.tsx'
import { useStar } from './use-star.ts'

const QUALITY = {
  neural: { label: 'Natural', explanation: 'Sounds like a person.' },
  basic: { label: 'Basic', explanation: 'Clear, but sounds like a machine. Needs no downloaded files.' },
} as const

/** A voice to be heard and starred. */
export function VoiceRow({ voice }: { voice: CatalogueVoiceView }) {
  const { name, gender, language, quality, is_installed: isInstalled, preview_audio_url: sample } = voice
  const { label, explanation } = QUALITY[quality]
  return (
    <Group wrap="nowrap" gap="md">
      {sample === null ? (
        <Tooltip label="There is no sample of this voice">
          <Box w={40} h={40} />
        </Tooltip>
      ) : (
        <SoundButton name={`voice ${voice.slug}`} label={`a sample of ${name}`} source={sample} />
      )}
      <Box flex={1} miw={0}>
        <Group gap={6}>
          <Text component="h2" fw={550} fz="md">
            {name}
          </Text>
          <Tooltip label={explanation}>
            <Badge size="sm" variant="light" color={quality === 'neural' ? 'accent' : 'gray'}>
              {label}
            </Badge>
          </Tooltip>
          {!isInstalled && (
            <Badge size="sm" variant="default">
              Not installed
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {capitalised(gender)} · {languageName(language)}
        </Text>
      </Box>
      <StarButton voice={voice} />
    </Group>
  )
}

function StarButton({ voice }: { voice: CatalogueVoiceView }) {
  const { mutate } = useStar()
  const isStarred = voice.voice_id !== null
  return (
    <Tooltip label={isStarred ? 'Remove the star' : 'Star, to use it in videos'}>
      <ActionIcon
        variant="subtle"
        color={isStarred ? 'accent' : 'gray'}
        size={40}
        radius="xl"
        aria-pressed={isStarred}
        aria-label={`Star ${voice.name}`}
        onClick={() => mutate(voice)}
      >
        <Star size={20} {...(isStarred && { fill: 'currentColor' })} />
      </ActionIcon>
    </Tooltip>
  )
}
