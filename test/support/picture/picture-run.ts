import { loadFfmpeg } from '../../../src/ffmpeg/load-ffmpeg.ts'
import { packetsOf } from '../../../src/ffmpeg/packets-of.ts'
import { copyLuma } from './luma.ts'

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
  // A picture is compared with the two before it. Copies in memory of their own would have V8 look through all that tests
  // have in memory every thirty pictures.
  const room = Array.from({ length: 3 }, () => new Uint8Array(width * height))
  let frames = 0
  for await (const frame of decoder.frames(packetsOf(demuxer, stream.index))) {
    if (!frame) break
    const luma = room[frames % room.length]!
    copyLuma(frame, { x: 0, y: 0, width, height }, luma)
    watch.add(luma)
    frames += 1
    frame.free()
  }
  decoder.close()
  await demuxer.close()
  return { width, height, ...watch.seen() }
}

/** Watches frames one by one; keeps only the last two, which must stay as they are. */
export function createWatch() {
  const brightness: number[] = []
  const steps: number[] = []
  const flashes: number[] = []
  let [still, longestStill] = [1, 1]
  let before: Uint8Array | undefined
  let between: Uint8Array | undefined
  /** How far `between` is from `before`, in each band. */
  let there: readonly number[] | undefined
  return {
    add(frame: Uint8Array): void {
      brightness.push(mean(frame))
      const back = between && bandDistances(between, frame)
      if (back) {
        const step = mean(back)
        steps.push(step)
        still = step === 0 ? still + 1 : 1
        longestStill = Math.max(longestStill, still)
      }
      if (before && there && back) flashes.push(flash(there, back, bandDistances(before, frame)))
      ;[before, between, there] = [between, frame, back]
    },
    seen: () => ({ brightness, steps, flashes, longestStill }),
  }
}

/** @param past how far the frame after the one that may flash is from the one before it. */
function flash(there: readonly number[], back: readonly number[], past: readonly number[]): number {
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

function mean(values: Uint8Array | readonly number[]): number {
  let sum = 0
  // An iterator would take four times as long, and a picture has a million values.
  for (let index = 0; index < values.length; index += 1) sum += values[index]!
  return sum / values.length
}
