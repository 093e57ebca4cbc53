import { Alert, Button, Group, Modal, Paper, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'

import { Refusal } from '../api/client.ts'
import { tellDone } from '../parts/tell.ts'
import { useSound } from '../parts/use-sound.ts'
import { voiceCatalogueQuery } from '../voices/queries.ts'
import { say, useKeep } from './queries.ts'
import type { PronunciationItem } from './queries.ts'
import { HearButton } from './hear-button.tsx'

/** A word before it is kept: written, tried aloud, and kept or left. @param edited the word to change; null for a new one. */
export function WordForm({ edited, onClose }: { edited: PronunciationItem | null; onClose: () => void }) {
  const [word, setWord] = useState(edited?.word ?? '')
  const [sayAs, setSayAs] = useState(edited?.say_as ?? '')
  const [sentence, setSentence] = useState('')
  const [voiceId, setVoiceId] = useState<string | null>(null)
  const [fault, setFault] = useState<unknown>(null)
  const keep = useKeep()
  const { stop } = useSound()
  const fields = fault instanceof Refusal ? fault.fields : {}
  const isComplete = word.trim() !== '' && sayAs.trim() !== ''

  function submit(event: FormEvent) {
    event.preventDefault()
    setFault(null)
    const kept = { word: word.trim(), say_as: sayAs.trim() }
    const onSuccess = () => {
      tellDone(`“${kept.word}” is said “${kept.say_as}” from now on.`)
      leave()
    }
    keep.mutate(kept, { onSuccess, onError: setFault })
  }
  function leave() {
    stop()
    onClose()
  }
  const hear = (as: string | null, within: string | null) => async () => {
    setFault(null)
    return say({ word: word.trim(), say_as: as, sentence: within, voice_id: voiceId })
  }

  return (
    <Modal opened onClose={leave} title={edited ? `Change “${edited.word}”` : 'Add a word'} size="lg">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Word"
            description="As it is written in your scripts. Small letters stand for every way to write it."
            placeholder="nguyen"
            value={word}
            onChange={(event) => setWord(event.currentTarget.value)}
            error={fields['word']?.message}
            disabled={edited !== null}
            data-autofocus={edited === null || undefined}
            maxLength={60}
            required
          />
          <TextInput
            label="Say it as"
            description="Written so that anybody who reads English would say it right."
            placeholder="nwin"
            value={sayAs}
            onChange={(event) => setSayAs(event.currentTarget.value)}
            error={fields['say_as']?.message}
            data-autofocus={edited !== null || undefined}
            maxLength={120}
            required
          />
          <TryAloud
            voiceId={voiceId}
            onVoice={setVoiceId}
            sentence={sentence}
            onSentence={setSentence}
            sentenceFault={fields['sentence']?.message}
            placeholder={`Please welcome ${word.trim() || 'Nguyen'} to our team.`}
          >
            <HearButton
              label="As written"
              name="word as written"
              disabled={word.trim() === ''}
              source={hear(null, sentence.trim() || null)}
              onFault={setFault}
            />
            <HearButton
              label="Your way"
              name="word your way"
              disabled={!isComplete}
              source={hear(sayAs.trim(), sentence.trim() || null)}
              onFault={setFault}
              isMain
            />
          </TryAloud>
          <Fault fault={fault} />
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={keep.isPending} disabled={!isComplete}>
              {edited ? 'Save the change' : 'Add the word'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Where a word is heard before it is kept. */
function TryAloud({
  voiceId,
  onVoice,
  sentence,
  onSentence,
  sentenceFault,
  placeholder,
  children,
}: {
  voiceId: string | null
  onVoice: (voiceId: string | null) => void
  sentence: string
  onSentence: (sentence: string) => void
  sentenceFault: string | undefined
  placeholder: string
  children: React.ReactNode
}) {
  const { data: voices } = useQuery(voiceCatalogueQuery)
  const speakers = voices?.filter((voice) => voice.voice_id !== null && voice.is_installed) ?? []
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Text fw={600}>Listen before you keep it</Text>
        <Group align="flex-start" gap="sm">
          <TextInput
            label="In a sentence (optional)"
            placeholder={placeholder}
            value={sentence}
            onChange={(event) => onSentence(event.currentTarget.value)}
            error={sentenceFault}
            maxLength={120}
            flex="2 1 240px"
          />
          <Select
            label="Voice"
            value={voiceId ?? speakers[0]?.voice_id ?? null}
            onChange={onVoice}
            data={speakers.map((voice) => ({ value: voice.voice_id!, label: voice.name }))}
            placeholder="No starred voice"
            allowDeselect={false}
            flex="1 1 140px"
          />
        </Group>
        <Group gap="sm">{children}</Group>
      </Stack>
    </Paper>
  )
}

/** What is wrong and belongs to no field. */
function Fault({ fault }: { fault: unknown }) {
  if (fault === null) return null
  const known = fault instanceof Refusal ? Object.entries(fault.fields) : []
  if (known.some(([name]) => ['word', 'say_as', 'sentence'].includes(name))) return null
  const message =
    known[0]?.[1].message ??
    (fault instanceof Refusal ? fault.userMessage : 'The sound could not be played. Please try again.')
  return (
    <Alert color="red" role="alert">
      {message}
    </Alert>
  )
}
