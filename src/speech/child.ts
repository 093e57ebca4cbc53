import { writeFile } from 'node:fs/promises'
import { serveTasks } from '../children/serve-tasks.ts'
import { finishSpeech } from './finish.ts'
import { flite } from './flite.ts'
import { wavBytes } from './wav.ts'
import type { FinishTask, SayTask } from './speak-script.ts'
import type { Utterance } from './engine.ts'

serveTasks({
  /** Speaks one phrase. */
  say: ({ phrase, voice }: SayTask): Promise<Utterance | null> => flite.say(phrase, voice),

  /** Sets the level of joined speech and writes it as a file. */
  finish: async ({ speech, audioFile }: FinishTask, report: (share: number) => void): Promise<void> => {
    await writeFile(audioFile, wavBytes(await finishSpeech(speech, report)))
  },

  /** Loads the engine and the filters by using them. */
  warmUp: async (): Promise<void> => {
    const spoken = await flite.say({ words: [{ text: 'ready', pauseAfter: false }], ending: '.' }, 'slt')
    if (spoken) await finishSpeech(spoken)
  },
})
