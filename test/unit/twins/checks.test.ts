import { describe, expect, test } from 'vitest'
import { MEASURES, TRACK_RATE } from '../../../src/face/face-track.ts'
import { LANDMARKS, POINT } from '../../../src/face/landmarks.ts'
import { checkBlinks } from '../../../src/twins/checks/blinks.ts'
import { checkFrontal } from '../../../src/twins/checks/frontal.ts'
import { checkLength } from '../../../src/twins/checks/length.ts'
import { checkLight } from '../../../src/twins/checks/light.ts'
import { checkOneFace } from '../../../src/twins/checks/one-face.ts'
import { checkSize } from '../../../src/twins/checks/size.ts'
import { checkSound } from '../../../src/twins/checks/sound.ts'
import { checkStill } from '../../../src/twins/checks/still.ts'
import { checkTexture } from '../../../src/twins/checks/texture.ts'
import { checkTurn } from '../../../src/twins/checks/turn.ts'
import { READING } from '../../../src/domain/twin/twin-script.ts'
import type { TakeCheck, TakePart } from '../../../src/domain/twin/twin-take.ts'
import type { RecordedTake } from '../../../src/twins/checks/take.ts'

/** What is seen and heard in one frame of a made-up take; what is left out is as it should be. */
interface Moment {
  readonly faces?: number
  readonly eyes?: number
  readonly turn?: number
  readonly gap?: number
  readonly brightness?: number
  readonly black?: number
  readonly sharpness?: number
  readonly open?: number
  /** Of the sound, from 0 to 1. */
  readonly amplitude?: number
}

const SOUND_RATE = 16_000

function take(part: TakePart, seconds: number, at: (second: number, frame: number) => Moment): RecordedTake {
  const frames = seconds * TRACK_RATE
  const points = new Float32Array(frames * LANDMARKS * 2)
  const faces = new Uint8Array(frames)
  const measures = new Float32Array(frames * MEASURES.length)
  const samples = new Int16Array(seconds * SOUND_RATE)
  for (let frame = 0; frame < frames; frame += 1) {
    const moment = at(frame / TRACK_RATE, frame)
    const { eyes = 140, turn = 0, gap = 0.02, amplitude = 0 } = moment
    faces[frame] = moment.faces ?? 1
    const place = (point: number, x: number, y: number) => points.set([x, y], 2 * (frame * LANDMARKS + point))
    place(POINT.leftEye, 500, 300)
    place(POINT.rightEye, 500 + eyes, 300)
    place(POINT.upperLip, 570, 400)
    place(POINT.lowerLip, 570, 400 + gap * eyes)
    place(POINT.leftEdge, 470, 350)
    place(POINT.rightEdge, 670, 350)
    place(POINT.noseTip, 570 + 100 * turn, 350)
    const { sharpness = 0.03, brightness = 120, black = 0, open = 0.3 } = moment
    measures.set([sharpness, brightness, black, 0, open], frame * MEASURES.length)
    const length = SOUND_RATE / TRACK_RATE
    for (let index = Math.round(frame * length); index < Math.round((frame + 1) * length); index += 1)
      samples[index] = 32_767 * (amplitude + 0.001) * Math.sin(index / 5)
  }
  return {
    part,
    track: { width: 1280, height: 720, frames, points, faces, measures },
    portraits: { size: 0, frames: new Int32Array(0), descriptors: new Float32Array(0) },
    sound: { samples, sampleRate: SOUND_RATE },
  }
}

const talking = (second: number): Moment => ({
  amplitude: second % 1 < 0.8 ? 0.3 : 0,
  gap: second % 1 < 0.8 ? 0.15 : 0.02,
})

