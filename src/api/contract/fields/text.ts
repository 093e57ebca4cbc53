import { z } from 'zod'

/** Control characters other than line breaks and tabs: people do not type these. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/u

/**
 * Text from a user that both the database and an HTML page can hold.
 *
 * @param least the minimum length in Unicode code points.
 * @param most the maximum length in Unicode code points.
 */
export function text(least: number, most: number) {
  return z
    .string()
    .refine((value) => value.isWellFormed(), 'Send valid Unicode: this text contains a lone surrogate.')
    .refine((value) => !CONTROL.test(value), 'Remove the control characters.')
    .refine((value) => [...value].length >= least, 'This field must not be empty.')
    .refine((value) => [...value].length <= most, {
      params: { problem: { code: 'too_long', message: `At most ${most} characters.`, limit: most } },
    })
    .meta({ override: { minLength: least, maxLength: most } })
}
