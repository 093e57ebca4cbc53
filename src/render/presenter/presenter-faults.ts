import { contrastOf } from '../paint/colour.ts'
import type { PresenterFile } from './presenter-file.ts'
import type { z } from 'zod'

/** Lips nearer to their skin than this vanish while they speak, see `contrastOf`. */
export const LEAST_LIP_CONTRAST = 0.07

/** What is wrong with a file by its schema: a line for each fault, `member: what to do`. */
export function schemaFaults(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${issue.path.join('.') || '(top)'}: ${whatToDo(issue)}`)
}

function whatToDo(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `write one of ${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return `there is no member ${issue.keys.map((key) => `"${key}"`).join(', ')} here: correct the name or remove it`
    case 'too_small':
      return issue.origin === 'string' ? 'write something' : `write a number from ${issue.minimum} on`
    case 'too_big':
      return issue.origin === 'string'
        ? `write at most ${issue.maximum} characters`
        : `write a number up to ${issue.maximum}`
    case 'invalid_type':
      return issue.input === undefined
        ? `is missing: add ${aThing(issue.expected)}`
        : `write ${aThing(issue.expected)}`
    default:
      return issue.message
  }
}

const THINGS: Readonly<Record<string, string>> = {
  object: 'an object in { }',
  string: 'a text in quotes',
  number: 'a number',
  int: 'a whole number',
}

function aThing(expected: string): string {
  return THINGS[expected] ?? expected
}

/** What is allowed but would not look or sound as meant: a line for each, `member: what to do`. */
export function lookFaults({ look, voiceId }: PresenterFile, voiceIds: readonly string[]): string[] {
  const faults: string[] = []
  if (!voiceIds.includes(voiceId)) {
    faults.push(`voiceId: there is no voice "${voiceId}"; voices: ${voiceIds.join(', ')}`)
  }
  if (contrastOf(look.lips.base, look.skin.base) < LEAST_LIP_CONTRAST) {
    faults.push(
      'look.lips.colour: is too near to look.skin.tone, the lips would vanish: make it redder or darker',
    )
  }
  if (look.earrings && (look.headscarf || HIDES_EARS.includes(look.hair.style))) {
    faults.push('look.earrings: are hidden by the hair or the headscarf: remove them')
  }
  if (
    look.clothes.outer.cut !== 'none' &&
    contrastOf(look.clothes.outer.base, look.clothes.top.base) < 0.04
  ) {
    faults.push('look.clothes.top.colour: is too near to the jacket: make it lighter or darker')
  }
  return faults
}

/** Styles that fall over the ears. */
export const HIDES_EARS: readonly string[] = ['lob', 'bob', 'long', 'curls', 'braids']