/** A check, a take that passes it, and takes that do not. */
const CASES: Record<string, [(take: RecordedTake) => TakeCheck, RecordedTake, Record<string, RecordedTake>]> =
  {
    one_face: [
      checkOneFace,
      take('reading', 4, (_, frame) => ({ faces: frame === 50 ? 0 : 1 })),
      {
        'somebody comes in': take('reading', 4, (second) => ({ faces: second > 3 ? 2 : 1 })),
        'nobody is there for a while': take('reading', 4, (second) => ({ faces: second > 3.5 ? 0 : 1 })),
      },
    ],
    size: [
      checkSize,
      take('reading', 1, () => ({ eyes: 125 })),
      { 'far away': take('reading', 1, () => ({ eyes: 60 })) },
    ],
    frontal: [
      checkFrontal,
      take('reading', 2, (second) => ({ turn: 0.1 * Math.sin(second) })),
      { 'reading from the side': take('reading', 2, (second) => ({ turn: second > 1.5 ? -0.35 : 0 })) },
    ],
    light: [
      checkLight,
      take('reading', 1, () => ({ brightness: 75 })),
      {
        'in the dark': take('reading', 1, () => ({ brightness: 34, black: 0.31 })),
        'against the light': take('reading', 1, () => ({ brightness: 90, black: 0.3 })),
        'in the glare': take('reading', 1, () => ({ brightness: 225 })),
      },
    ],
    sound: [
      checkSound,
      take('reading', 4, talking),
      {
        'nothing heard': take('reading', 4, () => ({})),
        distorted: take('reading', 4, (second) => ({ amplitude: (talking(second).amplitude ?? 0) * 5 })),
        'as loud between the words': take('reading', 4, () => ({ amplitude: 0.2 })),
      },
    ],
    length: [
      (recorded) => checkLength(recorded, { sentences: READING }),
      take('reading', 40, talking),
      { 'stopped early': take('reading', 20, talking), 'hardly silent': take('silence', 10, talking) },
    ],
    still: [
      checkStill,
      take('silence', 4, () => ({})),
      {
        'mouth open': take('silence', 4, () => ({ gap: 0.2 })),
        // Closed for five sixths of the time, but never for two seconds in a row: nothing could be learned from it.
        'mouth that never rests': take('silence', 12, (second) => ({ gap: second % 1.2 < 0.2 ? 0.2 : 0.02 })),
        'somebody talks': take('silence', 4, (second) => ({ amplitude: talking(second).amplitude ?? 0 })),
      },
    ],
    blinks: [
      checkBlinks,
      take('reading', 30, (second) => ({ open: second % 6 < 0.15 ? 0.1 : 0.3 })),
      { 'a mask': take('reading', 30, () => ({})) },
    ],
    texture: [
      checkTexture,
      take('reading', 4, (_, frame) => ({ sharpness: frame % 30 === 0 ? 0.2 : 0.03 })),
      { 'broken pictures': take('reading', 4, (_, frame) => ({ sharpness: frame % 5 === 0 ? 0.2 : 0.03 })) },
    ],
    turn: [
      checkTurn,
      take('turn', 6, (second) => ({ turn: 0.5 * Math.sin((second * Math.PI) / 3) })),
      {
        'the other way round': take('turn', 6, (second) => ({
          turn: -0.5 * Math.sin((second * Math.PI) / 3),
        })),
        'one side only': take('turn', 6, (second) => ({
          turn: Math.max(0, 0.5 * Math.sin((second * Math.PI) / 3)),
        })),
        'a photograph': take('turn', 6, () => ({})),
      },
    ],
  }

test('nobody, too many people and a face that is hidden at times are told what to do, each in words of their own', () => {
  const told = (faces: (second: number) => number) =>
    checkOneFace(take('reading', 4, (second) => ({ faces: faces(second) }))).message
  expect(told(() => 0)).toMatch(/^Nobody can be seen: sit before the camera/u)
  expect(told(() => 2)).toMatch(/^More than one face is in the picture: be alone/u)
  expect(told((second) => (second > 3 ? 0 : 1))).toMatch(/^Your face cannot be seen all the time: stay/u)
})

describe.each(Object.entries(CASES))('%s', (code, [check, good, forged]) => {
  test('passes a take that is as it should be', () => {
    expect(check(good)).toMatchObject({ code, outcome: 'passed', message: '' })
  })

  test.each(Object.keys(forged))('refuses %s, and says what to do', (name) => {
    const { outcome, message } = check(forged[name]!)
    expect(outcome).toBe('failed')
    expect(message).toMatch(/^[A-Z].+: .+\.$|^Turn your head .+\.$/u)
  })
})
