import fc from 'fast-check'
import { mkdtemp, readFile, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partsOf } from '../../../src/speech/parts.ts'
import { prepareScript } from '../../../src/speech/phrases.ts'
import { createSpeaker } from '../../../src/speech/speaker.ts'
import type { SpeechSoFar } from '../../../src/domain/speech/speech-timeline.ts'
import type { PartTimes } from '../../../src/domain/speech/speech-job.ts'

const SENTENCE = 'This sentence says nothing much, but it says so for some three seconds. '
const EMOJI = '🙂 🎉 '

let folder: string
const speaker = createSpeaker({ processes: 2 })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-'))
})
afterAll(async () => {
  await speaker.close()
  await rm(folder, { recursive: true })
})

/** Speaks a script part by part; what is known after each, and what was last told of the progress. */
async function speakParts(script: string, name: string) {
  const request = { script, voiceId: 'flite:slt' }
  const [files, times, known, told]: [string[], PartTimes[], SpeechSoFar[], number[]] = [[], [], [], []]
  for (let part = 0; part === 0 || part < known[0]!.parts; part += 1) {
    const partFile = join(folder, `${name}-${part}`)
    const onProgress = (share: number) => void (told[part] = share)
    await speaker.speakPart({ ...request, part, partFile }, { onProgress })
    files.push(partFile)
    times.push(await speaker.timesOf(partFile))
    known.push(await speaker.join({ ...request, times }))
  }
  return { files, known, told }
}

test('a plan of another release is spoken as it stands: no word is lost or said twice', async () => {
  const script = SENTENCE.repeat(12).trim()
  const request = { script, voiceId: 'flite:slt' }
  const plan = JSON.parse(await speaker.plan(request)) as {
    tokens: { text: string }[]
    parts: { phrases: { tokenOfWord: number[] }[]; endToken: number }[]
  }
  // As rules would have it that cut earlier.
  const moved = plan.parts[1]!.phrases.pop()!
  plan.parts[2]!.phrases.unshift(moved)
  plan.parts[1]!.endToken = moved.tokenOfWord[0]!
  const planned = { ...request, plan: JSON.stringify(plan) }
  const times: PartTimes[] = []
  for (const part of plan.parts.keys()) {
    const partFile = join(folder, `planned-${part}`)
    await speaker.speakPart({ ...planned, part, partFile })
    times.push(await speaker.timesOf(partFile))
  }
  const { timeline, share, parts } = await speaker.join({ ...planned, times })
  expect({ share, parts }).toEqual({ share: 1, parts: plan.parts.length })
  expect(timeline?.words.map(({ spoken }) => spoken).join(' ')).toBe(script.replaceAll(/[.,]/gu, ''))
  const known = (await speaker.join({ ...planned, times: times.slice(0, 2) })).timeline?.words
  expect(known).toHaveLength(moved.tokenOfWord[0]!)
})

test('parts hold every phrase once and in order, and no word is in two of them', () => {
  const word = fc.oneof(
    { weight: 9, arbitrary: fc.stringMatching(/^[a-z]{1,12}[,.?!]?$/u) },
    fc.constantFrom('🙂', 'abc'.repeat(200), '$4.2', '—'),
  )
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 250 }), (words) => {
      const prepared = prepareScript(words.join(' '))
      const parts = partsOf(prepared)
      expect(parts.flatMap(({ phrases }) => phrases)).toEqual(prepared.phrases)
      expect(parts.at(-1)?.endToken).toBe(prepared.tokens.length)
      for (const [index, { phrases, endToken }] of parts.entries()) {
        if (parts.length > 1) expect(phrases.length).toBeGreaterThan(0)
        expect(Math.max(...phrases.flatMap(({ tokenOfWord }) => tokenOfWord), 0)).toBeLessThan(
          Math.max(endToken, 1),
        )
        const next = parts[index + 1]?.phrases[0]?.tokenOfWord[0]
        if (next !== undefined) expect(next).toBe(endToken)
      }
    }),
  )
})

