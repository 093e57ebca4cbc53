import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import type { oas31 } from 'zod-openapi'

import { API_DOCUMENTS } from '../../../scripts/support/documents-of-api.ts'
import { ErrorBody } from '../../../src/api/contract/error/error-schema.ts'
import { responsesOf } from '../../../src/api/contract/responses.ts'
import { ENDPOINTS } from '../../../src/api/v1/endpoints.ts'
import { openApi30 } from '../../../src/api/documents/openapi-3.0.ts'
import { openApiDocument } from '../../../src/api/v1/openapi.ts'
import { CreateVideoHeaders } from '../../../src/api/v1/videos/headers.ts'
import { WebhookHeaders } from '../../../src/api/v1/webhook-events/delivery-description.ts'
import { ERROR_CATALOGUE } from '../../../src/domain/error/errors.ts'
import { EVENT_TYPES } from '../../../src/domain/webhook/webhook-event.ts'

const document = openApiDocument('https://video.test')
const named = ENDPOINTS.map((endpoint) => [endpoint.operationId, endpoint] as const)

test.each(Object.entries(API_DOCUMENTS))(
  '%s is what the code says: npm run api-documents',
  (file, content) => {
    expect(readFileSync(file, 'utf8')).toBe(content())
  },
)

test('the description is valid OpenAPI 3.1, version 1.0.0, at the public address', async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  expect(result).toMatchObject({ valid: true })
  expect(document.openapi).toMatch(/^3\.1\./u)
  expect(document.info.version).toBe('1.0.0')
  expect(document.servers).toEqual([{ url: 'https://video.test/api/v1' }])
})

test('its copy is valid OpenAPI 3.0, and describes the same operations', async () => {
  const copy = openApi30(document)
  const result = await new Validator().validate(copy)
  expect(result).toMatchObject({ valid: true })
  expect(copy['openapi']).toBe('3.0.3')
  expect(Object.keys(copy['paths'] as object)).toEqual(Object.keys(document.paths ?? {}))
  expect(JSON.stringify(copy)).not.toMatch(/"null"|"const"|"propertyNames"/u)
  const { responses } = (copy['paths'] as typeof document.paths)!['/me']!.get!
  expect(Object.keys(responses ?? {})).toEqual(['200', '400', '401', '429', '503', '4XX', '5XX'])
  expect(copy).toMatchObject({
    components: {
      schemas: {
        Video: {
          properties: {
            title: { type: 'string', nullable: true },
            captions: { nullable: true, allOf: [{ $ref: '#/components/schemas/Captions' }] },
          },
        },
      },
    },
  })
})

test('a schema has one name, whether it is sent or received', () => {
  const names = Object.keys(document.components?.schemas ?? {})
  expect(names.filter((name) => name.endsWith('Output'))).toEqual([])
  expect(names).toEqual(expect.arrayContaining(['Video', 'Presenter', 'Me', 'Error']))
})

