import { z } from 'zod'
import type { ZodOpenApiOverrideMetaContext } from 'zod-openapi'

/** The form of every id that the service issues. Anything else cannot exist. */
export const idParameter = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'Send a valid id.')

/** The path of one resource. */
export const IdPath = z.object({ id: idParameter })

/** Most entries of a page, and most ids that can be asked for at once. */
export const LARGEST_PAGE = 50
const USUAL_PAGE = 20

/** A whole number in a query, parsed. @param rule what to send instead of anything else. */
export function wholeNumberParameter(least: number, most: number, rule: string) {
  return z
    .string(rule)
    .regex(/^\d{1,9}$/, rule)
    .transform(Number)
    .refine((value) => value >= least && value <= most, rule)
}

/** How OpenAPI shows such a number, rather than the text that it comes in. */
export function asWholeNumber(form: { minimum: number; maximum: number; default?: number }) {
  return ({ jsonSchema }: ZodOpenApiOverrideMetaContext): void => {
    delete jsonSchema.pattern
    Object.assign(jsonSchema, { type: 'integer', ...form })
  }
}

/** Query parameter `limit` of every paginated list, parsed to a number, with its default. */
export const limitParameter = wholeNumberParameter(
  1,
  LARGEST_PAGE,
  `Send a whole number from 1 to ${LARGEST_PAGE}.`,
)
  .default(USUAL_PAGE)
  .meta({
    description: 'Maximum number of items per page.',
    example: USUAL_PAGE,
    override: asWholeNumber({ minimum: 1, maximum: LARGEST_PAGE, default: USUAL_PAGE }),
  })

/** A list of ids in a query, separated by commas, parsed. In OpenAPI it takes `AS_COMMA_LIST`. */
export const idsParameter = z
  .string(`Send up to ${LARGEST_PAGE} ids, separated by commas.`)
  .regex(
    new RegExp(`^[A-Za-z0-9_-]{1,100}(?:,[A-Za-z0-9_-]{1,100}){0,${LARGEST_PAGE - 1}}$`, 'u'),
    `Send up to ${LARGEST_PAGE} ids, separated by commas.`,
  )
  .transform((ids) => ids.split(','))
  .meta({
    override({ jsonSchema }: ZodOpenApiOverrideMetaContext) {
      delete jsonSchema.pattern
      Object.assign(jsonSchema, { type: 'array', items: { type: 'string' }, maxItems: LARGEST_PAGE })
    },
  })

/** How OpenAPI has a list whose entries are separated by commas. */
export const AS_COMMA_LIST = { style: 'form', explode: false } as const

/** A point in time as text: ISO 8601 in UTC, as responses have it, or with another offset. */
export const timeText = z.iso.datetime({
  offset: true,
  error: 'Send a time in UTC, such as 2026-11-21T10:00:00Z, or with its offset.',
})

/** A point in time in a query, parsed. */
export const timeParameter = timeText
  .transform((time) => new Date(time))
  .meta({ example: '2026-11-21T10:00:00Z' })
