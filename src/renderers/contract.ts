import { z } from 'zod'

/**
 * The port by which another renderer draws presenters: all that it has to keep to, on one page.
 *
 * A renderer is a worker of its own, in any language that has a Temporal SDK, on any machine that reaches
 * the media: their folder, or their bucket. It takes activities named `draw_segment` from the task queue `render-<its name>`:
 * a `DrawSegment` comes in, an MP4 file goes to the media, a `SegmentReport` goes out.
 * Presenters name their renderer in their file. docs/renderer-port.md tells the same as a story.
 */

/** The number of this contract. What breaks a renderer gets the next one; members may be added. */
export const CONTRACT = 1

/** The name of the only activity. */
export const DRAW_SEGMENT = 'draw_segment'

/** Failures that no retry can fix: throw them as non-retryable application failures of these types. */
const RENDERER_ERRORS = {
  /** `contract` is a number that the renderer does not know. */
  UnsupportedContract: 'UnsupportedContract',
  /** The job or a file it refers to is not as it must be; a reference that leads out of the folder too. */
  InvalidJob: 'InvalidJob',
  /** A file is not there, or is another than its SHA-256 says: the video was deleted meanwhile. */
  MediaMissing: 'MediaMissing',
  /** The renderer cannot draw this presenter. */
  UnsupportedPresenter: 'UnsupportedPresenter',
} as const

const contract = z.literal(CONTRACT)
const count = z.int().min(0)
const positive = z.int().min(1)
const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/u)
  .describe('In hex.')

/** No part of a path starts or ends with a dot, so none leads up or to a hidden file. */
const PART = '[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,198}[A-Za-z0-9_])?'

const Ref = z
  .string()
  .regex(new RegExp(`^${PART}(?:/${PART}){0,7}$`, 'u'))
  .describe(
    'A file below the media folder, or an object of the bucket behind its prefix; parts are divided by `/`. ' +
      'Refuse what is not of this form.',
  )

const File = z.object({ ref: Ref, sha256 })

/** What goes in: nothing but ids and references, as it is kept in the histories of Temporal. */
export const DrawSegment = z
  .object({
    contract,
    video_id: z.string(),
    scene: File.describe('A `SceneFile` in JSON, the same for all segments of a video.'),
    segment: z.object({
      index: count,
      start_frame: count.describe('Of the video. Time stamps in the file start at 0 all the same.'),
      end_frame: positive.describe('Exclusive.'),
    }),
    output_ref: Ref.describe('Where the MP4 goes: whole or not at all, replacing what is there.'),
  })
  .meta({ id: 'DrawSegment', description: 'The input of `draw_segment`.' })

/** What all segments of one video have in common. */
export const SceneFile = z
  .object({
    contract,
    video_id: z.string(),
    presenter: z.object({
      id: z.string(),
      name: z.string().describe('Who is shown; of a twin its own name.'),
      role: z.string().describe('The line under the name; may be empty.'),
      look: z.record(z.string(), z.unknown()).describe("`look` of the presenter's file, as it is there."),
    }),
    timeline: File.describe('A `Timeline` in JSON.'),
    audio: File.describe('The speech: WAV, 48 kHz, mono, 16 bit. To look at only; it is added later.'),
    background: File.nullable().describe('The picture to be behind the presenter, fetched and checked.'),
    picture: z.object({
      width: positive,
      height: positive,
      frames_per_second: positive,
      pixel_format: z.literal('yuv420p'),
      colour: z.literal('bt709').describe('Primaries, transfer and matrix, and tagged so.'),
      range: z.literal('limited').describe('16 to 235, and tagged so.'),
    }),
    frames: positive.describe('Of the whole video.'),
    poster_frame: count.describe('Becomes the poster: eyes open and mouth at rest here, please.'),
    encode: z.object({
      container: z.literal('mp4').describe('One video track and nothing else.'),
      codec: z.literal('h264'),
      profile: z.literal('high'),
      group_of_pictures: positive.describe('Frames from key frame to key frame, each group closed.'),
    }),
    seed: z.string().describe('Feeds all that is left to chance: the same seed, the same picture.'),
    options: z
      .record(z.string(), z.unknown())
      .describe('How the video is shown: `options` of the API, without the link of a linked background.'),
  })
  .meta({ id: 'SceneFile', description: 'What all segments of a video have in common.' })

/** What was said and what the mouth does, in milliseconds from the start of the video. */
export const Timeline = z
  .object({
    contract,
    duration_ms: positive,
    visemes: z
      .array(z.object({ start_ms: count, end_ms: count, viseme: z.string() }))
      .describe(
        'The fifteen shapes of the Oculus set (sil PP FF TH DD kk CH SS nn RR aa E ih oh ou), without gaps.',
      ),
    words: z.array(z.object({ start_ms: count, end_ms: count, text: z.string() })),
    sentences: z.array(z.object({ start_ms: count, end_ms: count })),
  })
  .meta({ id: 'Timeline', description: 'What was said and what the mouth does.' })

/** What comes out. Everything in it is checked against the file. */
export const SegmentReport = z
  .object({
    contract,
    index: count,
    ref: Ref.describe('`output_ref` of the job.'),
    sha256: sha256.describe('Of the file.'),
    bytes: positive,
    frames: positive,
    codec_config_sha256: sha256.describe(
      'Of the H.264 configuration record (`avcC`): the same for all segments of a video, or they cannot be joined.',
    ),
    engine_version: z.string().min(1).max(100).describe("Goes into the video's provenance."),
    timings: z.object({ draw_ms: z.number().min(0), encode_ms: z.number().min(0) }),
  })
  .meta({ id: 'SegmentReport', description: 'The output of `draw_segment`.' })

/** What heartbeats carry, at least one every few seconds. */
export const Heartbeat = z
  .object({ frames_done: count, frames_total: positive })
  .meta({ id: 'Heartbeat', description: 'The details of a heartbeat.' })

export type DrawSegment = z.infer<typeof DrawSegment>
export type SceneFile = z.infer<typeof SceneFile>
export type Timeline = z.infer<typeof Timeline>
export type SegmentReport = z.infer<typeof SegmentReport>
export type Heartbeat = z.infer<typeof Heartbeat>

/** All of it as JSON Schema; checked in as `docs/renderer-contract.json`. */
export function contractSchema(): object {
  const messages = z.object({ DrawSegment, SceneFile, Timeline, SegmentReport, Heartbeat })
  return {
    title: `Renderer contract ${CONTRACT}`,
    activity: DRAW_SEGMENT,
    task_queue: 'render-<renderer>',
    non_retryable_errors: Object.keys(RENDERER_ERRORS),
    ...z.toJSONSchema(messages, { target: 'draft-2020-12' }),
  }
}
