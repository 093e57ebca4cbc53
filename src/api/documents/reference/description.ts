import type { OpenApiDocument } from '../../v1/openapi.ts'

/** The parts of an OpenAPI document that the reference page shows: plain JSON. */

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly 'x-extensible-enum'?: readonly unknown[]
  readonly format?: string
  readonly description?: string
  readonly default?: unknown
  readonly example?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxProperties?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
}

export interface Content {
  /** The wire of a stream of events, as text. */
  readonly 'text/event-stream'?: { readonly example: string }
  readonly 'application/json'?: {
    readonly schema: Schema
    readonly example?: unknown
    readonly examples?: Readonly<Record<string, { summary: string; value: unknown }>>
  }
}

export interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, { required?: boolean; description?: string; schema: Schema }>>
  readonly content?: Content
}

export interface Operation {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}

export interface Description {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** What most operations share, and a page shows with each of them. */
const SHARED = /^#\/components\/(responses|headers)\/(.+)$/u

/** The description of a document, with shared responses and headers in the places that refer to them. */
export function readDescription(document: OpenApiDocument): Description {
  const components = document.components as Readonly<Record<string, Readonly<Record<string, unknown>>>>
  const reveal = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(reveal)
    if (typeof node !== 'object' || node === null) return node
    const [, kind = '', name = ''] = SHARED.exec((node as Schema).$ref ?? '') ?? []
    if (kind !== '') return reveal(components[kind]?.[name])
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, reveal(value)]))
  }
  return reveal(document) as Description
}
