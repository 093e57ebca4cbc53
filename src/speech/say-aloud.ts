import { readFile } from 'node:fs/promises'

import type { SpeechRequest } from '../domain/studio-job.ts'
import type { Scratch, Speaker } from '../ports.ts'

/**
 * Speaks a short text at once and gives its sound: AAC in MP4, as it will be in a video.
 *
 * @throws SpeechImpossible, SpeechTooLong.
 */
export type SayAloud = (request: SpeechRequest & { accountId: string }) => Promise<Buffer>

/** Says short texts with the speaker, each in a folder of its own that is gone afterwards. */
export function createSayAloud(speaker: Speaker, scratch: Scratch): SayAloud {
  return ({ accountId, ...request }) =>
    scratch.use(async (folder) => {
      const partFiles: string[] = []
      for (let parts = 1; partFiles.length < parts;) {
        const partFile = `${folder}/part-${partFiles.length}`
        await speaker.speakPart({ ...request, part: partFiles.length, partFile }, { accountId })
        partFiles.push(partFile)
        parts = (await speaker.join({ ...request, partFiles })).parts
      }
      const soundFile = `${folder}/speech.m4a`
      await speaker.finish({ partFiles, audioFile: `${folder}/speech.wav`, soundFile }, { accountId })
      return readFile(soundFile)
    })
}
