import type { z } from 'zod'
import { createDocument } from 'zod-openapi'
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi'

import { ERROR_CATALOGUE } from '../../domain/errors.ts'
import { TAGS } from '../contract/endpoint.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { errorExample } from '../contract/error-example.ts'
import { METHOD_NOT_ALLOWED, responsesOf } from '../contract/responses.ts'
import type { DeclaredResponse } from '../contract/responses.ts'
import { API_PREFIX, ENDPOINTS } from './endpoints.ts'
import { webhooks } from './webhook-events/delivery-description.ts'

/** Version of the interface's description (specification section 9): not that of the software. */
const INTERFACE_VERSION = '1.0.0'

const OVERVIEW = `
Turns a script into a finished presenter video. \`POST /videos\` answers at once with a video that is
\`rendering\`; poll it every 10 to 15 seconds, or receive a webhook, until it is \`ready\` or \`failed\`.

For use by servers only: a key must never reach a browser or a mobile app. JSON in, JSON out; timestamps
are ISO 8601 in UTC. Clients should ignore members that they do not know: more may be added.

Limits: 60 requests and 10 video creations a minute for each key; concurrent and daily videos depend on the
plan. Every 429 says in \`Retry-After\` how long to wait.`.trim()

/** A document of OpenAPI 3.1: plain JSON. */
export type OpenApiDocument = ReturnType<typeof createDocument>

/**
 * The API's description, from the declarations that route and check.
 *
 * @param publicUrl where the service is reached, without a slash at the end.
 */
export function openApiDocument(publicUrl: string): OpenApiDocument {
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Presenter Video API',
        version: INTERFACE_VERSION,
        description: OVERVIEW,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl + API_PREFIX }],
      security: [{ bearer: [] }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      externalDocs: { description: 'What each error means and what to do', url: `${publicUrl}/docs/errors` },
      paths: paths(),
      webhooks: webhooks(),
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key, `pv_live_…`: `Authorization: Bearer <API_KEY>`.',
          },
        },
      },
    },
    { override: asReadersNeed },
  )
}

/**
 * Answers may get more members later, so a client must not refuse them: the strictness of our
 * schemas is for our own tests. What we are sent stays closed.
 */
function asReadersNeed({ jsonSchema, io }: { jsonSchema: Record<string, unknown>; io: string }): void {
  if (io === 'output' && jsonSchema['additionalProperties'] === false)
    delete jsonSchema['additionalProperties']
  // What every JSON number keeps to is no limit of ours.
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
  // The format says the same, and readers can read it.
  if (jsonSchema['format'] === 'date-time') delete jsonSchema['pattern']
}

function paths(): Record<string, Record<string, ZodOpenApiOperationObject>> {
  const found: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const endpoint of ENDPOINTS) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    found[path] = { ...found[path], [endpoint.method]: operation(endpoint) }
  }
  return found
}

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { operationId, tag, summary, description, params, query, headers, body, bodyIsOptional } = endpoint
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    requestParams: {
      ...(params && { path: params as z.ZodObject }),
      ...(query && { query: query as z.ZodObject }),
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
        responsesOf(endpoint).map((answer) => [
          `${answer.status}`,
          answer.codes.length === 0 ? successResponse(endpoint, answer) : errorResponse(answer),
        ]),
      ),
      default: OTHER_RESPONSE,
    },
  }
}

function successResponse(
  { success }: Endpoint,
  { body, headers }: DeclaredResponse,
): ZodOpenApiResponseObject {
  const { description, example, links = {} } = success
  return {
    description,
    headers,
    content: { 'application/json': { schema: body, example } },
    links: Object.fromEntries(
      Object.entries(links).map(([operationId, parameters]) => [operationId, { operationId, parameters }]),
    ),
  }
}

/** With an example of each code that the status can carry. */
function errorResponse({ codes, body, headers }: DeclaredResponse): ZodOpenApiResponseObject {
  const examples = namedExamples(Object.fromEntries(codes.map((code) => [code, errorExample(code)])))
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CATALOGUE[code].message}`).join('\n\n'),
    headers,
    content: { 'application/json': { schema: body, examples } },
  }
}

const OTHER_RESPONSE: ZodOpenApiResponseObject = {
  description:
    'What no operation meets: 405 for a method that the path does not know (`invalid_request`, with the ' +
    'header `Allow`), 408 and 431 for requests that come too slowly or with too large headers.',
  headers: METHOD_NOT_ALLOWED.headers.partial({ Allow: true }),
  content: {
    'application/json': { schema: METHOD_NOT_ALLOWED.body, example: errorExample('invalid_request') },
  },
}

/** Names of examples in the forms that OpenAPI's components allow. */
function namedExamples(examples: Readonly<Record<string, object>>) {
  return Object.fromEntries(
    Object.entries(examples).map(([summary, value]) => [summary.replaceAll(/\W+/g, '-'), { summary, value }]),
  )
}
