import { z } from 'zod'
import { createDocument } from 'zod-openapi'
import type {
  ZodOpenApiMediaTypeObject,
  ZodOpenApiOperationObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi'

import { ERROR_CATALOGUE } from '../../domain/error/errors.ts'
import type { ErrorCode } from '../../domain/error/errors.ts'
import { TAGS } from '../contract/endpoint.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { errorExample } from '../contract/error/error-example.ts'
import { ErrorBody } from '../contract/error/error-schema.ts'
import { RATE_LIMIT_HEADERS } from '../contract/headers.ts'
import { METHOD_NOT_ALLOWED, responsesOf } from '../contract/responses.ts'
import type { DeclaredResponse } from '../contract/responses.ts'
import { API_PREFIX, ENDPOINTS, INTERFACE_VERSION } from './endpoints.ts'
import { VIDEO_EVENT, webhooks } from './webhook-events/delivery-description.ts'

const OVERVIEW = `
The API turns a script into a finished presenter video. \`POST /videos\` returns immediately with a video whose
status is \`rendering\`. Wait until it is \`ready\` or \`failed\`: with \`GET /videos/{id}?wait=60\`, by a webhook, with
\`GET /events\`, or by polling every 10 to 15 seconds.

Keys that begin with \`pv_test_\` make free test videos within seconds, apart from live ones (\`test\` is true).

The API is for servers only: never expose a key in a browser or a mobile app. Requests and responses are JSON, and
timestamps are ISO 8601 in UTC. Ignore response fields and values that you do not recognize, because new ones may be
added. Every response has an \`X-Request-Id\`; with a valid key, also \`RateLimit\` and \`RateLimit-Policy\`.

Each key can send 60 requests and create 10 videos per minute; refused and repeated requests create nothing. The plan
limits how many videos can render at the same time, and be created per day. Every 429 response states in
\`Retry-After\` how long to wait.`.trim()

/** An OpenAPI 3.1 document as plain JSON. */
export type OpenApiDocument = ReturnType<typeof createDocument>

/**
 * Builds the OpenAPI document from the same declarations that route and validate requests.
 *
 * @param publicUrl base URL of the service, without a trailing slash.
 */
export function openApiDocument(publicUrl: string): OpenApiDocument {
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Presenter Video API',
        version: INTERFACE_VERSION,
        description: OVERVIEW,
        contact: { name: 'Presenter Video API', url: `${publicUrl}/docs` },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl + API_PREFIX }],
      security: [{ bearer: [] }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      externalDocs: { description: 'Error codes and how to handle them', url: `${publicUrl}/docs/errors` },
      paths: paths(),
      webhooks: webhooks(),
      components: {
        schemas: { VideoEvent: VIDEO_EVENT },
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description:
              'Send your API key (`pv_live_…`) as `Authorization: Bearer <API_KEY>`. A key that is limited to scopes needs that ' +
              'of the operation.',
          },
        },
      },
    },
    { override: asReadersNeed },
  )
  return sayOnce(sayNullByType(document))
}

/**
 * Responses may gain fields later, so clients must not reject unknown ones; the strictness of our response
 * schemas is for our own tests. Request schemas stay closed.
 */
function asReadersNeed({ jsonSchema, io }: { jsonSchema: Record<string, unknown>; io: string }): void {
  if (io === 'output' && jsonSchema['additionalProperties'] === false)
    delete jsonSchema['additionalProperties']
  // This bound holds for every JSON integer and is not a limit of the API.
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
  // The format says the same in a readable way.
  if (jsonSchema['format'] === 'date-time' || jsonSchema['format'] === 'date') delete jsonSchema['pattern']
}

/**
 * Writes "a text or null" as a schema of two types, and "one of these, or null" as one choice: generators make more of
 * it than of a choice within a choice. Objects and enumerations have names, and stay a choice between the name and null:
 * older generators forget the null of an object that is not named, and make a type of its own of the choice.
 */
function sayNullByType<Node>(node: Node): Node {
  if (Array.isArray(node)) return node.map(sayNullByType) as Node
  if (typeof node !== 'object' || node === null) return node
  const said = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, sayNullByType(value)]))
  const { anyOf, ...others } = said as { anyOf?: { type?: unknown; enum?: unknown; anyOf?: unknown[] }[] }
  const [value, nothing] = anyOf ?? []
  if (anyOf?.length !== 2 || nothing?.type !== 'null') return said as Node
  if (typeof value?.type === 'string' && value.enum === undefined)
    return { ...value, ...others, type: [value.type, 'null'] } as Node
  if (value?.anyOf === undefined) return said as Node
  return { ...value, ...others, anyOf: [...value.anyOf, nothing] } as Node
}

/** Takes from the schema of a parameter the description that the parameter has itself. */
function sayOnce<Node>(node: Node): Node {
  if (Array.isArray(node)) return node.map(sayOnce) as Node
  if (typeof node !== 'object' || node === null) return node
  const said = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, sayOnce(value)]))
  const { description, schema, ...others } = said as {
    description?: string
    schema?: { description?: string }
  }
  if (description === undefined || schema?.description !== description) return said as Node
  const { description: _, ...unsaid } = schema
  return { ...others, description, schema: unsaid } as Node
}

function paths(): Record<string, Record<string, ZodOpenApiOperationObject>> {
  const found: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  const errorResponse = namedErrorResponses()
  for (const endpoint of ENDPOINTS) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    found[path] = { ...found[path], [endpoint.method]: operation(endpoint, errorResponse) }
  }
  return found
}

