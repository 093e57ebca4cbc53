import { MEASURES, TRACK_RATE } from '../../face/face-track.ts'
import { joined } from '../../face/joined.ts'
import { LANDMARKS } from '../../face/landmarks.ts'
import { TakeUnusable } from '../take-unusable.ts'
import { readFootage } from '../track/footage.ts'
import { LEAST_CALM_SECONDS, longestCalm } from '../points/calm.ts'
import { createFilm } from './film.ts'
import { loudnessOf } from './loudness.ts'
import { eyeDistance, posesOf } from '../points/mean-face.ts'
import { medianOf } from '../points/median.ts'
import { steadyPoints } from '../points/steady.ts'
import { ordinary, surelySeen } from '../points/usable.ts'
import type { BaseFootage } from '../../face/mouth-model.ts'
import type { FaceTrack } from '../../face/face-track.ts'
import type { Pcm } from '../../speech/engines/wav.ts'
import type { Planes } from '../decode/picture.ts'

/** Frames from key frame to key frame: any frame is found soon, also when the film is shown backwards. */
const GROUP = 10

/** Eyes that are open less than this share of how far they usually are, are closing. */
const EYES_OPEN = 0.75

/** So much of a reading is enough never to be seen twice soon; more would only make files larger. */
const MOST_READING_FRAMES = 60 * TRACK_RATE

/** A head whose stable points are nearer to the mean than this, in distances between the eyes, is not turned away. */
const NOT_TURNED = 0.02

/** A reading of which base footage is cut. */
export interface BaseReading {
  readonly track: FaceTrack
  readonly points: Float32Array
  readonly poses: Float32Array
  /** How little each face fits the mean one, in pixels. */
  readonly misfits: Float32Array
  readonly mean: Float32Array
  readonly sound: Pcm
  readonly soundLateSeconds: number
}

/** The film of the base while it is cut: the person who listens is in it, and the one who reads follows. */
export interface BaseFilm {
  /** Adds the next frame of the reading, until there is enough of it. */
  add(picture: Planes): Promise<void>
  /** Closes the film. @returns what is known of it. */
  finish(reading: BaseReading): Promise<BaseFootage>
}

/**
 * Begins the film of the base with the longest stretch in which the person looks on with a calm head and closed mouth.
 *
 * @param mean the mean face, to which the poses bring its frames.
 * @throws TakeUnusable when there is no such stretch of some seconds.
 */
export async function beginBase(
  takeFile: string,
  track: FaceTrack,
  mean: Float32Array,
  baseFile: string,
): Promise<BaseFilm> {
  const points = steadyPoints(track)
  const { from, to, seconds } = longestCalm(track, points)
  if (seconds < LEAST_CALM_SECONDS)
    throw new TakeUnusable('Look into the lens with your mouth closed and your head still for ten seconds.')
  const writer = await createFilm(baseFile, { width: track.width, height: track.height, group: GROUP })
  let end = from
  await readFootage(takeFile, track, async (picture, frame) => {
    if (frame >= from) {
      await writer.add(picture)
      end = frame + 1
    }
    return frame + 1 < to
  })
  const listening = end - from
  let read = 0
  return {
    async add(picture) {
      if (read >= MOST_READING_FRAMES) return
      await writer.add(picture)
      read += 1
    },
    async finish(reading) {
      await writer.finish()
      const own = points.slice(from * LANDMARKS * 2, end * LANDMARKS * 2)
      const loudness = loudnessOf(reading.sound, read, reading.soundLateSeconds)
      return {
        frames: listening + read,
        listening,
        points: joined([own, reading.points.subarray(0, read * LANDMARKS * 2)]),
        poses: joined([posesOf(own, mean), reading.poses.subarray(0, read * 4)]),
        eyesOpen: Uint8Array.from([...openEyes(track, from, end), ...openEyes(reading.track, 0, read)]),
        usable: Uint8Array.from([...new Uint8Array(listening).fill(1), ...usableFrames(reading, read)]),
        loudness: joined([new Float32Array(listening), loudness]),
      }
    },
  }
}

/** 1 where one face is surely seen, and not turned away. */
function usableFrames({ track, misfits, mean }: BaseReading, frames: number): Uint8Array {
  const seen = surelySeen(track)
  const usual = Array.from({ length: track.frames }, (_, frame) => frame).filter((frame) => seen[frame] === 1)
  const faces = ordinary(misfits, usual, NOT_TURNED * eyeDistance(mean))
  return seen.map((isSeen, frame) => Number(isSeen === 1 && faces(frame))).subarray(0, frames)
}

function openEyes({ measures }: FaceTrack, from: number, to: number): Uint8Array {
  const eyes = Array.from(
    { length: to - from },
    (_, index) => measures[(from + index) * MEASURES.length + MEASURES.indexOf('eyes')] ?? 0,
  )
  const usual = medianOf(eyes)
  return Uint8Array.from(eyes, (open) => Number(open >= EYES_OPEN * usual))
}
