import { join } from 'node:path'

import type { Speaker } from '../../../src/ports/speech/speaker.ts'
import { speakScript } from '../../../src/speech/speak-script.ts'
import type { SpeechRecogniser } from './speech-recogniser.ts'
import { sumOfErrors, wordErrors } from './word-errors.ts'
import type { WordErrors } from './word-errors.ts'

/** Who speaks, who listens, and a folder for what is said. */
export interface HearingTest {
  readonly speaker: Speaker
  readonly recogniser: SpeechRecogniser
  readonly folder: string
}

/** What a voice is to say: sentences, each a script of its own. */
export interface Saying {
  readonly voiceId: string
  readonly sentences: readonly string[]
}

/** Has voices say sentences, and counts for each voice what is not heard as it was written. */
export async function errorsHeard(
  { speaker, recogniser, folder }: HearingTest,
  sayings: readonly Saying[],
): Promise<WordErrors[]> {
  const files: string[] = []
  for (const saying of sayings) files.push(...(await soundsOf(speaker, folder, saying)))
  const heard = (await recogniser.recognise(files)).values()
  return sayings.map(({ sentences }) =>
    sumOfErrors(sentences.map((sentence) => wordErrors(sentence, heard.next().value ?? ''))),
  )
}

/** Has a voice say sentences. @returns a WAV file for each of them, in the folder. */
export async function soundsOf(
  speaker: Speaker,
  folder: string,
  { voiceId, sentences }: Saying,
): Promise<string[]> {
  const files: string[] = []
  for (const [index, script] of sentences.entries()) {
    const place = join(folder, `${voiceId.replace(':', '-')}-${index}`)
    const audioFile = `${place}.wav`
    await speakScript(speaker, { script, voiceId, audioFile, soundFile: `${place}.m4a` })
    files.push(audioFile)
  }
  return files
}
