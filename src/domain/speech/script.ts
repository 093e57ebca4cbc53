import { problem } from '../error/errors.ts'
import type { FieldProblem, FieldProblems, Problem } from '../error/errors.ts'
import type { Pronunciation } from './pronunciation.ts'

/** The script of a video, with the account's pronunciations as of its acceptance. */
export interface VideoScript {
  readonly text: string
  readonly pronunciations: readonly Pronunciation[]
}

/** The length of a script for the limit: Unicode code points, without trimming. */
export function scriptLength(script: string): number {
  let length = 0
  for (const _ of script) length += 1
  return length
}

/**
 * Returns `script_too_long` for a script beyond a plan's limit, or null (decisions, "script"). This error takes
 * precedence over all other problems with a request.
 *
 * @param limit Unicode code points.
 * @param others the other problems with the request, which the error lists as well.
 */
export function scriptTooLong(script: string, limit: number, others: FieldProblems): Problem | null {
  const length = scriptLength(script)
  if (length <= limit) return null
  const message = `The script has ${length} characters. The limit for a video is ${limit}.`
  // Other faults of the script itself can wait until it is shorter.
  const fields = { ...others, script: { code: 'too_long', message, limit } as const }
  return problem('script_too_long', { message, fields })
}

/** Control characters other than newline, carriage return before it, and tab. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN_CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]|\r(?!\n)/u

/**
 * Why a script cannot be spoken, or null when it can (decisions, "script"). The length is checked elsewhere, because it
 * has its own error code.
 */
export function scriptProblem(script: string): FieldProblem | null {
  if (!script.isWellFormed()) return invalid('The script is not valid Unicode: it contains a lone surrogate.')
  if (FORBIDDEN_CONTROL.test(script)) {
    return invalid('The script contains control characters. Only line breaks and tabs are allowed.')
  }
  if (!/\S/u.test(script))
    return { code: 'required', message: 'The script is blank. Send the text to be spoken.' }
  if (!/[\p{L}\p{N}]/u.test(script))
    return invalid('The script contains no letters or digits, so there is nothing to say.')
  return null
}

/** Shorter words reveal nothing about a script, and our own messages contain them too. */
const TELLING_WORD = /[\p{L}\p{N}]{5,}/gu

/** Removes the words of a script from a text, for logs: an engine may quote the script in its errors. */
export function withoutWordsOf(script: string, text: string): string {
  const told = new Set(script.toLowerCase().match(TELLING_WORD))
  return text.replaceAll(TELLING_WORD, (word) => (told.has(word.toLowerCase()) ? '…' : word))
}

function invalid(message: string): FieldProblem {
  return { code: 'invalid', message }
}
