import { writeFile } from 'node:fs/promises'
import { serveTasks } from '../children/serve-tasks.ts'
import { align } from './remote/align.ts'
import { encodeSpeech } from './finish/encode-speech.ts'
import { finishSpeech } from './finish/finish.ts'
import { requireEngine } from './engine-registry.ts'
import { readParts } from './part-file.ts'
import { joinSound } from './timeline.ts'
import { findVoice } from './voice-catalogue.ts'
import { shortenRests } from './engines/shorten-rests.ts'
import { wavBytes } from './engines/wav.ts'
import type { AlignTask, FinishTask, SayTask, WarmUpTask } from './tasks.ts'
import type { Phrase, SpeechEngine, Utterance } from './engines/engine.ts'

const READY: Phrase = { words: [{ text: 'ready', mark: null }], ending: '.' }

/** Engines that were needed already, by their id. */
const loaded = new Map<string, Promise<SpeechEngine>>()

/** Speaks with the engine of the voice. */
async function say({ phrase, voiceId, folder }: SayTask): Promise<Utterance | null> {
  const voice = findVoice(voiceId)
  if (!voice) throw new Error(`There is no voice "${voiceId}"`)
  const loading = loaded.get(voice.engine) ?? requireEngine(voice.engine).load(folder)
  loaded.set(voice.engine, loading)
  const engine = await loading
  const spoken = await engine.say(phrase, voice)
  return spoken && shortenRests(spoken, phrase)
}

serveTasks({
  /** Speaks one phrase. */
  say,

  /** Finds out when what is heard in a phrase that was spoken elsewhere. */
  align: ({ phrase, sound, words }: AlignTask): Promise<Utterance | null> => align(phrase, sound, words),

  /** Joins what is spoken, sets its level and writes it encoded, and as it is if that is wanted. */
  finish: async (
    { partFiles, audioFile, soundFile, inSmallRoom }: FinishTask,
    onPass: (share: number) => void,
  ): Promise<void> => {
    const finished = await finishSpeech(joinSound(await readParts(partFiles)), { inSmallRoom, onPass })
    if (audioFile !== undefined) await writeFile(audioFile, wavBytes(finished))
    await encodeSpeech(finished, soundFile)
  },

  /** Loads engines and filters by using them. */
  warmUp: async ({ voices }: WarmUpTask): Promise<void> => {
    for (const voice of voices) {
      const spoken = await say({ phrase: READY, ...voice })
      if (spoken) await finishSpeech(spoken)
    }
  },
})
