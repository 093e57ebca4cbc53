import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { framesFor, planSegments, STANDARD_PICTURE } from '../../../../src/domain/picture/picture.ts'
import { performanceOf } from '../../../../src/render/motion/performance.ts'
import { createRenderer } from '../../../../src/render/renderer.ts'
import { roundPose } from '../../../../src/render/scene/round-pose.ts'
import { stageFor } from '../../../../src/render/paint/stage.ts'
import { createSpeaker } from '../../../../src/speech/speaker.ts'
import { speakScript } from '../../../../src/speech/speak-script.ts'
import { decodeVideo, soundLevel } from '../../../support/picture/finished-video.ts'
import { neuralVoices, testEngines } from '../../../support/speech/neural-voices.ts'
import type { SpeechTimeline } from '../../../../src/domain/speech/speech-timeline.ts'
import type { FinishedVideo } from '../../../support/picture/finished-video.ts'

const SCRIPT =
  'Maybe my brother Bob bought a big blue boat. Every summer he paints it, and people clap. Happy birthday, papa!'

const SEED = 'vid_lips'
const FRAME_SECONDS = 1 / STANDARD_PICTURE.framesPerSecond

/** Lips that are this far from their sound are not noticed; ITU-R BT.1359 lets sound be 45 ms early. */
const LIMIT_SECONDS = 0.04

/** The part of the face that moves with the lips, in logical units from the head's middle. */
const MOUTH = { x: -34, y: 92, width: 68, height: 62 } as const

/** Voices, and how closely the mouth follows the loudness of each: a livelier one is also louder without opening it. */
const VOICES = [
  { voiceId: 'flite:slt', leastMatch: 0.4 },
  ...(neuralVoices().isInstalled() ? [{ voiceId: 'kokoro:aria', leastMatch: 0.35 }] : []),
]

