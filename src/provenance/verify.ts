import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'

import { z } from 'zod'

import { fileSha256 } from '../process/file-sha256.ts'
import { readMark } from './mark.ts'
import { Sidecar } from './sidecar.ts'

/** A video file with the provenance file and script to verify it against. */
export interface Claim {
  /** The MP4 file. */
  readonly file: string
  /** The content of its provenance file. */
  readonly sidecarText: string
  /** Null when the script is not available; the words are then not compared with it. */
  readonly script: string | null
}

/**
 * Verifies a video against its provenance file. Compares the file with its hash and its mark, checks the order of the
 * words and, when the script is given, that the words cover it completely.
 *
 * @returns one sentence per problem; empty when the provenance is valid.
 */
export async function verifyVideo({ file, sidecarText, script }: Claim): Promise<string[]> {
  const read = readSidecar(sidecarText)
  if (typeof read === 'string') return [read]
  return [
    ...(await fileFaults(file, read)),
    ...(script === null ? wordFaults(read) : recordFaults(read, script)),
  ]
}

/** What is wrong with a record's words by themselves and beside the script, in sentences. */
export function recordFaults(sidecar: Sidecar, script: string): string[] {
  return [...wordFaults(sidecar), ...scriptFaults(script, sidecar)]
}

/** What a provenance file says, or a sentence on why it cannot be read. */
export function readSidecar(text: string): Sidecar | string {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return 'The provenance file is not valid JSON.'
  }
  const parsed = Sidecar.safeParse(content)
  return parsed.success
    ? parsed.data
    : `The provenance file does not conform to version 1: ${z.prettifyError(parsed.error)}`
}

async function fileFaults(file: string, { video, digital_source_type }: Sidecar): Promise<string[]> {
  const faults: string[] = []
  const { size } = await stat(file)
  if (size !== video.size_bytes || (await fileSha256(file)) !== video.sha256) {
    faults.push('The video file is not the original file, or it has been changed.')
  }
  const mark = await readMark(file).catch(() => null)
  if (mark === null) faults.push('The video file has no mark that identifies it as AI-generated.')
  else {
    if (mark.digitalSourceType !== digital_source_type)
      faults.push('The mark in the file names a different source type.')
    if (mark.videoId !== video.id) faults.push('The mark in the file names a different video.')
  }
  return faults
}

/** Words follow one another in the script and in time. */
function wordFaults({ words, script, video }: Sidecar): string[] {
  const lengthMs = Math.ceil(video.duration_seconds * 1_000)
  const faults: string[] = []
  let [heardMs, read] = [0, 0]
  for (const [index, word] of words.entries()) {
    const name = `Word ${index + 1}`
    if (word.start_ms < heardMs || word.end_ms < word.start_ms || word.end_ms > lengthMs) {
      faults.push(`${name} is out of order in time.`)
    }
    if (word.char_start < read || word.char_end <= word.char_start || word.char_end > script.characters) {
      faults.push(`${name} is out of order in the script.`)
    }
    heardMs = word.start_ms
    read = word.char_end
  }
  return faults
}

/** Nothing but white space between the words, and no white space in them: then they are all of the script. */
function scriptFaults(text: string, { words, script }: Sidecar): string[] {
  if (createHash('sha256').update(text).digest('hex') !== script.sha256) {
    return ['The video was not made from this script.']
  }
  const characters = Array.from(text)
  const faults: string[] = []
  if (characters.length !== script.characters)
    faults.push('The length of the script differs from the provenance file.')
  const between = words.map(({ char_start }, index) =>
    characters.slice(words[index - 1]?.char_end ?? 0, char_start).join(''),
  )
  between.push(characters.slice(words.at(-1)?.char_end ?? 0).join(''))
  if (between.some((gap) => /\S/u.test(gap)))
    faults.push('Some parts of the script are missing from the words.')
  for (const [index, { char_start, char_end }] of words.entries()) {
    if (/\s/u.test(characters.slice(char_start, char_end).join(''))) {
      faults.push(`Word ${index + 1} contains white space.`)
    }
  }
  return faults
}
