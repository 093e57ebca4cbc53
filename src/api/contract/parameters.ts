import { z } from 'zod'
import type { ZodOpenApiOverrideMetaContext } from 'zod-openapi'

/** The form of every id that the service issues. Anything else cannot exist. */
export const idParameter = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'Send a valid id.')

/** The path of one resource. */
export const IdPath = z.object({ id: idParameter })

const LARGEST_PAGE = 50
const USUAL_PAGE = 20
const LIMIT_RULE = `Send a whole number from 1 to ${LARGEST_PAGE}.`

/** Query parameter `limit` of every paginated list, parsed to a number, with its default. */
export const limitParameter = z
  .string(LIMIT_RULE)
  .regex(/^\d{1,9}$/, LIMIT_RULE)
  .transform(Number)
  .refine((value) => value >= 1 && value <= LARGEST_PAGE, LIMIT_RULE)
  .default(USUAL_PAGE)
  .meta({
    description: 'Maximum number of items per page.',
    example: USUAL_PAGE,
    override({ jsonSchema }: ZodOpenApiOverrideMetaContext) {
      delete jsonSchema.pattern
      Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: LARGEST_PAGE, default: USUAL_PAGE })
    },
  })
