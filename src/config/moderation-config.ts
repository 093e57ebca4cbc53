import { readFileSync } from 'node:fs'

import { z } from 'zod'

import type { WhenSilent } from '../domain/moderation/submission.ts'

/** Who decides about videos before they are accepted. */
export interface ModerationConfig {
  /** The operator's service. It can contain a secret, so nobody is told of it. Null: there is none. */
  readonly url: string | null
  /** Words and phrases that no video may say. */
  readonly words: readonly string[]
  /** What happens while the service says nothing. */
  readonly whenSilent: WhenSilent
}

/** Far more than lists of words have, and read at once. */
const MOST_LINES = 100_000

/** The settings of moderation, to be read with all others. */
export const moderationSettings = {
  MODERATION_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  MODERATION_WORDS_FILE: z.string().transform(readWords).optional(),
  MODERATION_WHEN_SILENT: z.enum(['open', 'closed'], 'must be open or closed').default('closed'),
}

/** The settings of moderation as the rest of the program knows them. */
export function readModeration(values: {
  readonly MODERATION_URL?: string | undefined
  readonly MODERATION_WORDS_FILE?: readonly string[] | undefined
  readonly MODERATION_WHEN_SILENT: WhenSilent
}): ModerationConfig {
  return {
    url: values.MODERATION_URL ?? null,
    words: values.MODERATION_WORDS_FILE ?? [],
    whenSilent: values.MODERATION_WHEN_SILENT,
  }
}

/** The lines of a file that say something. One that begins with `#` is for whoever keeps the list. */
function readWords(file: string, context: z.RefinementCtx): string[] {
  try {
    const lines = readFileSync(file, 'utf8')
      .split(/\r?\n/u)
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
    if (lines.length === 0) context.addIssue({ code: 'custom', message: `${file} contains no words` })
    if (lines.length > MOST_LINES)
      context.addIssue({ code: 'custom', message: `${file} has more than ${MOST_LINES} lines` })
    const wordless = lines.find((line) => !/[\p{L}\p{N}]/u.test(line))
    if (wordless !== undefined)
      context.addIssue({ code: 'custom', message: `${file}: "${wordless}" contains no word` })
    return lines
  } catch (error) {
    context.addIssue({ code: 'custom', message: `${file} cannot be read: ${(error as Error).message}` })
    return z.NEVER
  }
}
