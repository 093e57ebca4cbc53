import { appendFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { fileSha256 } from '../../../src/process/file-sha256.ts'
import { writeMark } from '../../../src/provenance/mark.ts'
import { createSidecarWriter, Sidecar } from '../../../src/provenance/sidecar.ts'
import { verifyVideo } from '../../../src/provenance/verify.ts'
import { sampleMaking } from './sample-making.ts'

/** With characters of one, two and no UTF-16 unit less than code points, and a word that is silent. */
const SCRIPT = '  Hello 🎉 wörld,\n𝒲elcome aboard!  '

const EMPTY_BOX = Buffer.from('\0\0\0\u0008ftyp', 'latin1')

let folder: string
let file: string
let sidecarText: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verify-'))
  file = await markedFile('video.mp4', 'vid_1')
  sidecarText = await sidecarFor(file)
})
afterAll(() => rm(folder, { recursive: true }))

async function markedFile(name: string, videoId: string): Promise<string> {
  const made = path.join(folder, name)
  await writeFile(made, EMPTY_BOX)
  await writeMark(made, videoId)
  return made
}

async function sidecarFor(made: string): Promise<string> {
  const content = { sha256: await fileSha256(made), sizeBytes: (await stat(made)).size }
  return createSidecarWriter({ modelSha256: () => 'b'.repeat(64), optionsView: () => ({}) })(
    sampleMaking(SCRIPT, content),
  )
}

function changed(change: (sidecar: Sidecar) => void): string {
  const sidecar = Sidecar.parse(JSON.parse(sidecarText))
  change(sidecar)
  return JSON.stringify(sidecar)
}

describe('a video as it was made', () => {
  test('is found in order, with its script and without', async () => {
    expect(await verifyVideo({ file, sidecarText, script: SCRIPT })).toEqual([])
    expect(await verifyVideo({ file, sidecarText, script: null })).toEqual([])
  })

  test('its provenance file tells places in code points, and no word of the script', () => {
    const { words, script, voice } = Sidecar.parse(JSON.parse(sidecarText))
    const characters = Array.from(SCRIPT)
    const texts = words.map(({ char_start, char_end }) => characters.slice(char_start, char_end).join(''))
    expect(texts).toEqual(['Hello', '🎉', 'wörld,', '𝒲elcome', 'aboard!'])
    expect(words.map(({ silent }) => silent)).toEqual([false, true, false, false, false])
    expect(script.characters).toBe(characters.length)
    expect(voice.model_sha256).toBe('b'.repeat(64))
    for (const word of ['Hello', 'wörld', 'elcome', 'aboard']) expect(sidecarText).not.toContain(word)
  })
})

describe('a lie is found:', () => {
  test('another file, a changed one, one without a mark, one with the mark of another video', async () => {
    const other = await markedFile('other.mp4', 'vid_2')
    expect(await verifyVideo({ file: other, sidecarText: await sidecarFor(other), script: null })).toEqual([
      'The mark in the file names a different video.',
    ])
    const longer = await markedFile('longer.mp4', 'vid_1')
    await appendFile(longer, EMPTY_BOX)
    expect(await verifyVideo({ file: longer, sidecarText, script: null })).toEqual([
      'The video file is not the original file, or it has been changed.',
    ])
    const bare = path.join(folder, 'bare.mp4')
    await writeFile(bare, EMPTY_BOX)
    expect(await verifyVideo({ file: bare, sidecarText: await sidecarFor(bare), script: null })).toEqual([
      'The video file has no mark that identifies it as AI-generated.',
    ])
  })

  test.each<[string, (sidecar: Sidecar) => void, string]>([
    [
      'a word left out',
      ({ words }) => void words.splice(2, 1),
      'Some parts of the script are missing from the words.',
    ],
    [
      'the last word left out',
      ({ words }) => void words.pop(),
      'Some parts of the script are missing from the words.',
    ],
    [
      'words in another order',
      ({ words }) => void words.splice(1, 0, words.pop()!),
      'Word 3 is out of order in time.',
    ],
    [
      'two words as one',
      ({ words }) => (words[0]!.char_end = words.splice(1, 1)[0]!.char_end),
      'Word 1 contains white space.',
    ],
    [
      'a word heard after the end',
      ({ words }) => (words.at(-1)!.end_ms += 1),
      'Word 5 is out of order in time.',
    ],
    [
      'a word beyond the script',
      ({ script }) => (script.characters = 20),
      'Word 5 is out of order in the script.',
    ],
    [
      'another kind of source',
      (sidecar) => (sidecar.digital_source_type = 'http://x.example/human'),
      'The mark in the file names a different source type.',
    ],
  ])('%s', async (_, change, fault) => {
    expect(await verifyVideo({ file, sidecarText: changed(change), script: SCRIPT })).toContain(fault)
  })

  test('another script, though it has the same words', async () => {
    const script = SCRIPT.replace('  Hello', ' Hello')
    expect(await verifyVideo({ file, sidecarText, script })).toEqual([
      'The video was not made from this script.',
    ])
  })

  test.each(['', '{}', '[]', '{"format":"presenter-video-provenance","version":2}'])(
    'what is no provenance file: %s',
    async (text) => {
      const [fault] = await verifyVideo({ file, sidecarText: text, script: null })
      expect(fault).toMatch(/^The provenance file (?:is not|does not)/u)
    },
  )
})
