import { Anchor, Badge, Group, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { languageName } from '../parts/language.ts'
import { SoundButton } from '../parts/sound/sound-button.tsx'
import type { Draft } from './draft/draft.ts'
import styles from './new-video.module.css'
import { voicesQuery } from './queries.ts'
import type { VoiceView } from './queries.ts'
import { Section } from './section.tsx'
import type { ChangeDraft } from './draft/use-draft.ts'
import { useOneTabStop } from './use-one-tab-stop.ts'

const OWN = 'own'

/** The choice of a voice: the presenter's own, or one that the account has starred. */
export function VoiceSection({ draft, change }: { draft: Draft; change: ChangeDraft }) {
  const { data: voices = [] } = useQuery(voicesQuery)
  const cards = useOneTabStop()
  return (
    <Section
      title="Voice"
      hint={
        <>
          The presenter’s own, or one that you have starred on the{' '}
          <Anchor inherit underline="always" renderRoot={(props) => <Link to="/voices" {...props} />}>
            Voices
          </Anchor>{' '}
          page.
        </>
      }
    >
      <Radio.Group
        value={draft.voiceId ?? OWN}
        onChange={(value) => change({ voiceId: value === OWN ? null : value })}
        label="Voice"
        labelProps={{ display: 'none' }}
      >
        <Stack gap="xs" ref={cards}>
          <VoiceCard value={OWN} name="The presenter’s own voice" />
          {voices.map((voice) => (
            <Group key={voice.id} gap="xs" wrap="nowrap">
              <VoiceCard value={voice.id} name={voice.name} voice={voice} />
              {voice.preview_audio_url && (
                <SoundButton
                  name={`voice ${voice.id}`}
                  label={`a sample of ${voice.name}`}
                  source={voice.preview_audio_url}
                />
              )}
            </Group>
          ))}
        </Stack>
      </Radio.Group>
    </Section>
  )
}

function VoiceCard({ value, name, voice }: { value: string; name: string; voice?: VoiceView }) {
  return (
    <Radio.Card value={value} className={styles['choice'] ?? ''} px="sm" py={8}>
      <Group gap="sm" wrap="nowrap">
        <Radio.Indicator />
        <Text span size="sm" style={{ flex: 1 }}>
          {name}
          {voice && (
            <Text span c="dimmed" size="sm">
              {' '}
              · {voice.gender}, {languageName(voice.language)}
            </Text>
          )}
        </Text>
        {voice?.quality === 'neural' && (
          <Badge variant="light" tt="none">
            Natural
          </Badge>
        )}
      </Group>
    </Radio.Card>
  )
}
