import type { Readable } from 'node:stream'
import { TRACK_RATE } from '../../face/face-track.ts'
import { boundOver, budgetSeconds, MOST_SECONDS } from './bounds.ts'
import { MESSAGE, pictureBytes, planesBytes } from './messages.ts'
import { MOST_HEIGHT, MOST_WIDTH } from './picture-size.ts'
import { receiveMessages } from './receive.ts'
import { refused, refusedAs } from './refusals.ts'
import type { FilmCount } from './bounds.ts'
import type { DecodeJob } from './messages.ts'
import type { Picture, Planes } from './picture.ts'
import type { Message } from './receive.ts'

/** Longest that facts and failures are. */
const MOST_TEXT_BYTES = 4_096

/** Characters of a decoder's words that are logged. */
const MOST_LOGGED = 200

/** What comes out of a film, in this order. */
export type FilmPart =
  | { readonly kind: 'facts'; readonly count: FilmCount }
  | { readonly kind: 'picture'; readonly picture: Picture; readonly frames: number }
  | { readonly kind: 'planes'; readonly picture: Planes; readonly frames: number }
  | { readonly kind: 'sound'; readonly samples: Int16Array }

/** How a decoder is listened to. */
export interface Listening {
  /** Called with each message. */
  readonly onMessage: () => void
  /** Seconds of a processor that were used for the film here, which count as the decoder's do. Default: none. */
  readonly usedSeconds?: (() => number) | undefined
}

/** Thrown when the pipe ends before the decoder has said that the film has. */
export const CUT_OFF = new Error('The decoder ended before the film did')

/**
 * Reads what a decoder says of a film, and believes nothing of it that no film of a camera comes to.
 *
 * @throws TakeUnusable when it refuses the film, or what it says is over the bounds of a film.
 * @throws CUT_OFF when it ended before the film did.
 */
export async function* filmParts(
  pipe: Readable,
  job: DecodeJob,
  { onMessage, usedSeconds = () => 0 }: Listening,
): AsyncGenerator<FilmPart> {
  let budget = budgetSeconds(0)
  let frames = 0
  for await (const message of receiveMessages(pipe, mostBytesOf(job))) {
    onMessage()
    if (message.cpuMs / 1_000 + usedSeconds() > budget) throw refused('tooCostly')
    if (message.kind === MESSAGE.alive) continue
    if (message.kind === MESSAGE.done) return
    if (message.kind === MESSAGE.failed) throw failureOf(message)
    const part = partOf(message, job)
    if (part === null) throw new Error('A decoder said something that it must not say')
    if (part.kind === 'facts') {
      const over = boundOver(part.count)
      if (over !== null) throw refused(over)
      budget = budgetSeconds(part.count.seconds)
    }
    if ('frames' in part) frames += part.frames
    if (frames > MOST_SECONDS * TRACK_RATE + 1) throw refused('unreadable')
    yield part
  }
  throw CUT_OFF
}

function partOf({ kind, numbers, payload }: Message, job: DecodeJob): FilmPart | null {
  const [frames = 0, width = 0, height = 0, smallWidth = 0, smallHeight = 0] = numbers
  switch (kind) {
    case MESSAGE.facts:
      return { kind: 'facts', count: countOf(payload) }
    case MESSAGE.picture: {
      const small = { width: smallWidth, height: smallHeight }
      const luma = width * height
      const isSound =
        frames > 0 &&
        luma > 0 &&
        width <= MOST_WIDTH &&
        height <= MOST_HEIGHT &&
        smallWidth > 0 &&
        smallHeight > 0 &&
        smallWidth <= width &&
        smallHeight <= height &&
        payload.length === pictureBytes(width, height, small)
      if (job.want === 'footage' || !isSound) return null
      const picture = {
        luma: payload.subarray(0, luma),
        width,
        height,
        small: { ...small, rgb: payload.subarray(luma) },
      }
      return { kind: 'picture', picture, frames }
    }
    case MESSAGE.planes:
      return job.want === 'footage' && frames > 0 && payload.length === planesBytes(job.width, job.height)
        ? { kind: 'planes', picture: payload, frames }
        : null
    case MESSAGE.sound:
      return job.want === 'take' && payload.length % 2 === 0
        ? { kind: 'sound', samples: new Int16Array(Uint8Array.from(payload).buffer) }
        : null
    default:
      return null
  }
}

function mostBytesOf(job: DecodeJob): number {
  if (job.want === 'footage') return Math.max(MOST_TEXT_BYTES, planesBytes(job.width, job.height))
  // Three minutes of sound at 16 kHz are more than any picture.
  return 2 * 16_000 * (MOST_SECONDS + 1)
}

function countOf(payload: Buffer): FilmCount {
  const { seconds, pictures, picturesAtOnce, others } = textOf(payload) as Partial<
    Record<keyof FilmCount, unknown>
  >
  return {
    seconds: Number(seconds),
    pictures: Number(pictures),
    picturesAtOnce: Number(picturesAtOnce),
    others: Number(others),
  }
}

function failureOf({ payload }: Message): Error {
  const { name, message } = textOf(payload) as { name?: unknown; message?: unknown }
  // Shown to whoever sent the film.
  if (name === 'TakeUnusable') return refusedAs(message)
  return new Error(`A film could not be decoded: ${forLog(name)}: ${forLog(message)}`)
}

/** Words of a process that may have been taken over, in a log that people read on a terminal. */
function forLog(words: unknown): string {
  return String(words)
    .slice(0, MOST_LOGGED)
    .replaceAll(/[^ -~]/gu, '?')
}

function textOf(payload: Buffer): object {
  if (payload.length > MOST_TEXT_BYTES) return {}
  try {
    const said: unknown = JSON.parse(payload.toString())
    return typeof said === 'object' && said !== null ? said : {}
  } catch {
    return {}
  }
}
