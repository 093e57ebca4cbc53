import { writeFile } from 'node:fs/promises'
import { MEASURES, TRACK_RATE } from '../../face/face-track.ts'
import { LANDMARKS } from '../../face/landmarks.ts'
import { writePortraits, writeTrack } from '../../face/track-file.ts'
import { wavBytes } from '../../speech/engines/wav.ts'
import { TakeUnusable } from '../take-unusable.ts'
import { secondsInto, unreadable, withFilm, withPictures } from './film.ts'
import { measuresOf } from './measures.ts'
import { shownPictures } from './pictures.ts'
import { SOUND_RATE, soundOf } from './sound.ts'
import type { TrackTakeJob, TrackedTake } from '../../domain/twin-job.ts'
import type { FaceTrack, Portraits } from '../../face/face-track.ts'
import type { FaceFinder } from './face-finder.ts'
import type { Film, SilentFilm } from './film.ts'

/** What the largest upload is long enough for (domain/twin-take.ts). */
const MOST_SECONDS = 180

/** Frames from one portrait to the next: more often than people can change places. */
const PORTRAIT_EVERY = 16

/**
 * Looks at a take and listens to it, whatever container, codec and rate its browser chose, and writes what was seen
 * and heard. The same take gives the same files.
 *
 * @throws TakeUnusable when the file is no film, has no picture or no sound, or is too long.
 */
export async function trackTake(
  finder: FaceFinder,
  { takeFile, trackFile, portraitsFile, soundFile }: TrackTakeJob,
  report: (share: number) => void,
): Promise<TrackedTake> {
  const expected = await withFilm(takeFile, secondsOf)
  if (expected > MOST_SECONDS) throw tooLong()
  const seen = await withFilm(takeFile, (film) =>
    watch(film, finder, (seconds) => report(Math.min(1, seconds / Math.max(expected, 1 / TRACK_RATE)))),
  )
  const { track, portraits } = seen
  const seconds = track.frames / TRACK_RATE
  const samples = await withFilm(takeFile, (film) => soundOf(film, seconds))
  await writeTrack(trackFile, track)
  await writePortraits(portraitsFile, portraits)
  await writeFile(soundFile, wavBytes({ samples, sampleRate: SOUND_RATE }))
  return { seconds, frames: track.frames, width: track.width, height: track.height }
}

/** Sees a whole film, with sound or without: also videos of twins, to find out whether their lips move as they should. */
export function trackFilm(
  finder: FaceFinder,
  file: string,
  report: (seconds: number) => void = () => {},
): Promise<FaceTrack> {
  return withPictures(file, async (film) => (await watch(film, finder, report)).track)
}

/** How long a film is by its packets: containers do not know, or say what they please. */
async function secondsOf(film: Film): Promise<number> {
  let seconds = 0
  for await (const packet of film.demuxer.packets(film.picture.index)) {
    if (packet && packet.pts !== film.av.AV_NOPTS_VALUE)
      seconds = Math.max(seconds, secondsInto(film, packet))
    packet?.free()
  }
  return seconds
}

async function watch(
  film: SilentFilm,
  finder: FaceFinder,
  report: (seconds: number) => void,
): Promise<{ track: FaceTrack; portraits: Portraits }> {
  const record = createRecord()
  for await (const { picture, frames } of shownPictures(film)) {
    if (record.frames() + frames > MOST_SECONDS * TRACK_RATE) throw tooLong()
    const { width, height, small } = picture
    const { count, points, descriptor } = await finder.find(small, record.portraitDue(frames))
    if (points) stretch(points, width / small.width, height / small.height)
    const measures = points && measuresOf(picture, points)
    record.add({ width, height, count, points, measures, descriptor }, frames)
    report(record.frames() / TRACK_RATE)
  }
  return record.result()
}

function stretch(points: Float32Array, across: number, down: number): void {
  for (let index = 0; index < points.length; index += 1)
    points[index] = (points[index] ?? 0) * (index % 2 === 0 ? across : down)
}

/** What is kept of a picture: not the picture itself, of which there may be thousands. */
interface Seen {
  readonly width: number
  readonly height: number
  readonly count: number
  readonly points: Float32Array | null
  readonly measures: Float32Array | null
  readonly descriptor: Float32Array | null
}

function createRecord() {
  const shown: Seen[] = []
  let lastPortrait = -PORTRAIT_EVERY
  const portraits: { frame: number; descriptor: Float32Array }[] = []
  return {
    frames: () => shown.length,
    portraitDue: (frames: number) => shown.length + frames - 1 - lastPortrait >= PORTRAIT_EVERY,
    add(seen: Seen, frames: number): void {
      if (seen.descriptor) {
        lastPortrait = shown.length
        portraits.push({ frame: shown.length, descriptor: seen.descriptor })
      }
      for (let frame = 0; frame < frames; frame += 1) shown.push(seen)
    },
    result() {
      const first = shown[0]
      if (!first) throw unreadable()
      const row = (length: number, values: Float32Array | null) =>
        values ?? new Float32Array(length).fill(NaN)
      const track: FaceTrack = {
        width: first.width,
        height: first.height,
        frames: shown.length,
        points: joined(shown.map(({ points }) => row(2 * LANDMARKS, points))),
        faces: Uint8Array.from(shown, ({ count }) => count),
        measures: joined(shown.map(({ measures }) => row(MEASURES.length, measures))),
      }
      return {
        track,
        portraits: {
          size: portraits[0]?.descriptor.length ?? 0,
          frames: Int32Array.from(portraits, ({ frame }) => frame),
          descriptors: joined(portraits.map(({ descriptor }) => descriptor)),
        },
      }
    },
  }
}

function joined(rows: readonly Float32Array[]): Float32Array {
  const length = rows[0]?.length ?? 0
  const all = new Float32Array(rows.length * length)
  rows.forEach((row, index) => all.set(row, index * length))
  return all
}

function tooLong(): TakeUnusable {
  return new TakeUnusable(
    `The recording is longer than ${MOST_SECONDS / 60} minutes. Record this part again, and stop when it is done.`,
  )
}
