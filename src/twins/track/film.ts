import { access } from 'node:fs/promises'
import type * as NodeAv from 'node-av'
import { loadFfmpeg } from '../../ffmpeg/load-ffmpeg.ts'
import { TakeUnusable } from '../take-unusable.ts'

/** What browsers record. A playlist, which FFmpeg would read too, can name any other file or address. */
const CONTAINERS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm'

/** Larger pictures than any camera of a browser gives: four bytes each would be half a gigabyte. */
const MOST_PIXELS = 4096 * 2304

/** A film of which only the picture matters. */
export interface SilentFilm {
  readonly av: typeof NodeAv
  readonly demuxer: NodeAv.Demuxer
  readonly picture: NodeAv.Stream
}

/** A recording with its streams. */
export interface Film extends SilentFilm {
  readonly sound: NodeAv.Stream
}

/**
 * Has a recording looked into and listened to, and closes it.
 *
 * @throws TakeUnusable when it is no film, or has no picture or no sound.
 */
export function withFilm<Result>(file: string, look: (film: Film) => Promise<Result>): Promise<Result> {
  return withPictures(file, (film) => look({ ...film, sound: soundOf(film.demuxer) }))
}

/**
 * Has a film looked into, and closes it. Whatever FFmpeg says against it is the recording's fault.
 *
 * @throws TakeUnusable when it is no film, or has no picture.
 */
export async function withPictures<Result>(
  file: string,
  look: (film: SilentFilm) => Promise<Result>,
): Promise<Result> {
  const av = await loadFfmpeg()
  // A file that is missing is our fault.
  await access(file)
  try {
    const options = { format_whitelist: CONTAINERS, protocol_whitelist: 'file' }
    const demuxer = await av.Demuxer.open(file, { options })
    try {
      return await look({ av, demuxer, picture: pictureOf(demuxer) })
    } finally {
      await demuxer.close()
    }
  } catch (error) {
    throw error instanceof av.FFmpegError ? unreadable() : error
  }
}

/** The error of a file in which nothing can be seen. */
export function unreadable(): TakeUnusable {
  return new TakeUnusable(
    'This recording cannot be read. Record this part again, if need be in another browser.',
  )
}

function pictureOf(demuxer: NodeAv.Demuxer): NodeAv.Stream {
  const picture = demuxer.video()
  if (!picture) {
    throw new TakeUnusable('The recording has no picture. Choose another camera and record this part again.')
  }
  const { width, height } = picture.codecpar
  if (width * height > MOST_PIXELS) throw unreadable()
  return picture
}

function soundOf(demuxer: NodeAv.Demuxer): NodeAv.Stream {
  const sound = demuxer.audio()
  if (!sound) {
    throw new TakeUnusable(
      'The recording has no sound. Choose another microphone and record this part again.',
    )
  }
  return sound
}

/** Seconds from the film's first moment, which is not always nought, to a packet or a frame of it. */
export function secondsInto(
  { demuxer }: SilentFilm,
  at: { pts: bigint; timeBase: NodeAv.IRational },
): number {
  return (Number(at.pts) * at.timeBase.num) / at.timeBase.den - demuxer.startTime
}
