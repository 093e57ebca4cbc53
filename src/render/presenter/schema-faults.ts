import type { z } from 'zod'

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
