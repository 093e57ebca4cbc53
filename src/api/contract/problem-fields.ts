import type { z } from 'zod'

import type { FieldProblem } from '../../domain/errors.ts'

type Issue = z.core.$ZodIssue

/** What a schema found wrong, as `error.fields`: one entry for each member of the request. */
export function problemFields(issues: readonly Issue[]): Record<string, FieldProblem> {
  const fields = new Map<string, FieldProblem>()
  for (const [path, problem] of issues.flatMap((issue) => toEntries(issue))) {
    // The first thing that is wrong with a member is the one to mend.
    if (!fields.has(path)) fields.set(path, problem)
  }
  return Object.fromEntries(fields)
}

function toEntries(issue: Issue): [string, FieldProblem][] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [
      pathOf([...issue.path, key]),
      { code: 'unknown', message: `There is no member "${key}" here. Remove it.` },
    ])
  }
  // A name that its owner chose is wrong: what is wrong with it is one level down.
  if (issue.code === 'invalid_key') {
    return issue.issues.map((inner) => [pathOf(issue.path), toProblem(inner)])
  }
  // Where a member may be of several forms: what is wrong inside the one that it has.
  const inside = issue.code === 'invalid_union' ? issue.errors.find(isInside) : undefined
  if (inside) {
    return inside.flatMap((inner) => toEntries({ ...inner, path: [...issue.path, ...inner.path] } as Issue))
  }
  return [[pathOf(issue.path), toProblem(issue)]]
}

function isInside(issues: readonly Issue[]): boolean {
  return issues.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys')
}

function toProblem(issue: Issue): FieldProblem {
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return { code: 'required', message: 'This member is required.' }
  }
  if (issue.code === 'custom' && issue.params?.['problem']) return issue.params['problem'] as FieldProblem
  if (issue.code === 'too_big')
    return { code: 'too_long', message: issue.message, limit: Number(issue.maximum) }
  return { code: 'invalid', message: issue.message }
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'body' : path.map(String).join('.')
}