test('a script of up to eleven seconds is one part, and what nobody can cut is too', () => {
  expect(partsOf(prepareScript(SENTENCE.repeat(2)))).toHaveLength(1)
  expect(partsOf(prepareScript('abc'.repeat(1_000)))).toHaveLength(1)
  expect(partsOf(prepareScript('🙂'))).toEqual([{ phrases: [], endToken: 1 }])
  expect(partsOf(prepareScript(SENTENCE.repeat(12))).length).toBeGreaterThan(1)
})

test('progress is told as the share of the whole script, and so far as the part goes', async () => {
  const { known, told } = await speakParts(SENTENCE.repeat(9), 'told')
  expect(known.length).toBeGreaterThan(1)
  expect(told).toEqual(known.map(({ share }) => share))
})

test('what is known after each part stays so, and the last part tells it all', async () => {
  const { known } = await speakParts(SENTENCE.repeat(9), 'three')
  expect(known.map(({ parts }) => parts)).toEqual(known.map(() => known.length))
  expect(known.length).toBeGreaterThan(1)
  const whole = known.at(-1)!
  expect(whole).toMatchObject({ share: 1, fixedSeconds: whole.timeline?.durationSeconds })
  for (const { timeline, fixedSeconds, share } of known.slice(0, -1)) {
    const settled = <Span extends { end: number }>(spans: readonly Span[] = []): Span[] =>
      spans.filter(({ end }) => end <= fixedSeconds)
    expect(fixedSeconds).toBeGreaterThan(2.9)
    expect(share).toBeLessThan(1)
    expect(timeline?.words).toEqual(settled(whole.timeline?.words))
    expect(timeline?.sentences).toEqual(settled(whole.timeline?.sentences))
    expect(settled(timeline?.visemes)).toEqual(settled(whole.timeline?.visemes))
    expect(settled(timeline?.phones)).toEqual(settled(whole.timeline?.phones))
  }
})

test('parts that are spoken again come to the same sound, as it is and encoded', async () => {
  const sounds = await Promise.all(
    ['once', 'again'].map(async (name) => {
      const { files } = await speakParts(SENTENCE.repeat(7), name)
      const [audioFile, soundFile] = [join(folder, `${name}.wav`), join(folder, `${name}.m4a`)]
      await speaker.finish({ partFiles: files, audioFile, soundFile })
      return Buffer.concat([await readFile(audioFile), await readFile(soundFile)])
    }),
  )
  expect(sounds[0]!.equals(sounds[1]!)).toBe(true)
})

test('a script is impossible to say only when all its parts are', async () => {
  await expect(speakParts(EMOJI, 'silent')).rejects.toMatchObject({ name: 'SpeechImpossible' })
  const { known } = await speakParts(`${EMOJI.repeat(200)}${SENTENCE}`, 'late')
  expect(known.at(-1)?.timeline?.words.length).toBeGreaterThan(400)
})

test('a script that takes longer than it may is given up, within a part and after one', async () => {
  const request = { script: SENTENCE.repeat(12), voiceId: 'flite:slt' }
  const [first, second] = [join(folder, 'long-0'), join(folder, 'long-1')]
  await expect(
    speaker.speakPart({ ...request, part: 0, partFile: first, mostSeconds: 2 }),
  ).rejects.toMatchObject({ name: 'SpeechTooLong', message: expect.stringContaining('2 seconds') })
  await speaker.speakPart({ ...request, part: 0, partFile: first, mostSeconds: 17 })
  await speaker.speakPart({ ...request, part: 1, partFile: second, mostSeconds: 17 })
  const times = [await speaker.timesOf(first), await speaker.timesOf(second)]
  await speaker.join({ ...request, times: times.slice(0, 1), mostSeconds: 17 })
  await expect(speaker.join({ ...request, times, mostSeconds: 17 })).rejects.toMatchObject({
    name: 'SpeechTooLong',
  })
})

test('knowing when parts are heard reads none of their sound', async () => {
  const { files, known } = await speakParts(SENTENCE.repeat(2), 'times')
  const [file = ''] = files
  const { size } = await stat(file)
  // All but the times, which are a small part of it, is cut off.
  await truncate(file, Math.round(size / 10))
  const times = [await speaker.timesOf(file)]
  expect(times[0]?.length).toBeLessThan(size / 10)
  const request = { script: SENTENCE.repeat(2), voiceId: 'flite:slt', times }
  expect(await speaker.join(request)).toEqual(known.at(-1))
})
