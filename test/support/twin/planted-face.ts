import { LANDMARKS, POINT, STABLE } from '../../../src/face/landmarks.ts'
import { MEASURES, TRACK_RATE } from '../../../src/face/face-track.ts'
import { seededRandom } from '../run/random.ts'
import type { Viseme, VisemeCue } from '../../../src/domain/speech/speech-timeline.ts'
import type { FaceTrack } from '../../../src/face/face-track.ts'

/** Size of the film of a planted face. */
const FILM = { width: 320, height: 240 } as const

const EYES = 80
const MOUTH = 35

/** How far each mouth shape opens the planted mouth, in distances between the eyes; others a little. */
const OPENINGS: Partial<Record<Viseme, number>> = { sil: 0, PP: 0, aa: 0.3, oh: 0.22, E: 0.2, ou: 0.12 }

/** How far the mouth is open at a moment. */
export function plantedOpening(cues: readonly VisemeCue[], seconds: number): number {
  const viseme = cues.find(({ start, end }) => seconds >= start && seconds < end)?.viseme ?? 'sil'
  return OPENINGS[viseme] ?? 0.08
}

/**
 * The track of a face that nobody has, whose lips do exactly what is said, while its head sways.
 *
 * @param lateFrames by which the lips are late.
 */
export function plantedTrack(cues: readonly VisemeCue[], frames: number, lateFrames = 0): FaceTrack {
  const face = restingFace()
  const points = new Float32Array(frames * LANDMARKS * 2)
  for (let frame = 0; frame < frames; frame += 1) {
    const opening = EYES * plantedOpening(cues, (frame - lateFrames + 0.5) / TRACK_RATE)
    const [turn, across, down] = [
      0.03 * Math.sin(frame / 70),
      4 * Math.sin(frame / 90),
      3 * Math.cos(frame / 110),
    ]
    for (let point = 0; point < LANDMARKS; point += 1) {
      const [x = 0, y = 0] = face.subarray(2 * point, 2 * point + 2)
      const lowered = y + opening * followsJaw(point, y)
      const place = 2 * (frame * LANDMARKS + point)
      points[place] = FILM.width / 2 + across + x * Math.cos(turn) - lowered * Math.sin(turn)
      points[place + 1] = 0.4 * FILM.height + down + x * Math.sin(turn) + lowered * Math.cos(turn)
    }
  }
  return {
    ...FILM,
    frames,
    points,
    faces: new Uint8Array(frames).fill(1),
    measures: new Float32Array(frames * MEASURES.length).fill(0.3),
  }
}

/** How much of the opening a point goes along with. */
function followsJaw(point: number, y: number): number {
  if (point === POINT.upperLip || y < MOUTH || STABLE.includes(point)) return 0
  return Math.min(1, (y - MOUTH) / 4)
}

/** Points around (0, 0): what is named where it belongs, what speaking does not move above the nose. */
function restingFace(): Float32Array {
  const random = seededRandom(468)
  const face = Float32Array.from({ length: LANDMARKS * 2 }, () => 100 * (random() - 0.5))
  for (const point of STABLE) face[2 * point + 1] = -45 * random()
  const put = (point: number, x: number, y: number): void => face.set([x, y], 2 * point)
  put(POINT.leftEye, -EYES / 2, -25)
  put(POINT.rightEye, EYES / 2, -25)
  put(POINT.noseBase, 0, 12)
  put(POINT.upperLip, 0, MOUTH)
  put(POINT.lowerLip, 0, MOUTH + 4)
  put(POINT.leftCorner, -18, MOUTH + 1)
  put(POINT.rightCorner, 18, MOUTH + 1)
  put(POINT.chin, 0, 62)
  return face
}
