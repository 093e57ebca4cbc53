import { z } from 'zod'

import type { Making } from '../domain/video/making.ts'
import { isLinked } from '../domain/video/video-options.ts'
import type { VideoOptions } from '../domain/video/video-options.ts'
import { AI_NOTICE, DIGITAL_SOURCE_TYPE } from './mark.ts'

/** A change that breaks a reader gets the next number; members may be added without one. */
const VERSION = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/u)
const milliseconds = z.int().min(0)
const offset = z.int().min(0)

const Word = z
  .object({
    start_ms: milliseconds.describe('When the word begins to be heard.'),
    end_ms: milliseconds,
    char_start: offset.describe('Where the word is in the script, in Unicode code points from 0.'),
    char_end: offset.describe('Exclusive.'),
    silent: z.boolean().describe('Whether nothing is said for it, as for an emoji or a dash.'),
  })
  .describe('A white-space separated word of the script. Its text is left out: the script has it.')

/** A video's provenance file: how it was made, and when each word of its script is heard. */
export const Sidecar = z
  .object({
    format: z.literal('presenter-video-provenance'),
    version: z.literal(VERSION).describe('Of this description. Readers ignore members they do not know.'),
    notice: z.string().describe('What the video is, for people.'),
    digital_source_type: z.url().describe('What the video is, in the vocabulary of the IPTC.'),
    video: z.object({
      id: z.string(),
      created_at: z.iso.datetime().describe('When the video was accepted, in UTC.'),
      sha256: sha256.describe('Of the MP4 file.'),
      size_bytes: z.int().min(1),
      duration_seconds: z.number().positive(),
      frames: z.int().min(1),
      width: z.int().min(1),
      height: z.int().min(1),
      frames_per_second: z.int().min(1),
    }),
    script: z.object({
      sha256: sha256.describe('Of the script as it was sent, in UTF-8.'),
      characters: z.int().min(1).describe('Unicode code points.'),
    }),
    voice: z.object({
      engine: z.string(),
      version: z.string().describe('Of the engine.'),
      voice: z.string().describe('What the engine calls it.'),
      model_sha256: sha256
        .nullable()
        .describe('Of the weights as they are published; null for an engine that has no file of them.'),
      pronunciations: z
        .int()
        .min(0)
        .describe("Entries of the account's own lexicon that held: words it wanted said in another way."),
    }),
    presenter: z.object({
      id: z.string().nullable().describe('Null for a person who was recorded: `twin_id` names their twin.'),
      name: z.string().describe('As the video shows it.'),
      twin_id: z.string().nullable(),
      data_sha256: sha256.describe(
        "Of the presenter's file, or of the model that a person's recording taught.",
      ),
    }),
    renderer: z.object({ name: z.string(), version: z.string() }),
    options: z
      .record(z.string(), z.unknown())
      .describe(
        'How it is shown: `options` of the video; a linked background is told by its `image_sha256` alone.',
      ),
    words: z.array(Word).describe('Every word of the script, once each and in its order.'),
  })
  .describe('How a presenter video was made. See docs/provenance.md.')

export type Sidecar = z.infer<typeof Sidecar>

/** The JSON Schema of a provenance file; checked in as `docs/provenance.schema.json`. */
export function sidecarSchema(): object {
  return z.toJSONSchema(Sidecar, { target: 'draft-2020-12' })
}

/** What provenance files are written with. */
export interface SidecarFacts {
  /** Hex, of an engine's weights; null where it has no file of them. */
  readonly modelSha256: (engine: string) => string | null
  /** A video's options as they are on the wire. */
  readonly optionsView: (options: VideoOptions) => Record<string, unknown>
}

/** Makes what writes provenance files. */
export function createSidecarWriter(facts: SidecarFacts) {
  return (making: Making): string => `${JSON.stringify(sidecarOf(making, facts), null, 2)}\n`
}

function sidecarOf(making: Making, { modelSha256, optionsView }: SidecarFacts): Sidecar {
  const { file, format, script, timeline, presenter } = making
  const { id, version, voice } = timeline.engine
  return {
    format: 'presenter-video-provenance',
    version: VERSION,
    notice: AI_NOTICE,
    digital_source_type: DIGITAL_SOURCE_TYPE,
    video: {
      id: making.videoId,
      created_at: making.createdAt.toISOString(),
      sha256: file.sha256,
      size_bytes: file.sizeBytes,
      duration_seconds: file.durationSeconds,
      frames: file.frames,
      width: format.width,
      height: format.height,
      frames_per_second: format.framesPerSecond,
    },
    script: { sha256: script.sha256, characters: Array.from(script.text).length },
    voice: {
      engine: id,
      version,
      voice,
      model_sha256: modelSha256(id),
      pronunciations: script.pronunciations,
    },
    presenter: {
      id: presenter.id,
      name: presenter.shownName,
      twin_id: presenter.twinId,
      data_sha256: presenter.dataSha256,
    },
    renderer: making.renderer,
    options: shownOptions(making, optionsView),
    words: wordsOf(making),
  }
}

/** Links to pictures may hold secrets, and this record is handed on: it has the picture's hash instead. */
function shownOptions(
  { options, backgroundSha256 }: Making,
  optionsView: SidecarFacts['optionsView'],
): Sidecar['options'] {
  const view = optionsView(options)
  return isLinked(options.background) ? { ...view, background: { image_sha256: backgroundSha256 } } : view
}

function wordsOf({ script, timeline }: Making): Sidecar['words'] {
  const codePoints = codePointOffsets(script.text)
  return timeline.words.map(({ start, end, charStart, charEnd, spoken }) => ({
    start_ms: Math.round(start * 1_000),
    end_ms: Math.round(end * 1_000),
    char_start: codePoints[charStart] ?? 0,
    char_end: codePoints[charEnd] ?? 0,
    silent: spoken === '',
  }))
}

/** For each UTF-16 offset of a text, its end included, the offset in code points: other languages count so. */
function codePointOffsets(text: string): number[] {
  const offsets: number[] = []
  let count = 0
  for (const character of text) {
    for (let unit = 0; unit < character.length; unit += 1) offsets.push(count)
    count += 1
  }
  offsets.push(count)
  return offsets
}
