import { z } from 'zod'

import { MOST_METADATA_PAIRS } from '../../../domain/video/video.ts'
import { text } from '../../contract/fields/text.ts'

const LONGEST_KEY = 40
const LONGEST_VALUE = 500

/** The bounds of metadata, in words. */
export const METADATA_BOUNDS =
  `At most ${MOST_METADATA_PAIRS} pairs; keys have up to ${LONGEST_KEY} characters, and values are strings of up to ` +
  `${LONGEST_VALUE}.`

/** What is said of more pairs than a video can have. */
export const TOO_MANY_PAIRS = {
  code: 'too_long',
  message: `At most ${MOST_METADATA_PAIRS} members.`,
  limit: MOST_METADATA_PAIRS,
} as const

/** A value of metadata. */
export const metadataValue = text(0, LONGEST_VALUE)

/** Metadata from a client, with the usual values or such as stand for something else. */
export function metadataOf<Value extends z.ZodType>(value: Value) {
  return z
    .record(text(1, LONGEST_KEY), value)
    .refine((pairs) => Object.keys(pairs).length <= MOST_METADATA_PAIRS, {
      params: { problem: TOO_MANY_PAIRS },
    })
    .meta({ override: { maxProperties: MOST_METADATA_PAIRS } })
}
