import type { z } from 'zod'

import type { FieldProblem } from '../../../domain/error/errors.ts'
import { isAbsent } from '../absent.ts'
import { plainMessage } from '../plain-message.ts'
import { adviceAbout, nearestName } from './nearest-name.ts'

type Issue = z.core.$ZodIssue

/**
 * Converts the issues that a schema reports to `error.fields`, with one entry for each field of the request.
 *
 * @param schema suggests the field that was meant by one that it does not know.
 */
export function problemFields(issues: readonly Issue[], schema?: z.ZodType): Record<string, FieldProblem> {
  const fields = new Map<string, FieldProblem>()
  for (const [path, problem] of issues.flatMap((issue) => toEntries(issue, schema))) {
    // Only the first problem of a field is reported: fixing it often fixes the others.
    if (!fields.has(path)) fields.set(path, problem)
  }
  return Object.fromEntries(fields)
}

function toEntries(issue: Issue, schema?: z.ZodType): [string, FieldProblem][] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [
      pathOf([...issue.path, key]),
      { code: 'unknown', message: unknownField(key, membersAt(schema, issue.path)) },
    ])
  }
  // A key that the caller chose is invalid; its problems are one level down.
  if (issue.code === 'invalid_key') {
    return issue.issues.map((inner) => [pathOf(issue.path), toProblem(inner)])
  }
  // The field accepts several forms: report what is wrong inside the form that was sent.
  const inside = issue.code === 'invalid_union' ? issue.errors.find(isInside) : undefined
  if (inside) {
    return inside.flatMap((inner) =>
      toEntries({ ...inner, path: [...issue.path, ...inner.path] } as Issue, schema),
    )
  }
  return [[pathOf(issue.path), toProblem(issue)]]
}

function unknownField(key: string, members: readonly string[]): string {
  return `Unknown field "${key}". ${adviceAbout(nearestName(key, members))}`
}

/** The names of the members that a schema has at a path; none where it is not one object. */
function membersAt(schema: z.ZodType | undefined, path: readonly PropertyKey[]): string[] {
  let at = objectIn(schema)
  for (const step of path) at = objectIn(at?.shape[String(step)])
  return Object.keys(at?.shape ?? {})
}

/** The object of a schema that may be omitted or null. */
function objectIn(schema: unknown): z.ZodObject<Record<string, z.ZodType>> | null {
  if (typeof schema !== 'object' || schema === null) return null
  if ('shape' in schema) return schema as z.ZodObject<Record<string, z.ZodType>>
  return 'unwrap' in schema && typeof schema.unwrap === 'function' ? objectIn(schema.unwrap()) : null
}

function isInside(issues: readonly Issue[]): boolean {
  return issues.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys')
}

function toProblem(issue: Issue): FieldProblem {
  if (issue.code === 'invalid_type' && isAbsent(issue.input)) {
    return { code: 'required', message: 'This field is required.' }
  }
  if (issue.code === 'custom' && issue.params?.['problem']) return issue.params['problem'] as FieldProblem
  if (issue.code === 'too_big')
    return { code: 'too_long', message: plainMessage(issue), limit: Number(issue.maximum) }
  return { code: 'invalid', message: plainMessage(issue) }
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'body' : path.map(String).join('.')
}
