import { TRACK_RATE } from '../../face/face-track.ts'
import { packetsOf } from '../../ffmpeg/packets-of.ts'
import { MOST_PIXELS, MOST_SECONDS } from './bounds.ts'
import { refused } from './refusals.ts'
import { DECODING, secondsInto } from './film.ts'
import { MOST_HEIGHT, MOST_WIDTH } from './picture-size.ts'
import { uprightFilters } from './upright.ts'
import type * as NodeAv from 'node-av'
import type { SilentFilm } from './film.ts'
import type { Picture } from './picture.ts'

/** Width at which faces are looked for: a larger one costs time and finds them no better. */
const SMALL_WIDTH = 640

/** A picture of a film, and for how many frames of the constant rate it is seen. */
export interface Shown<Kind> {
  readonly picture: Kind
  readonly frames: number
}

/**
 * The pictures of a film at a constant rate, as they would be seen: cameras slow down in the dark, and encoders leave
 * frames out where a processor is busy. Each is there once, with the number of frames for which it stays.
 */
export async function* shownPictures(film: SilentFilm): AsyncGenerator<Shown<Picture>> {
  const painter = createPainter(film.av)
  try {
    yield* shown(film, (decoded) => painter.paint(decoded))
  } finally {
    painter.close()
  }
}

/**
 * The same, of pictures that are painted in a way of one's own. One that is followed by another before it could be seen is
 * not painted: that would cost more than decoding it.
 *
 * @throws TakeUnusable for pictures that are larger, or go on for longer, than those of a camera.
 */
export async function* shown<Kind>(
  film: SilentFilm,
  paint: (decoded: NodeAv.Frame) => Promise<Kind>,
): AsyncGenerator<Shown<Kind>> {
  const { av, demuxer, picture } = film
  const decoder = await av.Decoder.create(picture, DECODING)
  let held: NodeAv.Frame | null = null
  let frame = 0
  try {
    for await (const decoded of decoder.frames(packetsOf(demuxer, picture.index))) {
      if (!decoded) break
      if (decoded.pts === av.AV_NOPTS_VALUE) {
        decoded.free()
        continue
      }
      const before: NodeAv.Frame | null = held
      held = decoded
      // What was recorded before the film's first moment is not shown.
      const next = Math.max(0, Math.round(secondsInto(film, decoded) * TRACK_RATE))
      requireShowable(decoded, next)
      if (before === null) continue
      try {
        // The first picture is also seen before its time.
        if (next > frame) {
          yield { picture: await paint(before), frames: next - frame }
          frame = next
        }
      } finally {
        before.free()
      }
    }
    if (held) yield { picture: await paint(held), frames: 1 }
  } finally {
    held?.free()
    decoder.close()
  }
}

/** Any frame may have a size and a time of its own, whatever the film says of itself. */
function requireShowable({ width, height }: NodeAv.Frame, at: number): void {
  if (width * height > MOST_PIXELS) throw refused('tooLarge')
  if (!(at <= MOST_SECONDS * TRACK_RATE)) throw refused('tooLong')
}

interface Painter {
  paint(frame: NodeAv.Frame): Promise<Picture>
  close(): void
}

/** Brings frames to the size of the footage, which that of the first one decides. */
function createPainter(av: typeof NodeAv): Painter {
  let scaling: { large: NodeAv.FilterAPI; small: NodeAv.FilterAPI; size: Size; smallSize: Size } | null = null
  return {
    async paint(frame) {
      scaling ??= scalingFor(av, frame)
      const { large, small, size, smallSize } = scaling
      const footage = await filtered(large, frame)
      const colours = await filtered(small, footage)
      const picture = {
        ...size,
        luma: Uint8Array.from(footage.toBuffer().subarray(0, size.width * size.height)),
        small: {
          ...smallSize,
          rgb: Uint8Array.from(colours.toBuffer().subarray(0, 3 * smallSize.width * smallSize.height)),
        },
      }
      footage.free()
      colours.free()
      return picture
    },
    close() {
      scaling?.large.close()
      scaling?.small.close()
    },
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

function scalingFor(av: typeof NodeAv, frame: NodeAv.Frame) {
  const turns = uprightFilters(av, frame)
  const lies = turns.some((turn) => turn.startsWith('transpose'))
  const size = footageSize(lies ? { width: frame.height, height: frame.width } : frame)
  const smallSize = fitted(size, SMALL_WIDTH / size.width)
  const scaled = ({ width, height }: Size) => `scale=${width}:${height}:flags=area`
  return {
    size,
    smallSize,
    large: av.FilterAPI.create([...turns, scaled(size), 'format=yuv420p'].join(',')),
    small: av.FilterAPI.create(`${scaled(smallSize)},format=rgb24`),
  }
}

/** The size of a twin's footage: its film's, made smaller where that is larger than footage can be. Even numbers. */
function footageSize(film: Size): Size {
  return fitted(film, Math.min(MOST_WIDTH / film.width, MOST_HEIGHT / film.height))
}

function fitted({ width, height }: Size, scale: number): Size {
  const even = (length: number) => Math.max(2, 2 * Math.round((length * Math.min(1, scale)) / 2))
  return { width: even(width), height: even(height) }
}

/** A frame as it comes out of a filter, to be freed. */
export async function filtered(filter: NodeAv.FilterAPI, frame: NodeAv.Frame): Promise<NodeAv.Frame> {
  const [result, ...others] = await filter.processAll(frame)
  for (const other of others) other.free()
  if (!result) throw new Error('A picture went into a filter and did not come out')
  return result
}