test('wherever an idempotency key is described, it is said that it can be read', () => {
  const descriptions = [
    ...JSON.stringify(document).matchAll(/"description":"([^"]*Idempotency-Key` header[^"]*)"/gu),
  ]
  const header = CreateVideoHeaders.shape['Idempotency-Key'].meta()?.description
  const all = [header, ...descriptions.map(([, description]) => description)]
  expect(all).toHaveLength(3)
  for (const description of all) expect(description).toContain('never personal data')
})

test('all types of events are there, those of every webhook with the headers of both kinds of signature', () => {
  expect(Object.keys(document.webhooks ?? {}).toSorted()).toEqual([...EVENT_TYPES].toSorted())
  const headers = document.webhooks?.['video.ready'] as {
    post: { parameters: { name: string; schema: { example: string } }[] }
  }
  expect(headers.post.parameters.map(({ name }) => name)).toEqual([
    'X-Service-Timestamp',
    'X-Service-Signature',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ])
  const examples = headers.post.parameters.map(({ name, schema }) => [name, schema.example])
  expect(WebhookHeaders.safeParse(Object.fromEntries(examples))).toMatchObject({ success: true })
  expect(document.components?.schemas?.['VideoEvent']).toMatchObject({
    required: ['event', 'data', 'sent_at'],
  })
})

test('nothing in it is what generators are known to trip over', () => {
  const text = JSON.stringify(document)
  // Choices beside properties, schemas without a type, and patterns that Python and Go cannot compile.
  expect(text).not.toMatch(/"oneOf"|"allOf"|\\\\p\{/u)
  // ogen writes a constant in a body as if it were bytes.
  expect(JSON.stringify(document.webhooks)).not.toContain('"const":')
  // An object that may be null has a name: the clients of older generators refuse null in any other.
  expect(text).not.toContain('"type":["object","null"]')
})

test('every error code has an example, in the response that carries it', () => {
  const shown = Object.values(document.components?.responses ?? {}).flatMap((response) => {
    const { example, examples = {} } = (response as oas31.ResponseObject).content!['application/json']!
    return [example, ...Object.values(examples).map((one) => (one as { value: unknown }).value)]
  })
  const codes = shown.flatMap((body) => (body === undefined ? [] : [ErrorBody.parse(body).error.code]))
  expect(new Set(codes)).toEqual(new Set(Object.keys(ERROR_CATALOGUE)))
})

test('a tool or a model can read it as a whole: less than 160 kB, 20 kB compressed as it is served', () => {
  const text = JSON.stringify(document)
  expect(Buffer.byteLength(text)).toBeLessThan(160_000)
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 10 }
  expect(brotliCompressSync(text, { params: quality }).length).toBeLessThan(20_000)
})

test('of the values in answers, only those of the status of a video cannot grow', () => {
  const { schemas = {} } = document.components ?? {}
  const bodies = Object.values(document.paths ?? {}).flatMap((path) =>
    Object.values(path).map(({ requestBody }) => requestBody),
  )
  const sent = schemasIn(bodies)
  const closed = Object.entries(schemas).filter(
    ([name, schema]) => !sent.has(name) && /"enum"|"const"/u.test(JSON.stringify(schema)),
  )
  expect(closed.map(([name]) => name)).toEqual(['Video'])
  expect(JSON.stringify(closed).match(/"(?:enum|const)":.*?\]/gu)).toEqual([
    '"enum":["queued","rendering","ready","failed"]',
  ])
})

/** The names of the schemas that a part of the document is made of. */
function schemasIn(part: unknown, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(/#\/components\/schemas\/(\w+)/gu)) {
    if (found.has(name)) continue
    found.add(name)
    schemasIn(document.components?.schemas?.[name], found)
  }
  return found
}

describe.each(named)('%s', (_, endpoint) => {
  test('is described once, by a name of its own', () => {
    const path = endpoint.path.replaceAll(/:(\w+)/gu, '{$1}')
    expect(document.paths?.[path]?.[endpoint.method]).toMatchObject({ operationId: endpoint.operationId })
    expect(named.filter(([id]) => id === endpoint.operationId)).toHaveLength(1)
  })

  test('its example answer and its example requests are what its schemas take', () => {
    expect(endpoint.success.schema.safeParse(endpoint.success.example)).toMatchObject({ success: true })
    for (const body of Object.values(endpoint.bodyExamples ?? {})) {
      expect(endpoint.body?.safeParse(body)).toMatchObject({ success: true })
    }
    expect(Object.keys(endpoint.bodyExamples ?? {}).length > 0).toBe(endpoint.body !== undefined)
  })

  test.skipIf(endpoint.success.contentType === null)(
    'an answer with a member too many or too few is refused',
    () => {
      const { schema, example } = endpoint.success
      expect(schema.safeParse({ ...(example as object), surprise: 1 }).success).toBe(false)
      const [first = '', ...rest] = Object.entries(example as object)
      expect(first).not.toBe('')
      expect(schema.safeParse(Object.fromEntries(rest)).success).toBe(false)
    },
  )

  test('every error it can answer with is under the status of the catalogue', () => {
    for (const { status, codes } of responsesOf(endpoint)) {
      for (const code of codes) expect(ERROR_CATALOGUE[code].status).toBe(status)
    }
  })
})
