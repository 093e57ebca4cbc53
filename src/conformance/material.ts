import { createHash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { PictureFormat } from '../domain/picture/picture.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Scratch } from '../ports/process/scratch.ts'
import { CONTRACT } from '../renderers/contract.ts'
import type { DrawSegment, SceneFile, Timeline } from '../renderers/contract.ts'
import { wavBytes } from '../speech/engines/wav.ts'

/** Jobs to try a renderer with, and the files they refer to. */
export interface Material {
  readonly format: PictureFormat
  /** A job for some frames of a scene. */
  job(frames: readonly [start: number, end: number], scene?: SceneChange): Promise<DrawSegment>
  /** Lends the file that a job or a report names. @throws MediaMissing. */
  withFile<Result>(ref: string, use: (file: string) => Promise<Result>): Promise<Result>
  /** Whether there is such a file. */
  has(ref: string): Promise<boolean>
  /** Removes everything that was made for the trial. */
  remove(): Promise<void>
}

/** How a scene differs from the usual one. */
export interface SceneChange {
  readonly seconds?: number
  /** The same words, said with a mouth that stays shut. */
  readonly silent?: boolean
  readonly upright?: boolean
}

/** Small, so that a trial takes seconds. */
const FORMAT: PictureFormat = { width: 320, height: 180, framesPerSecond: 30 }

const GROUP_OF_PICTURES = 2 * FORMAT.framesPerSecond

const USUAL_SECONDS = 4

const SAMPLE_RATE = 48_000

/** Every shape in turn, a tenth of a second each, with a pause after each round. */
const SHAPES = ['PP', 'aa', 'FF', 'E', 'TH', 'oh', 'DD', 'ih', 'kk', 'ou', 'CH', 'aa', 'SS', 'nn', 'RR', 'aa']
const SHAPE_MS = 100
const PAUSE_MS = 400

/** Makes jobs whose files are in a folder of their own in the media store. @param scratch for files on their way. */
export function createMaterial(
  media: MediaStore,
  scratch: Scratch,
  presenter: SceneFile['presenter'],
): Material {
  const folder = `conformance/${randomUUID()}`
  const keep = async (name: string, content: string | Uint8Array) => {
    const ref = `${folder}/${name}`
    await scratch.use(async (work) => {
      const file = path.join(work, 'kept')
      await writeFile(file, content)
      await media.put(ref, file)
    })
    return { ref, sha256: createHash('sha256').update(content).digest('hex') }
  }
  return {
    format: FORMAT,
    withFile: media.withFile,
    has: media.has,
    async job([start, end], { seconds = USUAL_SECONDS, silent = false, upright = false } = {}) {
      const id = randomUUID()
      const [width, height] = upright ? [FORMAT.height, FORMAT.width] : [FORMAT.width, FORMAT.height]
      const scene: SceneFile = {
        contract: CONTRACT,
        video_id: 'conformance',
        presenter,
        timeline: await keep(`${id}/timeline.json`, JSON.stringify(timelineOf(seconds * 1_000, silent))),
        audio: await keep(`${id}/speech.wav`, silence(seconds)),
        background: null,
        picture: {
          width,
          height,
          frames_per_second: FORMAT.framesPerSecond,
          pixel_format: 'yuv420p',
          colour: 'bt709',
          range: 'limited',
        },
        frames: seconds * FORMAT.framesPerSecond,
        poster_frame: 0,
        encode: { container: 'mp4', codec: 'h264', profile: 'high', group_of_pictures: GROUP_OF_PICTURES },
        seed: 'conformance',
        options: {},
      }
      return {
        contract: CONTRACT,
        video_id: 'conformance',
        scene: await keep(`${id}/scene.json`, JSON.stringify(scene)),
        segment: { index: 0, start_frame: start, end_frame: end },
        output_ref: `${folder}/${id}/segment.mp4`,
      }
    },
    remove: () => media.removeAll(folder),
  }
}

function timelineOf(durationMs: number, silent: boolean): Timeline {
  const visemes: Timeline['visemes'] = []
  const words: Timeline['words'] = []
  let now = 0
  const hold = (viseme: string, ms: number): void => {
    const end = Math.min(now + ms, durationMs)
    if (end > now) visemes.push({ start_ms: now, end_ms: end, viseme: silent ? 'sil' : viseme })
    now = end
  }
  while (now < durationMs) {
    hold('sil', PAUSE_MS)
    const start = now
    for (const shape of SHAPES) hold(shape, SHAPE_MS)
    if (now > start) words.push({ start_ms: start, end_ms: now, text: 'Everything.' })
  }
  const sentences = words.map(({ start_ms, end_ms }) => ({ start_ms, end_ms }))
  return { contract: CONTRACT, duration_ms: durationMs, visemes, words, sentences }
}

function silence(seconds: number): Uint8Array {
  return wavBytes({ samples: new Int16Array(seconds * SAMPLE_RATE), sampleRate: SAMPLE_RATE })
}
