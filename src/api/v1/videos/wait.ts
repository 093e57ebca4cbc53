import type { IncomingHttpHeaders } from 'node:http'

import { z } from 'zod'

import { LONGEST_WAIT_SECONDS } from '../../../domain/video/waiting.ts'
import { asWholeNumber, wholeNumberParameter } from '../../contract/parameters.ts'

const WAIT_RULE = `Send a whole number of seconds from 0 to ${LONGEST_WAIT_SECONDS}.`

/** Query of a request that can wait until the video has ended. */
export const Wait = z.object({
  wait: wholeNumberParameter(0, LONGEST_WAIT_SECONDS, WAIT_RULE)
    .optional()
    .meta({
      description:
        'Respond as soon as the video is `ready` or `failed`, or after this number of seconds. The header `Prefer: wait=…` ' +
        'does the same.',
      example: 30,
      override: asWholeNumber({ minimum: 0, maximum: LONGEST_WAIT_SECONDS }),
    }),
})

/** How long a client wants to wait. */
export interface WantedWait {
  readonly seconds: number
  /** For the answer of a request that asked by the header `Prefer` (RFC 7240, section 3). */
  readonly headers: Readonly<Record<string, string>>
}

/** What the query asks for, or else the header. A preference that makes no sense is none (RFC 7240, section 2). */
export function wantedWait({ wait }: z.infer<typeof Wait>, { prefer }: IncomingHttpHeaders): WantedWait {
  if (wait !== undefined) return { seconds: wait, headers: {} }
  const preferred = preferredWait(String(prefer ?? ''))
  if (preferred === null) return { seconds: 0, headers: {} }
  const seconds = Math.min(preferred, LONGEST_WAIT_SECONDS)
  return { seconds, headers: { 'Preference-Applied': `wait=${seconds}` } }
}

/** The first of several that are the same counts. */
function preferredWait(prefer: string): number | null {
  for (const preference of prefer.split(',')) {
    const seconds = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/iu.exec(preference)?.[1]
    if (seconds !== undefined) return Number(seconds)
  }
  return null
}
