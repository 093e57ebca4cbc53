import { Button, Modal, TextInput } from '@mantine/core'

import { DialogEnd } from '../parts/dialog-end.tsx'
import { SentForm } from '../parts/form/sent-form.tsx'
import { useSentForm } from '../parts/form/use-sent-form.ts'
import { notifyDone } from '../parts/notify.ts'
import { useSound } from '../parts/sound/use-sound.ts'
import { useKeep } from './queries.ts'
import type { PronunciationItem } from './queries.ts'
import { TryAloud } from './try-aloud.tsx'

/** A word before it is kept: written, tried aloud, and kept or left. @param edited the word to change; null for a new one. */
export function WordForm({ edited, onClose }: { edited: PronunciationItem | null; onClose: () => void }) {
  const keep = useKeep()
  const { stop } = useSound()
  const state = useSentForm(
    { word: edited?.word ?? '', say_as: edited?.say_as ?? '', sentence: '' },
    async (typed) => {
      const kept = { word: typed.word.trim(), say_as: typed.say_as.trim() }
      await keep.mutateAsync(kept)
      notifyDone(`“${kept.word}” is said “${kept.say_as}” from now on.`)
      leave()
    },
  )
  const { form, isSending, tell } = state
  const word = form.values.word.trim()
  const sayAs = form.values.say_as.trim()

  function leave() {
    stop()
    onClose()
  }

  return (
    <Modal opened onClose={leave} title={edited ? `Change “${edited.word}”` : 'Add a word'} size="lg">
      <SentForm state={state}>
        <TextInput
          label="Word"
          description="As it is written in your scripts. In small letters, it also stands for the word in capitals."
          placeholder="nguyen"
          {...form.getInputProps('word')}
          disabled={edited !== null}
          data-autofocus={edited === null || undefined}
          maxLength={60}
          required
        />
        <TextInput
          label="Say it as"
          description="Spell it the way it sounds, for example “nwin” for “Nguyen”."
          placeholder="nwin"
          {...form.getInputProps('say_as')}
          data-autofocus={edited !== null || undefined}
          maxLength={120}
          required
        />
        <TryAloud
          word={word}
          sayAs={sayAs}
          sentence={form.getInputProps('sentence')}
          onFault={(error) => tell(error, 'The sound could not be played. Please try again.')}
        />
        <DialogEnd onClose={leave}>
          <Button type="submit" loading={isSending} disabled={word === '' || sayAs === ''}>
            {edited ? 'Save the change' : 'Add the word'}
          </Button>
        </DialogEnd>
      </SentForm>
    </Modal>
  )
}
