import type { OpenApiDocument } from '../v1/openapi.ts'

/** A document, or a part of one, as JSON. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
type Members = { readonly [name: string]: Json }

/**
 * The same description in OpenAPI 3.0, for API gateways and generators that read no later version (several of Rust among
 * them). Webhooks are missing, which 3.0 does not know; the callbacks of `POST /videos` describe the same request.
 */
export function openApi30(document: OpenApiDocument): Members {
  const { webhooks: _, info, ...rest } = JSON.parse(JSON.stringify(document)) as Members & { info: Members }
  const { identifier: _spdx, ...license } = info['license'] as Members
  const url = 'https://www.apache.org/licenses/LICENSE-2.0'
  const older = inOlderWords({ ...rest, info: { ...info, license: { ...license, url } } }) as Members
  return { ...older, openapi: '3.0.3' }
}

function inOlderWords(part: Json): Json {
  if (Array.isArray(part)) return part.map(inOlderWords)
  if (typeof part !== 'object' || part === null) return part
  const members = Object.fromEntries(
    Object.entries(part as Members)
      .filter(([name]) => name !== 'propertyNames')
      .map(([name, value]) => [name, /^examples?$/u.test(name) ? value : inOlderWords(value)]),
  )
  return withoutDefault(withoutConst(withoutNullType(members)))
}

/** `type: [string, null]` and a choice that includes null become `nullable`. */
function withoutNullType(schema: Members): Members {
  const { type, anyOf, ...others } = schema
  if (Array.isArray(type) && type.every((one) => typeof one === 'string')) {
    return { ...others, type: type.find((one) => one !== 'null') ?? 'string', nullable: true }
  }
  if (!Array.isArray(anyOf)) return schema
  const choices = (anyOf as Members[]).filter((choice) => choice['type'] !== 'null')
  const nullable = choices.length < anyOf.length && { nullable: true }
  // Beside a reference, 3.0 takes no other member.
  return choices.length === 1
    ? { ...others, ...nullable, allOf: choices }
    : { ...others, ...nullable, anyOf: choices }
}

function withoutConst({ const: only, ...others }: Members): Members {
  return only === undefined ? others : { ...others, enum: [only] }
}

/** Progenitor, which makes clients in Rust, takes a default response for one that can succeed: errors are those of 4XX and 5XX. */
function withoutDefault(part: Members): Members {
  if (!isResponses(part)) return part
  const { default: other, ...others } = part
  return { ...others, '4XX': other, '5XX': other }
}

function isResponses(part: Members): part is Members & { readonly default: Json } {
  return part['default'] !== undefined && Object.keys(part).some((name) => /^[1-5]\d\d$/u.test(name))
}
