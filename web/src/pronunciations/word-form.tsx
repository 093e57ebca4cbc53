import { Alert, Button, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'

import { Refusal } from '../api/client.ts'
import { DialogEnd } from '../parts/dialog-end.tsx'
import { tellDone } from '../parts/tell.ts'
import { useSound } from '../parts/use-sound.ts'
import { useKeep } from './queries.ts'
import type { PronunciationItem } from './queries.ts'
import { TryAloud } from './try-aloud.tsx'

/** A word before it is kept: written, tried aloud, and kept or left. @param edited the word to change; null for a new one. */
export function WordForm({ edited, onClose }: { edited: PronunciationItem | null; onClose: () => void }) {
  const [word, setWord] = useState(edited?.word ?? '')
  const [sayAs, setSayAs] = useState(edited?.say_as ?? '')
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

  return (
    <Modal opened onClose={leave} title={edited ? `Change “${edited.word}”` : 'Add a word'} size="lg">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Word"
            description="As it is written in your scripts. In small letters, it also stands for the word in capitals."
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
            word={word.trim()}
            sayAs={sayAs.trim()}
            sentenceFault={fields['sentence']?.message}
            onFault={setFault}
          />
          <Fault fault={fault} />
          <DialogEnd onClose={leave}>
            <Button type="submit" loading={keep.isPending} disabled={!isComplete}>
              {edited ? 'Save the change' : 'Add the word'}
            </Button>
          </DialogEnd>
        </Stack>
      </form>
    </Modal>
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
