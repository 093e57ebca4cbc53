import { readDescription } from '../../../src/api/documents/reference/description.ts'
import { operationSnippets } from '../../../src/api/documents/reference/operation-snippets.ts'
import { operationsOf } from '../../../src/api/documents/reference/placed.ts'
import { openApiDocument } from '../../../src/api/v1/openapi.ts'

/** Where the service of the snippets is. */
export const REFERENCE_SERVICE = 'https://video.test'

/** A request as it is on the wire, as far as snippets differ in it. */
export interface WireRequest {
  readonly method: string
  /** With the version segment. */
  readonly path: string
  readonly key: string | null
  readonly body: unknown
}

/** An operation of the reference in its three languages. */
export interface ReferenceSnippets {
  readonly operationId: string
  /** What curl sends. A key in a body is shown as the SDKs send it, in the header, which means the same. */
  readonly request: WireRequest
  readonly node: string
  readonly python: string
}

/** The operations of the reference that are shown by the SDKs. */
export function snippetsBySdk(): ReferenceSnippets[] {
  const operations = operationsOf(readDescription(openApiDocument(REFERENCE_SERVICE)))
  return operations.flatMap((placed) => {
    const { curl = '', Node: node = '', Python: python = '' } = operationSnippets(placed)
    if (!node.includes("from 'presenter-video'")) return []
    return [{ operationId: placed.operation.operationId, request: requestOf(curl), node, python }]
  })
}

function requestOf(curl: string): WireRequest {
  const [, body] = /--data-raw '(.*)'\n$/su.exec(curl) ?? []
  const [, url = ''] = /'(https:[^']*)'/u.exec(curl) ?? []
  const text = body?.replaceAll(String.raw`'\''`, "'")
  const { idempotency_key: keyInBody, ...members } = JSON.parse(text ?? '{}') as Record<string, string>
  return {
    method: /-X (\w+)/u.exec(curl)?.[1] ?? (body === undefined ? 'GET' : 'POST'),
    path: new URL(url).pathname,
    key: /Idempotency-Key: ([^']*)/u.exec(curl)?.[1] ?? keyInBody ?? null,
    body: text === undefined ? null : members,
  }
}
