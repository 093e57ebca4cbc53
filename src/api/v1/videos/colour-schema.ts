import { z } from 'zod'

/** A colour as clients send it. It is stored in lower case. */
export const colour = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, 'Send a colour as #rrggbb.')
  .meta({ description: 'A colour as `#rrggbb`.' })

/** Members that are accepted under two names, as British and American English spell them. Responses have the first. */
type Spellings = readonly [british: string, american: string]

/** The member with the American spelling. */
export function alsoSpelled([british]: Spellings) {
  return colour.nullish().describe(`The same as \`${british}\`: send one of both.`)
}

/** Adds an issue to both names of a colour when they were sent with different ones. */
export function refuseTwoColours(names: Spellings, sent: object, context: z.RefinementCtx): void {
  const members = sent as Record<string, unknown>
  const colours = names.flatMap((name) => {
    const named = members[name]
    return typeof named === 'string' ? [named.toLowerCase()] : []
  })
  if (new Set(colours).size < 2) return
  const message = `Send ${names.join(' or ')}, not both with different colours.`
  const problem = { code: 'conflict', message }
  for (const path of names) context.addIssue({ code: 'custom', path: [path], message, params: { problem } })
}
