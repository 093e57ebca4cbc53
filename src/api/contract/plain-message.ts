import type { z } from 'zod'

/** What the library says where a schema has no words of its own. */
const LIBRARY_WORDS = /^(?:Invalid (?:input|option)|Too (?:big|small)|Unrecognized)/u

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** What an issue says to the developer: the schema's own words, or else ours instead of the library's. */
export function plainMessage(issue: z.core.$ZodIssue): string {
  if (!LIBRARY_WORDS.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return `Send ${KINDS[issue.expected] ?? issue.expected}.`
    case 'invalid_value':
      return `Send ${oneOf(issue.values)}.`
    case 'too_big':
      return `Send at most ${issue.maximum}${unitOf(issue.origin)}.`
    case 'too_small':
      return `Send at least ${issue.minimum}${unitOf(issue.origin)}.`
    default:
      return 'This value is not valid.'
  }
}

function oneOf(values: readonly unknown[]): string {
  const listed = values.map((value) => JSON.stringify(value))
  return listed.length === 1 ? listed.join('') : `one of ${listed.join(', ')}`
}

function unitOf(origin: string): string {
  return origin === 'string' ? ' characters' : ''
}
