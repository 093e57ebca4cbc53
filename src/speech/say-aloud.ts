import { readFile } from 'node:fs/promises'

import type { SpeechRequest } from '../domain/speech/speech-job.ts'
import type { Scratch } from '../ports/process/scratch.ts'
import type { Speaker } from '../ports/speech/speaker.ts'
import { speakScript } from './speak-script.ts'

/**
 * Speaks a short text at once and returns its sound: AAC in MP4, as it will be in a video.
 *
 * @throws SpeechImpossible, SpeechTooLong.
 */
export type SayAloud = (request: SpeechRequest & { accountId: string }) => Promise<Buffer>

/** Speaks short texts, each in a folder of its own that is removed afterwards. */
export function createSayAloud(speaker: Speaker, scratch: Scratch): SayAloud {
  return ({ accountId, ...request }) =>
    scratch.use(async (folder) => {
      const soundFile = `${folder}/speech.m4a`
      await speakScript(speaker, { ...request, soundFile }, { accountId })
      return readFile(soundFile)
    })
}
