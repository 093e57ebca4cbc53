import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { SpeechSoFar } from '../../../src/domain/speech/speech-timeline.ts'
import type { PartTimes } from '../../../src/domain/speech/speech-job.ts'
import type { Speaker } from '../../../src/ports/speech/speaker.ts'

/** Long enough for several parts, where a speaker makes any. */
const SCRIPT =
  'Welcome aboard! Why not map a big blue boat? Every picture is looked at: none is black, none is frozen. ' +
  'Where two pieces meet, you will see nothing. The first half of this script is drawn while the second half ' +
  'is still to be spoken. Nobody who hears the words could ever tell where one ended and the other began.'

/** A speaker, and what goes with it. */
export interface SpeakerUnderTest {
  readonly speaker: Speaker
  readonly voiceId: string
  readonly close: () => Promise<void>
  /** False for one that is done before it could be stopped. */
  readonly takesTime: boolean
}

/** What every speaker guarantees, whatever speaks. */
export function describeSpeaker(name: string, make: () => SpeakerUnderTest): void {
  describe(`${name} keeps the contract of speakers`, () => {
    let folder: string
    let subject: SpeakerUnderTest
    let speaker: Speaker
    /** What was known after each part. */
    const known: SpeechSoFar[] = []
    const partFiles: string[] = []
    const times: PartTimes[] = []
    const shares: number[] = []
    const at = (file: string) => join(folder, file)
    const filesOf = async (file: string) => (await readdir(folder)).filter((one) => one.includes(file))
    const request = () => ({ script: SCRIPT, voiceId: subject.voiceId })
    const expectStillSpeaking = async () => {
      const next = { ...request(), script: 'Still here.' }
      await speaker.speakPart({ ...next, part: 0, partFile: at('next.part') })
      const { timeline } = await speaker.join({ ...next, times: [await speaker.timesOf(at('next.part'))] })
      expect(timeline?.words).toHaveLength(2)
    }

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'speaker-contract-'))
      subject = make()
      speaker = subject.speaker
      do {
        const part = partFiles.length
        const partFile = at(`${part}.part`)
        await speaker.speakPart(
          { ...request(), part, partFile },
          { onProgress: (share) => shares.push(share) },
        )
        partFiles.push(partFile)
        times.push(await speaker.timesOf(partFile))
        known.push(await speaker.join({ ...request(), times }))
      } while (partFiles.length < known[0]!.parts)
    })
    afterAll(async () => {
      await subject.close()
      await rm(folder, { recursive: true })
    })

    test('every part says the same of how many there are, and the last one is all of the script', () => {
      expect(new Set(known.map(({ parts }) => parts)).size).toBe(1)
      expect(known.at(-1)?.share).toBe(1)
      const words = known.at(-1)?.timeline?.words.map(({ text }) => text)
      expect(words).toEqual(SCRIPT.match(/\S+/gu))
    })

    test('what is settled after a part holds when the next ones are known', () => {
      const whole = known.at(-1)!
      let before = 0
      for (const { fixedSeconds, timeline, share } of known) {
        expect(fixedSeconds).toBeGreaterThanOrEqual(before)
        expect(share).toBeLessThanOrEqual(1)
        before = fixedSeconds
        const settled = (of: SpeechSoFar['timeline']) =>
          of?.words.filter(({ end }) => end <= fixedSeconds).map(({ text, start }) => ({ text, start }))
        expect(settled(whole.timeline)).toEqual(settled(timeline))
      }
      expect(whole.fixedSeconds).toBe(whole.timeline?.durationSeconds)
    })

    test('progress is a share of the whole script, and never goes down', () => {
      expect(shares).toEqual(shares.toSorted((a, b) => a - b))
      expect(shares.filter((share) => share < 0 || share > 1)).toEqual([])
    })

    test('how many parts there are is known before the first is spoken', async () => {
      const before = await speaker.join({ ...request(), times: [] })
      expect(before).toEqual({ parts: known[0]!.parts, share: 0, timeline: null, fixedSeconds: 0 })
    })

    test('joining changes nothing: asked again, it says the same', async () => {
      expect(await Promise.all(partFiles.map((file) => speaker.timesOf(file)))).toEqual(times)
      expect(await speaker.join({ ...request(), times })).toEqual(known.at(-1))
    })

    test('without a plan, what is said in which part is as in the plan that it makes', async () => {
      const plan = await speaker.plan(request())
      expect(await speaker.join({ ...request(), plan, times })).toEqual(known.at(-1))
    })

    test('the same parts give the same bytes', async () => {
      const finish = async (file: string) => {
        await speaker.finish({ partFiles, audioFile: at(`${file}.wav`), soundFile: at(`${file}.m4a`) })
        return Promise.all([readFile(at(`${file}.wav`)), readFile(at(`${file}.m4a`))])
      }
      const [once, again] = [await finish('once'), await finish('again')]
      expect(once.map((bytes, index) => bytes.equals(again[index]!))).toEqual([true, true])
      expect(once.every(({ length }) => length > 0)).toBe(true)
    })

    test('the WAV is written for who wants it, and the sound of the video is the same without', async () => {
      await speaker.finish({ partFiles, audioFile: at('with.wav'), soundFile: at('with.m4a') })
      await speaker.finish({ partFiles, soundFile: at('without.m4a') })
      expect((await readFile(at('without.m4a'))).equals(await readFile(at('with.m4a')))).toBe(true)
      expect(await filesOf('without')).toEqual(['without.m4a'])
    })

    test('work that was no longer wanted before it began is not done', async () => {
      const options = { signal: AbortSignal.abort(new Error('deleted')) }
      const partFile = at('unwanted.part')
      const speaking = speaker.speakPart({ ...request(), part: 0, partFile }, options)
      await expect(speaking).rejects.toThrow('deleted')
      const files = { audioFile: at('unwanted.wav'), soundFile: at('unwanted.m4a') }
      await expect(speaker.finish({ partFiles, ...files }, options)).rejects.toThrow('deleted')
      expect(await filesOf('unwanted')).toEqual([])
    })

    test('an abort stops the speech, leaves no part, and leaves the speaker able to speak', async () => {
      const stop = new AbortController()
      if (subject.takesTime) {
        const speaking = speaker.speakPart(
          { ...request(), part: 0, partFile: at('stopped.part') },
          { signal: stop.signal, onProgress: () => stop.abort(new Error('deleted')) },
        )
        await expect(speaking).rejects.toThrow('deleted')
      }
      expect(await filesOf('stopped')).toEqual([])
      await expectStillSpeaking()
    })

    test('a part that is not there, or cannot be written, is an error, and the speaker speaks on', async () => {
      const nowhere = at('nowhere/file')
      const part = { ...request(), part: 0, partFile: nowhere }
      await expect(speaker.speakPart(part)).rejects.toThrow('ENOENT')
      await expect(speaker.timesOf(nowhere)).rejects.toThrow('ENOENT')
      const soundFile = at('x.m4a')
      for (const files of [
        { partFiles: [nowhere], audioFile: at('x.wav') },
        { partFiles, audioFile: nowhere },
      ]) {
        await expect(speaker.finish({ ...files, soundFile })).rejects.toThrow('ENOENT')
      }
      await expectStillSpeaking()
    })
  })
}
