import { access } from 'node:fs/promises'
import type * as NodeAv from 'node-av'
import { loadFfmpeg } from '../../ffmpeg/load-ffmpeg.ts'
import { MOST_PIXELS, MOST_SECONDS } from './bounds.ts'
import { refused } from './refusals.ts'
import type { FilmCount } from './bounds.ts'

/** What browsers record. A playlist, which FFmpeg would read too, can name any other file or address. */
const CONTAINERS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm'

/**
 * Decoders of what browsers record. FFmpeg has hundreds more, most of which nobody has looked at for years: a film is
 * opened by none of them, neither to find out what is in it nor to decode it.
 */
const CODECS = 'h264,hevc,vp8,vp9,av1,libdav1d,opus,libopus,aac'

/** How each decoder is opened: a damaged packet costs its frame, not the take. */
export const DECODING = {
  exitOnError: false,
  options: { codec_whitelist: CODECS, max_pixels: MOST_PIXELS },
} as const

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
  // What a stranger's film is like is not for our log, which they could fill.
  av.Log.setLevel(av.AV_LOG_QUIET)
  // A file that is missing is our fault.
  await access(file)
  try {
    const options = {
      format_whitelist: CONTAINERS,
      protocol_whitelist: 'file',
      codec_whitelist: CODECS,
    }
    const demuxer = await av.Demuxer.open(file, { options })
    try {
      return await look({ av, demuxer, picture: pictureOf(demuxer) })
    } finally {
      await demuxer.close()
    }
  } catch (error) {
    throw error instanceof av.FFmpegError ? refused('unreadable') : error
  }
}

function pictureOf(demuxer: NodeAv.Demuxer): NodeAv.Stream {
  const picture = demuxer.video()
  if (!picture) throw refused('noPicture')
  const { width, height } = picture.codecpar
  if (width * height > MOST_PIXELS) throw refused('tooLarge')
  return picture
}

function soundOf(demuxer: NodeAv.Demuxer): NodeAv.Stream {
  const sound = demuxer.audio()
  if (!sound) throw refused('noSound')
  return sound
}

/** Counts what is in a film by its packets: containers do not know, or say what they please. */
export async function countFilm(film: SilentFilm): Promise<FilmCount> {
  const { av, demuxer, picture } = film
  const count = { seconds: 0, pictures: 0, others: 0 }
  const inSecond = new Uint32Array(MOST_SECONDS + 1)
  for await (const packet of demuxer.packets()) {
    if (!packet) break
    if (packet.streamIndex !== picture.index) count.others += 1
    else {
      count.pictures += 1
      if (packet.pts !== av.AV_NOPTS_VALUE) {
        const at = secondsInto(film, packet)
        count.seconds = Math.max(count.seconds, at)
        inSecond[Math.min(MOST_SECONDS, Math.max(0, Math.floor(at)))]! += 1
      }
    }
    packet.free()
  }
  return { ...count, picturesAtOnce: Math.max(...inSecond) }
}

/** Seconds from the film's first moment, which is not always nought, to a packet or a frame of it. */
export function secondsInto(
  { demuxer }: SilentFilm,
  at: { pts: bigint; timeBase: NodeAv.IRational },
): number {
  return (Number(at.pts) * at.timeBase.num) / at.timeBase.den - demuxer.startTime
}
