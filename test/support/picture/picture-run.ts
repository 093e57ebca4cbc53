import { loadFfmpeg } from '../../../src/ffmpeg/load-ffmpeg.ts'
import { packetsOf } from '../../../src/ffmpeg/packets-of.ts'

/** How the pictures of a video follow one another; all distances are of brightness, from 0 to 255. */
export interface PictureRun {
  readonly width: number
  readonly height: number
  /** Mean brightness of each frame. */
  readonly brightness: readonly number[]
  /** How far each frame is from the one before it, on average. The first has none. */
  readonly steps: readonly number[]
  /**
   * How much further each frame is from both its neighbours together than they would be if it lay anywhere between them, in the
   * band of the picture where that is most: a frame that is torn, black or damaged stands out; a cut does not, and neither does
   * an arm that is in another place in each of the three.
   */
  readonly flashes: readonly number[]
  /** Frames of the longest stretch in which nothing moves at all. */
  readonly longestStill: number
}

/** Bands that frames are compared in: a torn picture is right in some. */
const BANDS = 12

/** Decodes all pictures of a file. */
export async function watchPictures(file: string): Promise<PictureRun> {
  const ffmpeg = await loadFfmpeg()
  const demuxer = await ffmpeg.Demuxer.open(file)
  const stream = demuxer.video()!
  const { width, height } = stream.codecpar
  const watch = createWatch()
  const decoder = await ffmpeg.Decoder.create(stream)
  for await (const frame of decoder.frames(packetsOf(demuxer, stream.index))) {
    if (!frame) break
    watch.add(Uint8Array.from(frame.toBuffer().subarray(0, width * height)))
    frame.free()
  }
  decoder.close()
  await demuxer.close()
  return { width, height, ...watch.seen() }
}

/** Watches frames one by one; keeps only the last two. */
export function createWatch() {
  const brightness: number[] = []
  const steps: number[] = []
  const flashes: number[] = []
  let [still, longestStill] = [1, 1]
  let last: Uint8Array[] = []
  return {
    add(frame: Uint8Array): void {
      brightness.push(mean(bandDistances(frame, new Uint8Array(frame.length))))
      const [before, between] = last
      const newest = last.at(-1)
      if (newest) {
        const step = mean(bandDistances(newest, frame))
        steps.push(step)
        still = step === 0 ? still + 1 : 1
        longestStill = Math.max(longestStill, still)
      }
      if (before && between) flashes.push(flash(before, between, frame))
      last = [...last.slice(-1), frame]
    },
    seen: () => ({ brightness, steps, flashes, longestStill }),
  }
}

function flash(before: Uint8Array, between: Uint8Array, after: Uint8Array): number {
  const [there, back, past] = [
    bandDistances(before, between),
    bandDistances(between, after),
    bandDistances(before, after),
  ]
  return Math.max(...there.map((distance, band) => distance + back[band]! - 2 * past[band]!))
}

function bandDistances(one: Uint8Array, other: Uint8Array): number[] {
  const size = Math.ceil(one.length / BANDS)
  return Array.from({ length: BANDS }, (_, band) => {
    let sum = 0
    const end = Math.min((band + 1) * size, one.length)
    for (let index = band * size; index < end; index += 1) sum += Math.abs(one[index]! - other[index]!)
    return sum / Math.max(1, end - band * size)
  })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
