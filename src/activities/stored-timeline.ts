import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

import type { SpeechTimeline } from '../domain/speech/speech-timeline.ts'
import type { MediaStore } from '../media/media-store.ts'
import { workKeys } from './work-files.ts'

/**
 * Timelines as JSON, compressed: each is read by every segment that it decides about, and compresses to a sixth.
 *
 * @param folder for the file on its way.
 */
export async function storeTimeline(
  media: MediaStore,
  key: string,
  timeline: SpeechTimeline,
  folder: string,
): Promise<void> {
  const file = `${folder}/${randomUUID()}`
  await writeFile(file, await promisify(gzip)(JSON.stringify(timeline)))
  await media.put(key, file)
}

/** The timeline that speaking a video's script has left. @throws MediaMissing when it has not. */
export async function readTimeline(media: MediaStore, videoId: string): Promise<SpeechTimeline> {
  return JSON.parse((await readJson(media, workKeys(videoId).timeline)).toString('utf8')) as SpeechTimeline
}

/** Writes a kept timeline into a folder, as JSON, for those who draw. @returns the file. @throws MediaMissing. */
export async function timelineFileIn(folder: string, media: MediaStore, key: string): Promise<string> {
  const file = `${folder}/timeline.json`
  await writeFile(file, await readJson(media, key))
  return file
}

function readJson(media: MediaStore, key: string): Promise<Buffer> {
  return media.withFile(key, async (file) => promisify(gunzip)(await readFile(file)))
}
