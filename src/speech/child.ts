import { writeFile } from 'node:fs/promises'
import { serveTasks } from '../children/serve-tasks.ts'
import { align } from './remote/align.ts'
import { encodeSpeech } from './finish/encode-speech.ts'
import { finishSpeech } from './finish/finish.ts'
import { flite } from './flite/flite.ts'
import { createKokoro } from './kokoro/kokoro.ts'
import { readParts } from './part-file.ts'
import { joinSound } from './timeline.ts'
import { findVoice } from './engines/voices.ts'
import { wavBytes } from './engines/wav.ts'
import type { AlignTask, FinishTask, SayTask, WarmUpTask } from './tasks.ts'
import type { Phrase, Utterance } from './engines/engine.ts'
import type { EngineVoice } from './engines/voices.ts'

const READY: Phrase = { words: [{ text: 'ready', pauseAfter: false }], ending: '.' }

/** Speaks with the engine of the voice. */
function say(phrase: Phrase, voice: EngineVoice, kokoroDir: string): Promise<Utterance | null> {
  if (voice.engine === 'flite') return flite.say(phrase, voice.engineVoice)
  return createKokoro(kokoroDir).say(phrase, voice.engineVoice)
}

serveTasks({
  /** Speaks one phrase. */
  say: ({ phrase, voiceId, kokoroDir }: SayTask): Promise<Utterance | null> => {
    const voice = findVoice(voiceId)
    if (!voice) throw new Error(`There is no voice "${voiceId}"`)
    return say(phrase, voice, kokoroDir)
  },

  /** Finds out when what is heard in a phrase that was spoken elsewhere. */
  align: ({ phrase, sound, words }: AlignTask): Promise<Utterance | null> => align(phrase, sound, words),

  /** Joins what is spoken, sets its level and writes it, as it is and encoded. */
  finish: async (
    { partFiles, audioFile, soundFile }: FinishTask,
    report: (share: number) => void,
  ): Promise<void> => {
    const finished = await finishSpeech(joinSound(await readParts(partFiles)), report)
    await writeFile(audioFile, wavBytes(finished))
    await encodeSpeech(finished, soundFile)
  },

  /** Loads engines and filters by using them. */
  warmUp: async ({ voiceIds, kokoroDir }: WarmUpTask): Promise<void> => {
    for (const voice of voiceIds.map(findVoice)) {
      const spoken = voice && (await say(READY, voice, kokoroDir))
      if (spoken) await finishSpeech(spoken)
    }
  },
})
