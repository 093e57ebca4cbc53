import { join } from 'node:path'

import type { Speaker } from '../../src/ports.ts'
import type { SpeechRecogniser } from './speech-recogniser.ts'
import { sumOfErrors, wordErrors } from './word-errors.ts'
import type { WordErrors } from './word-errors.ts'

/** Who speaks, who listens, and a folder for what is said. */
export interface HearingTest {
  readonly speaker: Speaker
  readonly recogniser: SpeechRecogniser
  readonly folder: string
}

/** Has a voice say sentences, each as a script of its own, and counts what is not heard as it was written. */
export async function errorsHeard(
  { speaker, recogniser, folder }: HearingTest,
  voiceId: string,
  sentences: readonly string[],
): Promise<WordErrors> {
  const files: string[] = []
  for (const [index, script] of sentences.entries()) {
    const audioFile = join(folder, `${voiceId.replace(':', '-')}-${index}.wav`)
    await speaker.speak({ script, voiceId, audioFile })
    files.push(audioFile)
  }
  const heard = await recogniser.recognise(files)
  return sumOfErrors(sentences.map((sentence, index) => wordErrors(sentence, heard[index] ?? '')))
}
