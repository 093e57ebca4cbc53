import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { RenderImpossible } from '../presenter/render-impossible.ts'
import { VISEMES } from '../../domain/speech/speech-timeline.ts'
import type { SpeechTimeline } from '../../domain/speech/speech-timeline.ts'

const seconds = z.number().min(0)

/** The members of a timeline that drawing reads; others are ignored. */
const Timeline = z.object({
  durationSeconds: z.number().positive(),
  words: z.array(z.object({ text: z.string(), start: seconds, end: seconds })),
  sentences: z.array(z.object({ start: seconds, end: seconds, opensPassage: z.literal(true).optional() })),
  visemes: z.array(z.object({ viseme: z.enum(VISEMES), start: seconds, end: seconds })),
})

/**
 * Reads a speech timeline.
 *
 * @throws RenderImpossible when the file is there but holds no timeline. A file that cannot be
 *   read may be readable later, so that error is passed on as it came.
 */
export async function readTimeline(file: string): Promise<SpeechTimeline> {
  const text = await readFile(file, 'utf8')
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (cause) {
    throw new RenderImpossible(`The timeline ${file} is not JSON`, { cause })
  }
  const parsed = Timeline.safeParse(content)
  if (!parsed.success) {
    throw new RenderImpossible(`The timeline ${file} cannot be drawn: ${z.prettifyError(parsed.error)}`)
  }
  return content as SpeechTimeline
}
