import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { createCanvas } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'

import { VISEMES } from '../../../src/domain/speech/speech-timeline.ts'
import type { Viseme } from '../../../src/domain/speech/speech-timeline.ts'
import type { TwinFootageFiles } from '../../../src/domain/twin/twin-job.ts'
import { featureNow, FEATURES } from '../../../src/face/features.ts'
import { LANDMARKS, LOWER_LIP, POINT, UPPER_LIP } from '../../../src/face/landmarks.ts'
import { writeModel } from '../../../src/face/model-file.ts'
import { COMPONENTS } from '../../../src/face/mouth-model.ts'
import type { BaseFootage, MouthModel } from '../../../src/face/mouth-model.ts'
import { createFilm, cropped } from '../../../src/twins/learn/film.ts'

/** Size of the footage, of which the face takes a third of the height. */
const WIDTH = 640
const HEIGHT = 360

/** Size of the crops around the mouth. */
const CROP = { width: 120, height: 112, above: 0.42 }

/** How far the painted mouth can open, in pixels. */
const WIDEST = 30

/** What the person says in the recording, and how open the mouth is then. */
const RECORDED: readonly (readonly [viseme: Viseme, open: number, frames: number])[] = [
  ['sil', 0, 12],
  ['aa', 1, 10],
  ['PP', 0, 6],
  ['E', 0.5, 10],
  ['nn', 0.25, 8],
  ['PP', 0, 6],
  ['ou', 0.4, 8],
  ['sil', 0, 12],
]

/** Frames of the person who listens, and those in which the eyes are shut. What is recorded follows in the base. */
const LISTENING_FRAMES = 90
const BLINK = { from: 40, until: 46 }

/** Points of the lower face that go down when the mouth opens, and the outer edge of the lips from corner to corner. */
const OUTER_UPPER = [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291]
const OUTER_LOWER = [291, 375, 321, 405, 314, 17, 84, 181, 91, 146, 61]

/** A person who was painted, frame by frame, with a mouth that opens and closes; for tests that need footage. */
export interface PaintedTwin {
  readonly model: MouthModel
  readonly footage: TwinFootageFiles
}

/** Paints the films of a twin and writes them, with its model, into a folder. */
export async function paintTwin(folder: string): Promise<PaintedTwin> {
  const face = await faceAtRest()
  const footage = {
    modelFile: path.join(folder, 'model.bin'),
    libraryFile: path.join(folder, 'library.mp4'),
    baseFile: path.join(folder, 'base.mp4'),
  }
  const model = modelOf(face)
  await writeModel(footage.modelFile, model)
  const library = await createFilm(footage.libraryFile, { width: CROP.width, height: CROP.height, group: 1 })
  for (const [frame, open] of recordedOpenings().entries()) {
    const picture = paintFrame(pointsWith(face, open, 0), 1)
    const [x = 0, y = 0] = model.library.corners.subarray(2 * frame)
    await library.add(cropped(picture, { width: WIDTH, height: HEIGHT }, { x, y, ...CROP }))
  }
  await library.finish()
  const base = await createFilm(footage.baseFile, { width: WIDTH, height: HEIGHT, group: 10 })
  for (let frame = 0; frame < LISTENING_FRAMES; frame += 1)
    await base.add(paintFrame(pointsWith(face, 0, swayAt(frame)), isBlink(frame) ? 0.1 : 1))
  for (const open of recordedOpenings()) await base.add(paintFrame(pointsWith(face, open, 0), 1))
  await base.finish()
  return { model, footage }
}

/** The face of one of the drawn presenters as it is tracked, with its mouth closed. */
async function faceAtRest(): Promise<Float32Array> {
  const file = new URL('./drawn-face.json', import.meta.url)
  const points = JSON.parse(await readFile(file, 'utf8')) as number[]
  const face = Float32Array.from(points, (value) => value / 2)
  LOWER_LIP.forEach((lower, index) => {
    face[2 * lower + 1] = (face[2 * (UPPER_LIP[index] ?? 0) + 1] ?? 0) + 0.5
  })
  return face
}

