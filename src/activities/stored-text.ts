import { readFile, writeFile } from 'node:fs/promises'

import type { SpeechTimeline } from '../domain/speech-timeline.ts'
import type { MediaStore } from '../media/media-store.ts'
import { workKeys } from './work-files.ts'

/** The text that a key of the media store holds, in UTF-8. @throws MediaMissing. */
export function readText(media: MediaStore, key: string): Promise<string> {
  return media.withFile(key, (file) => readFile(file, 'utf8'))
}

/** Keeps a text under a key of the media store. @param folder for the file on its way. */
export async function keepText(media: MediaStore, key: string, text: string, folder: string): Promise<void> {
  const file = `${folder}/text`
  await writeFile(file, text)
  await media.put(key, file)
}

/** The timeline that speaking a video's script has left. @throws MediaMissing when it has not. */
export async function readTimeline(media: MediaStore, videoId: string): Promise<SpeechTimeline> {
  return JSON.parse(await readText(media, workKeys(videoId).timeline)) as SpeechTimeline
}
