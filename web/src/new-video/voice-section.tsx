import { ActionIcon, Anchor, Badge, Group, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Play, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import type { Draft } from './draft.ts'
import styles from './new-video.module.css'
import { voicesQuery } from './queries.ts'
import type { VoiceView } from './queries.ts'
import { Section } from './section.tsx'
import type { ChangeDraft } from './use-draft.ts'

const OWN = 'own'

/** Whose voice speaks: the presenter's own, or one that the account has starred. */
export function VoiceSection({ draft, change }: { draft: Draft; change: ChangeDraft }) {
  const { data: voices = [] } = useQuery(voicesQuery)
  const { playing, toggle } = usePlayer()
  return (
    <Section
      title="Voice"
      hint={
        <>
          The presenter’s own, or one that you have starred on the{' '}
          <Anchor href="/voices" inherit underline="always">
            Voices
          </Anchor>{' '}
          page.
        </>
      }
    >
      <Radio.Group
        value={draft.voiceId ?? OWN}
        onChange={(value) => change({ voiceId: value === OWN ? null : value })}
        aria-label="Voice"
      >
        <Stack gap="xs">
          <VoiceCard value={OWN} name="The presenter’s own voice" />
          {voices.map((voice) => (
            <Group key={voice.id} gap="xs" wrap="nowrap">
              <VoiceCard value={voice.id} name={voice.name} voice={voice} />
              <ActionIcon
                variant="default"
                size="lg"
                disabled={voice.preview_audio_url === null}
                onClick={() => toggle(voice.preview_audio_url)}
                aria-label={
                  playing === voice.preview_audio_url ? `Stop ${voice.name}` : `Listen to ${voice.name}`
                }
              >
                {playing !== null && playing === voice.preview_audio_url ? (
                  <Square size={16} />
                ) : (
                  <Play size={16} />
                )}
              </ActionIcon>
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

/** One sample at a time, which stops when the page is left. */
function usePlayer() {
  const audio = useRef<HTMLAudioElement | null>(null)
  const [playing, setPlaying] = useState<string | null>(null)
  const stop = () => {
    audio.current?.pause()
    audio.current = null
    setPlaying(null)
  }
  useEffect(() => () => audio.current?.pause(), [])
  function toggle(url: string | null) {
    const isPlaying = playing === url
    stop()
    if (isPlaying || url === null) return
    const sample = new Audio(url)
    audio.current = sample
    setPlaying(url)
    sample.addEventListener('ended', stop)
    sample.play().catch(stop)
  }
  return { playing, toggle }
}

function languageName(tag: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag
}