/** How far each point goes down when the mouth is wide open, as a share of that. */
function opening(face: Float32Array, point: number): number {
  const [x, y] = [face[2 * point] ?? 0, face[2 * point + 1] ?? 0]
  if (UPPER_LIP.includes(point) || OUTER_UPPER.includes(point)) return 0
  const middle = face[2 * POINT.upperLip + 1] ?? 0
  const aside = Math.min(1, Math.abs(x - (face[2 * POINT.upperLip] ?? 0)) / 40)
  return LOWER_LIP.includes(point) || y > middle ? 1 - aside * aside : 0
}

function pointsWith(face: Float32Array, open: number, sway: number): Float32Array {
  return face.map((value, place) =>
    place % 2 === 0 ? value + sway : value + open * WIDEST * opening(face, place >> 1),
  )
}

function recordedOpenings(): number[] {
  return RECORDED.flatMap(([, open, frames]) => Array.from({ length: frames }, () => open))
}

function swayAt(frame: number): number {
  return 4 * Math.sin((frame / LISTENING_FRAMES) * 2 * Math.PI)
}

function isBlink(frame: number): boolean {
  return frame >= BLINK.from && frame < BLINK.until
}

function modelOf(face: Float32Array): MouthModel {
  const lower = Uint16Array.from({ length: LANDMARKS }, (_, point) => point).filter(
    (point) => (face[2 * point + 1] ?? 0) > (face[2 * POINT.noseBase + 1] ?? 0),
  )
  const down = Float32Array.from({ length: lower.length * 2 }, (_, place) =>
    place % 2 === 0 ? 0 : opening(face, lower[place >> 1] ?? 0),
  )
  const length = Math.hypot(...down)
  const components = new Float32Array(COMPONENTS * down.length)
  components.set(down.map((value) => value / length))
  const weights = new Float32Array(FEATURES * COMPONENTS)
  for (const [viseme, open] of RECORDED) weights[featureNow(viseme) * COMPONENTS] = open * WIDEST * length
  const openings = recordedOpenings()
  const said = RECORDED.flatMap(([viseme, , frames]) =>
    Array.from({ length: frames }, () => VISEMES.indexOf(viseme)),
  )
  const [mouthX, mouthY] = [face[2 * POINT.upperLip] ?? 0, face[2 * POINT.upperLip + 1] ?? 0]
  const even = (value: number): number => 2 * Math.round(value / 2)
  return {
    width: WIDTH,
    height: HEIGHT,
    mean: face,
    lower,
    rest: Float32Array.from({ length: lower.length * 2 }, (_, place) => {
      return face[2 * (lower[place >> 1] ?? 0) + (place % 2)] ?? 0
    }),
    components,
    weights,
    spread: Float32Array.from({ length: 2 * COMPONENTS }, (_, place) => place % 2),
    library: {
      frames: openings.length,
      width: CROP.width,
      height: CROP.height,
      corners: Float32Array.from(
        openings.flatMap(() => [even(mouthX - CROP.width / 2), even(mouthY - CROP.height * CROP.above)]),
      ),
      points: joined(openings.map((open) => pointsWith(face, open, 0))),
      poses: Float32Array.from(openings.flatMap(() => [1, 0, 0, 0])),
      shapes: Float32Array.from(
        openings.flatMap((open) => [
          open * WIDEST * length,
          ...Array.from({ length: COMPONENTS - 1 }, () => 0),
        ]),
      ),
      visemes: Uint8Array.from(
        said.flatMap((viseme, frame) => [viseme, said[frame - 4] ?? viseme, said[frame + 4] ?? viseme]),
      ),
      usable: new Uint8Array(openings.length).fill(1),
      follows: Uint8Array.from(openings, (_, frame) => Number(frame > 0)),
      neutral: 4,
      widest: openings.indexOf(1) + 4,
    },
    base: baseOf(face, openings),
  }
}

