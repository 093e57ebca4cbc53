import { readFile, writeFile } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import type { SpokenPhrase } from './timeline.ts'

/**
 * Phrases that were spoken, kept in a file until the whole script is: in Node's own form for structured
 * data, because samples are megabytes, and nobody else reads them.
 */
export async function writePart(file: string, spoken: readonly SpokenPhrase[]): Promise<void> {
  await writeFile(file, serialize(spoken))
}

/** What is spoken in parts, one after the other. */
export async function readParts(files: readonly string[]): Promise<SpokenPhrase[]> {
  const parts = await Promise.all(
    files.map(async (file) => deserialize(await readFile(file)) as readonly SpokenPhrase[]),
  )
  return parts.flat()
}
