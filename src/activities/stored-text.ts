import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

import type { MediaStore } from '../media/media-store.ts'

/** The text that a key of the media store holds, in UTF-8. @throws MediaMissing. */
export function readText(media: MediaStore, key: string): Promise<string> {
  return media.withFile(key, (file) => readFile(file, 'utf8'))
}

/** Keeps a text under a key of the media store. @param folder for the file on its way. */
export async function keepText(media: MediaStore, key: string, text: string, folder: string): Promise<void> {
  // Several may be on their way at a time.
  const file = `${folder}/${randomUUID()}`
  await writeFile(file, text)
  await media.put(key, file)
}