function baseOf(face: Float32Array, openings: readonly number[]): BaseFootage {
  const listening = Array.from({ length: LISTENING_FRAMES }, (_, frame) => frame)
  return {
    frames: LISTENING_FRAMES + openings.length,
    listening: LISTENING_FRAMES,
    points: joined([
      ...listening.map((frame) => pointsWith(face, 0, swayAt(frame))),
      ...openings.map((open) => pointsWith(face, open, 0)),
    ]),
    poses: Float32Array.from(
      [...listening.map((frame) => [1, 0, -swayAt(frame), 0]), ...openings.map(() => [1, 0, 0, 0])].flat(),
    ),
    eyesOpen: Uint8Array.from([
      ...listening.map((frame) => Number(!isBlink(frame))),
      ...openings.map(() => 1),
    ]),
    usable: new Uint8Array(LISTENING_FRAMES + openings.length).fill(1),
    loudness: Float32Array.from([...listening.map(() => 0), ...openings]),
  }
}

function joined(rows: readonly Float32Array[]): Float32Array {
  return Float32Array.from(rows.flatMap((row) => [...row]))
}

const canvas = createCanvas(WIDTH, HEIGHT)
const brush = canvas.getContext('2d')

/** A face on a wall: I420, planes one after another. */
function paintFrame(points: Float32Array, eyes: number): Uint8Array {
  brush.fillStyle = '#7a8fa8'
  brush.fillRect(0, 0, WIDTH, HEIGHT)
  const at = (point: number): [number, number] => [points[2 * point] ?? 0, points[2 * point + 1] ?? 0]
  const [left, right] = [at(POINT.leftEye), at(POINT.rightEye)]
  const middle = (left[0] + right[0]) / 2
  brush.fillStyle = '#c99a7c'
  brush.beginPath()
  brush.ellipse(middle, left[1] + 22, 62, 92, 0, 0, 2 * Math.PI)
  brush.fill()
  brush.fillStyle = '#1c140f'
  for (const [x, y] of [left, right]) {
    brush.beginPath()
    brush.ellipse(x + Math.sign(middle - x) * 12, y, 11, 6 * eyes, 0, 0, 2 * Math.PI)
    brush.fill()
  }
  fill(brush, [...OUTER_UPPER, ...OUTER_LOWER].map(at), '#a8434a')
  fill(brush, [...UPPER_LIP, ...LOWER_LIP.toReversed()].map(at), '#200808')
  return i420Of(canvas.data())
}

function fill(target: SKRSContext2D, outline: readonly (readonly [number, number])[], colour: string): void {
  target.fillStyle = colour
  target.beginPath()
  for (const [x, y] of outline) target.lineTo(x, y)
  target.closePath()
  target.fill()
}

function i420Of(rgba: Uint8Array): Uint8Array {
  const planes = new Uint8Array((WIDTH * HEIGHT * 3) / 2)
  const at = (x: number, y: number): [number, number, number] => {
    const place = (y * WIDTH + x) * 4
    return [rgba[place] ?? 0, rgba[place + 1] ?? 0, rgba[place + 2] ?? 0]
  }
  const chroma = WIDTH * HEIGHT
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const [red, green, blue] = at(x, y)
      planes[y * WIDTH + x] = 16 + 0.1826 * red + 0.6142 * green + 0.062 * blue
      if (x % 2 === 1 || y % 2 === 1) continue
      const place = chroma + (y / 2) * (WIDTH / 2) + x / 2
      planes[place] = 128 - 0.1006 * red - 0.3386 * green + 0.4392 * blue
      planes[place + chroma / 4] = 128 + 0.4392 * red - 0.3989 * green - 0.0403 * blue
    }
  }
  return planes
}
