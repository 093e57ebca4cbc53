import { Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { voiceCatalogueQuery } from '../voices/queries.ts'
import { HearButton } from './hear-button.tsx'
import { say } from './queries.ts'

/** Most characters of a sentence that a word is heard in; the server has the same limit. */
const LONGEST_SENTENCE = 120

/**
 * Where a word is heard before it is kept: as it is read without, and as it would be said.
 *
 * @param sayAs empty until something is written.
 * @param onFault is told why a sound could not be had, and null before each try.
 */
export function TryAloud({
  word,
  sayAs,
  sentence,
  onFault,
}: {
  word: string
  sayAs: string
  /** The field of the sentence that the word is heard in, which belongs to the form. */
  sentence: TextInputProps & { readonly value?: string }
  onFault: (fault: unknown) => void
}) {
  const [voiceId, setVoiceId] = useState<string | null>(null)
  const { data: voices } = useQuery(voiceCatalogueQuery)
  const speakers = voices?.filter((voice) => voice.voice_id !== null && voice.is_installed) ?? []
  const hear = (as: string | null) => () => {
    onFault(null)
    return say({ word, say_as: as, sentence: sentence.value?.trim() || null, voice_id: voiceId })
  }
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Text fw={600}>Listen before you keep it</Text>
        <Group align="flex-start" gap="sm">
          <TextInput
            label="In a sentence (optional)"
            placeholder={`Please welcome ${word || 'Nguyen'} to our team.`}
            {...sentence}
            maxLength={LONGEST_SENTENCE}
            flex="2 1 240px"
          />
          <Select
            label="Voice"
            value={voiceId ?? speakers[0]?.voice_id ?? null}
            onChange={setVoiceId}
            data={speakers.map((voice) => ({ value: voice.voice_id!, label: voice.name }))}
            placeholder="No starred voice"
            allowDeselect={false}
            flex="1 1 140px"
          />
        </Group>
        <Group gap="sm">
          <HearButton
            label="As written"
            name="word as written"
            disabled={word === ''}
            source={hear(null)}
            onFault={onFault}
          />
          <HearButton
            label="Your way"
            name="word your way"
            disabled={word === '' || sayAs === ''}
            source={hear(sayAs)}
            onFault={onFault}
            isMain
          />
        </Group>
      </Stack>
    </Paper>
  )
}
