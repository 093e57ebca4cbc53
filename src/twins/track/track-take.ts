import { joined } from '../../face/joined.ts'
import { writeFile } from 'node:fs/promises'
import { MEASURES, TRACK_RATE } from '../../face/face-track.ts'
import { LANDMARKS } from '../../face/landmarks.ts'
import { writePortraits, writeTrack } from '../../face/track-file.ts'
import { wavBytes } from '../../speech/engines/wav.ts'
import { refused } from '../decode/refusals.ts'
import { openFilm } from '../decode/open-film.ts'
import { SOUND_RATE } from '../decode/sound-rate.ts'
import { measuresOf } from './measures.ts'
import type { TrackTakeJob, TrackedTake } from '../../domain/twin/twin-job.ts'
import type { FaceTrack, Portraits } from '../../face/face-track.ts'
import type { FaceFinder } from './face-finder.ts'
import type { Picture } from '../decode/picture.ts'

/** Often enough for whoever waits, and far less often than there are pictures. */
const REPORT_EVERY_MS = 100

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
  const { track, portraits, samples } = await watch(finder, { file: takeFile, want: 'take' }, report)
  await writeTrack(trackFile, track)
  await writePortraits(portraitsFile, portraits)
  await writeFile(soundFile, wavBytes({ samples, sampleRate: SOUND_RATE }))
  return {
    seconds: track.frames / TRACK_RATE,
    frames: track.frames,
    width: track.width,
    height: track.height,
  }
}

/** Sees a whole film, with sound or without: also videos of twins, to find out whether their lips move as they should. */
export async function trackFilm(
  finder: FaceFinder,
  file: string,
  report: (share: number) => void = () => {},
): Promise<FaceTrack> {
  return (await watch(finder, { file, want: 'pictures' }, report)).track
}

/** What was seen and heard in a film. */
interface Watched {
  readonly track: FaceTrack
  readonly portraits: Portraits
  readonly samples: Int16Array
}

async function watch(
  finder: FaceFinder,
  job: { readonly file: string; readonly want: 'take' | 'pictures' },
  report: (share: number) => void,
): Promise<Watched> {
  const record = createRecord()
  const before = process.cpuUsage()
  let expected = 1 / TRACK_RATE
  let samples: Int16Array = new Int16Array(0)
  let share = 0
  let reportedAt = -Infinity
  const tell = () => {
    const now = performance.now()
    if (share < 1 && now - reportedAt < REPORT_EVERY_MS) return
    reportedAt = now
    report(share)
  }
  const options = { onAlive: tell, usedSeconds: () => secondsSince(before) }
  for await (const part of openFilm(job, options)) {
    if (part.kind === 'facts') expected = Math.max(expected, part.count.seconds)
    if (part.kind === 'sound') samples = part.samples
    if (part.kind !== 'picture') continue
    await look(finder, record, part)
    share = Math.min(1, record.frames() / TRACK_RATE / expected)
    tell()
  }
  return { ...record.result(), samples }
}

async function look(
  finder: FaceFinder,
  record: ReturnType<typeof createRecord>,
  { picture, frames }: { readonly picture: Picture; readonly frames: number },
): Promise<void> {
  const { width, height, small } = picture
  const { count, points, descriptor } = await finder.find(small, record.portraitDue(frames))
  if (points) stretch(points, width / small.width, height / small.height)
  const measures = points && measuresOf(picture, points)
  record.add({ width, height, count, points, measures, descriptor }, frames)
}

/** Seconds of a processor that this process has used. */
function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
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
      if (!first) throw refused('unreadable')
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
