import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createChildPool } from '../../../src/children/child-pool.ts'
import { createSpeaker } from '../../../src/speech/speaker.ts'
import { speakScript } from '../../../src/speech/speak-script.ts'
import type { SpeechTimeline } from '../../../src/domain/speech/speech-timeline.ts'
import type { WorkOptions } from '../../../src/ports/process/work-options.ts'
import { FROM_SOURCE } from '../../../scripts/support/from-source.ts'
import type { MeasuredFile } from './fixtures/measure-child.ts'

const PARAGRAPH = `Dr. Smith's team grew 23.5% in 2024, to $4.2 million 🎉! Write to me@example.com.

What changed? Not one invention, but many small ones: each building on the last.`

let folder: string
const speaker = createSpeaker({ processes: 2 })
const meter = createChildPool({
  script: new URL('./fixtures/measure-child.ts', import.meta.url),
  size: 1,
  stallLimitMs: 30_000,
  start: { nodeOptions: FROM_SOURCE },
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'speech-'))
})

afterAll(async () => {
  await Promise.all([speaker.close(), meter.close()])
  await rm(folder, { recursive: true })
})

interface Spoken {
  readonly timeline: SpeechTimeline
  readonly audioFile: string
}

async function speak(
  script: string,
  { voiceId = 'flite:slt', ...options }: WorkOptions & { voiceId?: string } = {},
): Promise<Spoken> {
  const place = join(folder, crypto.randomUUID())
  const [audioFile, soundFile] = [`${place}.wav`, `${place}.m4a`]
  const timeline = await speakScript(speaker, { script, voiceId, audioFile, soundFile }, options)
  return { timeline, audioFile }
}

test('accounts take turns at being spoken for, phrase by phrase', async () => {
  const phrases = { greedy: 0, modest: 0 }
  const speakPart = (accountId: 'greedy' | 'modest', script: string) => {
    const partFile = join(folder, crypto.randomUUID())
    const onProgress = () => void (phrases[accountId] += 1)
    return speaker.speakPart({ script, voiceId: 'flite:slt', part: 0, partFile }, { accountId, onProgress })
  }
  // What a plan of twelve videos at once lets an account ask for.
  const greedy = Array.from({ length: 12 }, () => speakPart('greedy', 'This goes on. '.repeat(6)))
  await speakPart('modest', 'One moment, please. It is only me. I am done.')
  // Two under way and one for each of its own phrases; first in, first out it would be all 72.
  expect(phrases.modest).toBe(3)
  expect(phrases.greedy).toBeLessThanOrEqual(8)
  await Promise.all(greedy)
})

test('an earlier part does not wait for the later one of its script, whichever was begun first', async () => {
  const script = 'This sentence says nothing much, but it says so for some three seconds. '.repeat(9)
  const ended: number[] = []
  // One phrase at a time: of two processes, the system may let one wait for as long as the other speaks all of a part.
  const alone = createSpeaker({ processes: 1 })
  const speakPart = async (part: number): Promise<void> => {
    const request = { script, voiceId: 'flite:slt', part, partFile: join(folder, crypto.randomUUID()) }
    await alone.speakPart(request, { piece: { of: 'a video', place: part } })
    ended.push(part)
  }
  await Promise.all([speakPart(1), speakPart(0)])
  await alone.close()
  expect(ended).toEqual([0, 1])
})

describe.each([
  ['one word', 'Hi.', 'flite:rms'],
  ['nine words', 'Hello and welcome to our quarterly update, dear team.', 'flite:slt'],
  ['a paragraph', PARAGRAPH, 'flite:awb'],
])('%s', (_name, script, voiceId) => {
  let once: Spoken
  let again: Spoken

  beforeAll(async () => {
    once = await speak(script, { voiceId })
    again = await speak(script, { voiceId })
  })

  test('comes out at the level and in the form of spoken video, as long as the timeline says', async () => {
    const file = await meter.run<MeasuredFile>('measure', once.audioFile)
    expect(file).toMatchObject({ codec: 'pcm_s16le', sampleRate: 48_000, channels: 1 })
    expect(file.samples / file.sampleRate).toBe(once.timeline.durationSeconds)
    expect(Math.abs(file.lufs + 16)).toBeLessThanOrEqual(0.5)
    expect(file.truePeakDb).toBeLessThanOrEqual(-1.5)
  })

  test('is the same timeline and the same bytes when spoken again', async () => {
    expect(again.timeline).toEqual(once.timeline)
    expect((await readFile(again.audioFile)).equals(await readFile(once.audioFile))).toBe(true)
  })

  test('has every token of the script once, in order, and a mouth for all of the time', () => {
    const { words, visemes, durationSeconds, engine } = once.timeline
    expect(words.map(({ text }) => text)).toEqual(script.match(/\S+/gu))
    expect(visemes[0]).toMatchObject({ viseme: 'sil', start: 0 })
    expect(visemes.at(-1)).toMatchObject({ viseme: 'sil', end: durationSeconds })
    visemes.slice(1).forEach(({ start }, index) => expect(start).toBe(visemes[index]?.end))
    expect(engine).toMatchObject({ id: 'flite', voice: voiceId.slice('flite:'.length) })
  })
})

test('a word that never ends is spoken in several breaths and stays one word', async () => {
  const { words, sentences } = (await speak('abc'.repeat(110))).timeline
  expect(words).toHaveLength(1)
  expect(sentences).toHaveLength(2)
  expect(words[0]).toMatchObject({ start: sentences[0]?.start, end: sentences[1]?.end })
})

test.each(['🙂 🎉', '日本語', '... — !', ' '])('%j is impossible to say', async (script) => {
  await expect(speak(script)).rejects.toMatchObject({ name: 'SpeechImpossible' })
})

test('progress goes up to 1 and never down', async () => {
  const shares: number[] = []
  await speak(PARAGRAPH, { onProgress: (share) => shares.push(share) })
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares.length).toBeGreaterThan(3)
  expect(shares.at(-1)).toBe(1)
})

test('warming up makes every child ready and is harmless when repeated', async () => {
  await speaker.warmUp()
  await speaker.warmUp()
  expect((await speak('Ready.')).timeline.words).toHaveLength(1)
})

test('a voice that does not exist is refused', async () => {
  await expect(speak('Hello.', { voiceId: 'flite:constructor' })).rejects.toThrow('flite:constructor')
})
