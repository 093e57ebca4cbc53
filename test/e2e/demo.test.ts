import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { meteredLoudness } from '../support/picture/loudness-meter.ts'
import { decodeVideo, soundLevel } from '../support/picture/finished-video.ts'
import type { FinishedVideo } from '../support/picture/finished-video.ts'
import { processesThatMention, startProgram } from '../support/programs/program.ts'

const SCRIPT = 'Welcome aboard! Today we map a big blue boat, and my mother may wave.'

/** Where Maya's mouth is at 1280×720, with room for the motion of her head. */
const MOUTH = { x: 600, y: 330, width: 80, height: 50 }

/** Shares of dark pixels there: lips that touch show none, an open mouth at least so many. */
const CLOSED = 0.005
const OPEN = 0.03

const FRAME_SECONDS = 1 / 30

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'presenter-demo-'))
  await chmod(folder, 0o755)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function runDemo(...args: string[]): Promise<{ code: number | string; output: string }> {
  const demo = startProgram('src/demo/main.ts', args, { DATA_DIR: path.join(folder, 'data') })
  return { code: await demo.ended, output: demo.output() }
}

describe('the demo', () => {
  let run: { code: number | string; output: string }
  let file: string
  let video: FinishedVideo

  beforeAll(async () => {
    file = path.join(folder, 'demo.mp4')
    run = await runDemo('--script', SCRIPT, '--out', file)
    expect(run.output).toContain('signature verified')
    video = await decodeVideo(file, MOUTH)
  })

  test('ends well, says what it made, and leaves nothing running', async () => {
    expect(run.code, run.output).toBe(0)
    for (const fact of [
      file,
      'Length',
      'Render time',
      'Allowance',
      'Workflow id',
      'video/acc_',
      'npm start',
    ]) {
      expect(run.output).toContain(fact)
    }
    expect(existsSync(path.join(folder, 'data/postgres/data/postmaster.pid'))).toBe(false)
    expect(await processesThatMention(folder)).toEqual([])
  })

  test('its picture is 1280×720 at 30 frames a second, every frame there and in its place', () => {
    expect([video.width, video.height]).toEqual([1280, 720])
    for (const [index, time] of video.frameTimes.entries()) expect(time).toBeCloseTo(index * FRAME_SECONDS, 3)
  })

  test('picture and sound end within a frame of each other', () => {
    const soundSeconds = video.samples.length / video.sampleRate
    const pictureSeconds = video.frameTimes.length * FRAME_SECONDS
    // The last packet of AAC is filled up with silence: 1,024 samples at most.
    expect(pictureSeconds - soundSeconds).toBeLessThan(FRAME_SECONDS)
    expect(soundSeconds - pictureSeconds).toBeLessThan(FRAME_SECONDS + 1024 / video.sampleRate)
  })

  test('its sound is as loud as broadcast speech', async () => {
    expect(video.sampleRate).toBe(48_000)
    const loudness = await meteredLoudness({ samples: video.samples, sampleRate: video.sampleRate })
    expect(Math.abs(loudness - -16)).toBeLessThanOrEqual(0.5)
    expect(video.samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)).toBeLessThan(
      10 ** (-1 / 20),
    )
  })

  test('the mouth is open while there is sound and at rest while there is none', () => {
    const frames = video.frameTimes.map((time, index) => ({
      level: soundLevel(video, time - 0.05, time + 0.1),
      darkness: video.darkness[index]!,
    }))
    const loud = frames.filter(({ level }) => level > 0.05).map(({ darkness }) => darkness)
    const silent = frames.filter(({ level }) => level < 0.001).map(({ darkness }) => darkness)
    expect(loud.length).toBeGreaterThan(60)
    expect(silent.length).toBeGreaterThan(8)
    expect(Math.max(...silent)).toBeLessThan(CLOSED)
    expect(mean(loud)).toBeGreaterThan(OPEN)
    // It moves: it closes for m, b and p, and opens again.
    const openings = loud.filter((darkness, index) => darkness > OPEN && (loud[index - 1] ?? 1) <= OPEN)
    expect(openings.length).toBeGreaterThanOrEqual(5)
    expect(loud.filter((darkness) => darkness < CLOSED).length).toBeGreaterThanOrEqual(5)
  })

  test('a second run uses what the first has made, and speaks through another presenter', async () => {
    const other = path.join(folder, 'omar.mp4')
    const second = await runDemo('--presenter', 'omar', '--script', 'Hi there.', '--out', other)
    expect(second.code, second.output).toBe(0)
    expect(second.output).not.toContain('creating the database')
    expect((await readFile(other)).subarray(4, 8).toString()).toBe('ftyp')
  })

  test('a script that cannot be spoken is refused in words, and nothing is left running', async () => {
    const refused = await runDemo('--script', '!!!', '--out', path.join(folder, 'none.mp4'))
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('no letters or digits')
    expect(existsSync(path.join(folder, 'none.mp4'))).toBe(false)
    expect(await processesThatMention(folder)).toEqual([])
  })
})

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
