import { z } from 'zod'

/** Everything but line breaks and tabs that no person types. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/u

/** The same for the API's description, as the regular expressions of JSON Schema write it. */
const NO_CONTROL_PATTERN = `^${CONTROL.source.replace('[', '[^')}*$`

/** Text of a user, of so many Unicode code points at most, that a database and a page can hold. */
export function text(least: number, most: number) {
  return z
    .string()
    .refine((value) => value.isWellFormed(), 'This is not valid Unicode: it has a lone surrogate.')
    .refine((value) => !CONTROL.test(value), 'This has control characters.')
    .refine((value) => [...value].length >= least, 'This is empty.')
    .refine((value) => [...value].length <= most, {
      params: { problem: { code: 'too_long', message: `At most ${most} characters.`, limit: most } },
    })
    .meta({ override: { minLength: least, maxLength: most, pattern: NO_CONTROL_PATTERN } })
}