describe.each(VOICES)('lips of a finished file that $voiceId speaks', ({ voiceId, leastMatch }) => {
  let folder: string
  let timeline: SpeechTimeline
  let video: FinishedVideo
  /** How far the mouth is from its resting look, in each frame. */
  let motion: number[]
  /** How much is seen between the lips, in each frame; 1 is the most of the file. */
  let opening: number[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lip-sync-'))
    const file = join(folder, 'video.mp4')
    timeline = await make(folder, file, voiceId)
    const areas = mouthAreas(timeline)
    video = await decodeVideo(file, ({ frame }) => areas[frame] ?? areas[0]!)
    motion = unlikeRest(video.watched)
    opening = openings(video.watched)
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('move with the loudness of the sound: best match within 40 ms', () => {
    const offsets = Array.from({ length: 61 }, (_, step) => (step - 30) * 0.01)
    const matches = offsets.map((offset) => correlation(motion, levels(video, offset)))
    const best = offsets[matches.indexOf(Math.max(...matches))] ?? 1
    expect(Math.max(...matches)).toBeGreaterThan(leastMatch)
    expect(Math.abs(best)).toBeLessThanOrEqual(LIMIT_SECONDS)
  })

  test('are closed within 40 ms of every /p/, /b/ and /m/', () => {
    const closures = timeline.phones.filter(({ phone }) => ['p', 'b', 'm'].includes(phone))
    expect(closures.length).toBeGreaterThan(12)
    // Open for a good part of the time, or being closed would prove nothing.
    expect(opening.filter((value) => value > SHUT * 2).length).toBeGreaterThan(opening.length * 0.35)
    for (const { phone, start, end } of closures) {
      const near = opening
        .map((value, frame) => ({ value, seconds: frame * FRAME_SECONDS }))
        .filter(({ seconds }) => seconds >= start - LIMIT_SECONDS && seconds <= end + LIMIT_SECONDS)
      const least = Math.min(...near.map(({ value }) => value))
      expect(least, `${phone} at ${start} s`).toBeLessThan(SHUT)
    }
  })
})

async function make(folder: string, outFile: string, voiceId: string): Promise<SpeechTimeline> {
  const speaker = createSpeaker({ processes: 1, installed: testEngines() })
  const renderer = await createRenderer({ presentersDir: 'presenters', poolSize: 1 })
  try {
    const [audioFile, soundFile] = [join(folder, 'speech.wav'), join(folder, 'speech.m4a')]
    const request = { script: SCRIPT, voiceId, audioFile, soundFile }
    const timeline = await speakScript(speaker, request)
    const timelineFile = join(folder, 'timeline.json')
    await writeFile(timelineFile, JSON.stringify(timeline))
    const scene = { presenterId: 'maya', timelineFile, format: STANDARD_PICTURE, seed: SEED }
    const segments = planSegments(framesFor(timeline.durationSeconds, STANDARD_PICTURE), STANDARD_PICTURE)
    const segmentFiles = segments.map(({ index }) => join(folder, `${index}.mp4`))
    for (const segment of segments) {
      await renderer.drawSegment({ ...scene, segment, outFile: segmentFiles[segment.index] ?? '' })
    }
    await renderer.assemble({
      segmentFiles,
      soundFile,
      format: STANDARD_PICTURE,
      title: 'Lips',
      videoId: 'vid_1',
      outFile,
    })
    return timeline
  } finally {
    await Promise.all([speaker.close(), renderer.close()])
  }
}

/** Where the mouth is in each frame: the head carries it about. */
function mouthAreas({ durationSeconds, ...rest }: SpeechTimeline) {
  const poseAt = performanceOf({ durationSeconds, ...rest }, SEED)
  return Array.from({ length: framesFor(durationSeconds, STANDARD_PICTURE) }, (_, frame) => {
    const seconds = frame * FRAME_SECONDS
    const pose = poseAt(seconds)
    const stage = stageFor(STANDARD_PICTURE, pose.framing)
    const { headX, headY, yaw, pitch } = roundPose(pose, stage, seconds, durationSeconds)
    return {
      x: Math.round(headX + (MOUTH.x + yaw * 6.5) * stage.scale),
      y: Math.round(headY + (MOUTH.y + pitch * 4.5) * stage.scale),
      width: Math.round(MOUTH.width * stage.scale),
      height: Math.round(MOUTH.height * stage.scale),
    }
  })
}

/** Lips that touch leave a dark line between them, no more. */
const SHUT = 0.06

/** How unlike the first frame, where the mouth is at rest, each one is. */
function unlikeRest([rest, ...others]: readonly Uint8Array[]): number[] {
  const unlike = (pixels: Uint8Array) =>
    Math.sqrt(pixels.reduce((sum, value, index) => sum + (value - (rest?.[index] ?? 0)) ** 2, 0))
  return [0, ...others.map(unlike)]
}

/** Darker than lips and skin is the inside of a mouth, brighter are only teeth. */
const INSIDE = { darker: 60, brighter: 222 } as const

/** Share of each frame's mouth that lies between the lips; the widest is 1. */
function openings(watched: readonly Uint8Array[]): number[] {
  const inside = watched.map(
    (luma) => luma.filter((value) => value < INSIDE.darker || value > INSIDE.brighter).length,
  )
  const widest = Math.max(...inside)
  return inside.map((count) => count / widest)
}

/** Loudness around each frame, heard so many seconds later. */
function levels(video: FinishedVideo, offset: number): number[] {
  return video.frameTimes.map((time) => {
    const heard = time + FRAME_SECONDS / 2 + offset
    return soundLevel(video, heard - 0.04, heard + 0.04)
  })
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanA, meanB] = [mean(a), mean(b)]
  let [product, squaresA, squaresB] = [0, 0, 0]
  for (const [index, value] of a.entries()) {
    const other = (b[index] ?? 0) - meanB
    product += (value - meanA) * other
    squaresA += (value - meanA) ** 2
    squaresB += other ** 2
  }
  return product / Math.sqrt(squaresA * squaresB)
}
