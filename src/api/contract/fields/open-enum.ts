import { z } from 'zod'
import type { ZodOpenApiOverrideMetaContext } from 'zod-openapi'

/**
 * Values of a response to which later versions may add. Our own tests hold responses to today's; the OpenAPI document
 * says that it is a text and lists them as `x-extensible-enum`, because generated clients refuse whatever an `enum` does
 * not name.
 */
export function openEnum<const Value extends string>(values: readonly Value[]) {
  return z.enum(values).meta({
    override({ jsonSchema }: ZodOpenApiOverrideMetaContext) {
      delete jsonSchema.enum
      Object.assign(jsonSchema, { type: 'string', 'x-extensible-enum': values })
    },
  })
}
