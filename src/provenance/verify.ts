import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'

import { z } from 'zod'

import { fileSha256 } from '../process/file-sha256.ts'
import { readMark } from './mark.ts'
import { Sidecar } from './sidecar.ts'

/** What a video is held against. */
export interface Claim {
  /** The MP4 file. */
  readonly file: string
  /** The content of its provenance file. */
  readonly sidecarText: string
  /** Null when only whoever sent it has it: then words are not held against it. */
  readonly script: string | null
}

/**
 * What is wrong with a video's provenance, in sentences; empty when all of it holds.
 *
 * Holds the file against its hash and its mark, the words against each other and, where the script is
 * given, against each of its words.
 */
export async function verifyVideo({ file, sidecarText, script }: Claim): Promise<string[]> {
  const read = readSidecar(sidecarText)
  if (typeof read === 'string') return [read]
  return [
    ...(await fileFaults(file, read)),
    ...wordFaults(read),
    ...(script === null ? [] : scriptFaults(script, read)),
  ]
}

function readSidecar(text: string): Sidecar | string {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return 'The provenance file is not JSON.'
  }
  const parsed = Sidecar.safeParse(content)
  return parsed.success
    ? parsed.data
    : `The provenance file is not of version 1: ${z.prettifyError(parsed.error)}`
}

async function fileFaults(file: string, { video, digital_source_type }: Sidecar): Promise<string[]> {
  const faults: string[] = []
  const { size } = await stat(file)
  if (size !== video.size_bytes || (await fileSha256(file)) !== video.sha256) {
    faults.push('The video file is another than the one that was made, or was changed since.')
  }
  const mark = await readMark(file).catch(() => null)
  if (mark === null) faults.push('The video file bears no mark that says it is AI-made.')
  else {
    if (mark.digitalSourceType !== digital_source_type) faults.push('The mark names another kind of source.')
    if (mark.videoId !== video.id) faults.push('The mark names another video.')
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
      faults.push(`${name} is not heard in its turn.`)
    }
    if (word.char_start < read || word.char_end <= word.char_start || word.char_end > script.characters) {
      faults.push(`${name} is not in its place in the script.`)
    }
    heardMs = word.start_ms
    read = word.char_end
  }
  return faults
}

/** Nothing but white space between the words, and no white space in them: then they are all of the script. */
function scriptFaults(text: string, { words, script }: Sidecar): string[] {
  if (createHash('sha256').update(text).digest('hex') !== script.sha256) {
    return ['The script is not the one that the video was made from.']
  }
  const characters = Array.from(text)
  const faults: string[] = []
  if (characters.length !== script.characters) faults.push('The script has another length than is claimed.')
  const between = words.map(({ char_start }, index) =>
    characters.slice(words[index - 1]?.char_end ?? 0, char_start).join(''),
  )
  between.push(characters.slice(words.at(-1)?.char_end ?? 0).join(''))
  if (between.some((gap) => /\S/u.test(gap))) faults.push('Some of the script is not among the words.')
  for (const [index, { char_start, char_end }] of words.entries()) {
    if (/\s/u.test(characters.slice(char_start, char_end).join(''))) {
      faults.push(`Word ${index + 1} is more than a word.`)
    }
  }
  return faults
}
