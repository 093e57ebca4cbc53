import { z } from 'zod'
import type { ZodOpenApiOverrideMetaContext } from 'zod-openapi'

/**
 * A field that is always true. The OpenAPI document calls it a boolean: generated clients compare a constant as text, and
 * would refuse the response.
 */
export function alwaysTrue() {
  return z.literal(true).meta({
    description: 'Always true.',
    override({ jsonSchema }: ZodOpenApiOverrideMetaContext) {
      delete jsonSchema.const
      Object.assign(jsonSchema, { type: 'boolean' })
    },
  })
}