function operation(
  endpoint: Endpoint,
  errorResponse: (answer: DeclaredResponse) => ZodOpenApiResponseObject,
): ZodOpenApiOperationObject {
  const { operationId, tag, summary, params, query, headers, body, bodyIsOptional } = endpoint
  return {
    operationId,
    tags: [tag],
    summary,
    description: withScopes(endpoint),
    requestParams: {
      ...(params && { path: params as z.ZodObject }),
      ...(query && { query: describable(query as z.ZodObject) }),
      ...(headers && { header: headers }),
    },
    ...(body && {
      requestBody: {
        required: bodyIsOptional !== true,
        content: {
          'application/json': { schema: body, examples: namedExamples(endpoint.bodyExamples ?? {}) },
        },
      },
    }),
    responses: {
      ...Object.fromEntries(
        describedResponses(endpoint).map((answer) => [
          `${answer.status}`,
          answer.codes.length === 0 ? successResponse(endpoint, answer) : errorResponse(answer),
        ]),
      ),
      default: OTHER_RESPONSE,
    },
    ...(endpoint.callbacks && { callbacks: endpoint.callbacks }),
  }
}

/** What a key needs is said in words: OpenAPI 3.0 knows no scopes of keys, and generators make nothing of them. */
function withScopes({ description, scopes }: Endpoint): string {
  if (scopes.length === 0) return description
  return `${description}\n\nScope: ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`
}

/**
 * The parameters that every generator understands: of an object, whose members are parameters `name[key]`, the one for Java
 * makes a client that does not compile. The description of the operation tells of it.
 */
function describable(query: z.ZodObject): z.ZodObject {
  const parts = Object.entries(query.shape).filter(([, part]) => !(part.unwrap?.() instanceof z.ZodRecord))
  return z.object(Object.fromEntries(parts))
}

/**
 * The responses that a client has to expect. Nobody gets 304 who has not asked for it, and generators make of a response
 * without a body that every other may be without one. The description of the operation tells of it.
 */
function describedResponses(endpoint: Endpoint): DeclaredResponse[] {
  return responsesOf(endpoint).filter(({ status }) => status !== 304)
}

function successResponse(
  { success }: Endpoint,
  { body, headers }: DeclaredResponse,
): ZodOpenApiResponseObject {
  const { description, example, contentType, links = {} } = success
  return {
    description,
    ...headersOfItsOwn(headers),
    ...(body && { content: { [contentType ?? 'application/json']: { schema: body, example } } }),
    links: Object.fromEntries(
      Object.entries(links).map(([operationId, parameters]) => [operationId, { operationId, parameters }]),
    ),
  }
}

/** Error responses by the codes that they can carry: most operations share them, so each is described once. */
function namedErrorResponses(): (answer: DeclaredResponse) => ZodOpenApiResponseObject {
  const named = new Map<string, ZodOpenApiResponseObject>()
  return (answer) => {
    const id = answer.codes.map(pascalCase).join('Or')
    const response = named.get(id) ?? errorResponse(id, answer)
    named.set(id, response)
    return response
  }
}

/** An error response with an example of each code, so that mocks and collections show real ones. */
function errorResponse(id: string, { codes, headers }: DeclaredResponse): ZodOpenApiResponseObject {
  return {
    id,
    description: codes.map((code) => `\`${code}\`: ${ERROR_CATALOGUE[code].message}`).join('\n\n'),
    ...(codes.includes('rate_limited') ? { headers } : headersOfItsOwn(headers)),
    content: { 'application/json': { schema: ErrorBody, ...examplesOf(codes) } },
  }
}

function examplesOf(codes: readonly ErrorCode[]): Pick<ZodOpenApiMediaTypeObject, 'example' | 'examples'> {
  const [code] = codes
  if (code !== undefined && codes.length === 1) return { example: errorExample(code) }
  return { examples: Object.fromEntries(codes.map((each) => [each, { value: errorExample(each) }])) }
}

/** The headers that not every response has; the overview names the others, and the responses about limits describe them. */
function headersOfItsOwn({ shape }: z.ZodObject): Pick<ZodOpenApiResponseObject, 'headers'> {
  const own = Object.entries(shape).filter(
    ([name]) => !['X-Request-Id', ...Object.keys(RATE_LIMIT_HEADERS)].includes(name),
  )
  return own.length === 0 ? {} : { headers: z.object(Object.fromEntries(own)) }
}

/** `rate_limited` becomes `RateLimited`. */
function pascalCase(code: string): string {
  return code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

const OTHER_RESPONSE: ZodOpenApiResponseObject = {
  id: 'OtherError',
  description:
    '405 (`invalid_request`) for a method that the path does not have, 408 when the request arrives ' +
    'too slowly, and 431 when its headers are too large.',
  headers: METHOD_NOT_ALLOWED.headers.partial({ Allow: true }),
  content: {
    'application/json': { schema: ErrorBody, example: errorExample('invalid_request') },
  },
}

/** Turns summaries of examples into keys that OpenAPI allows. */
function namedExamples(examples: Readonly<Record<string, object>>) {
  return Object.fromEntries(
    Object.entries(examples).map(([summary, value]) => [summary.replaceAll(/\W+/g, '-'), { summary, value }]),
  )
}
