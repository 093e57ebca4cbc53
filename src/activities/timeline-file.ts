import { readFile } from 'node:fs/promises'

import type { SpeechTimeline } from '../domain/speech-timeline.ts'
import type { MediaStore } from '../ports.ts'
import { workKeys } from './work-files.ts'

/** The timeline that speaking a video's script has left. @throws MediaMissing when it has not. */
export async function readTimeline(media: MediaStore, videoId: string): Promise<SpeechTimeline> {
  const file = await media.localFile(workKeys(videoId).timeline)
  return JSON.parse(await readFile(file, 'utf8')) as SpeechTimeline
}
