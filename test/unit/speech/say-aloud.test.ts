import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createScratch } from '../../../src/media/scratch.ts'
import { createSayAloud } from '../../../src/speech/say-aloud.ts'
import { createSpeaker } from '../../../src/speech/speaker.ts'

let folder: string
const speaker = createSpeaker({ processes: 1 })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'say-aloud-'))
})
afterAll(async () => {
  await speaker.close()
  await rm(folder, { recursive: true })
})

test('a word is spoken the way it is to be said, as sound that a browser plays, and leaves no file', async () => {
  const say = createSayAloud(speaker, createScratch(folder))
  const word = { accountId: 'acc_1', script: 'SQL', voiceId: 'flite:slt' }
  const [asWritten, longer] = await Promise.all([
    say(word),
    say({ ...word, pronunciations: [{ word: 'SQL', sayAs: 'structured query language, as we know it' }] }),
  ])
  for (const sound of [asWritten, longer]) expect(sound.subarray(4, 8).toString()).toBe('ftyp')
  expect(longer.length).toBeGreaterThan(asWritten.length * 1.5)
  await expect(say({ ...word, script: '東京' })).rejects.toMatchObject({ name: 'SpeechImpossible' })
  expect(await readdir(folder)).toEqual([])
})
