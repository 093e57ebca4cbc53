import type { Content, Description, Operation, Parameter, Schema } from './description.ts'

/** An operation, and where it is. */
export interface Placed {
  readonly operation: Operation
  /** In upper case. */
  readonly method: string
  /** Below the base URL, with parameters in braces. */
  readonly path: string
  /** Base URL of the API, without a slash at the end. */
  readonly server: string
}

/** All operations, by the groups of the description and in its order. */
export function operationsOf({ paths, servers, tags }: Description): Placed[] {
  const server = servers[0]?.url ?? ''
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Placed => ({
      operation,
      method: method.toUpperCase(),
      path,
      server,
    })),
  )
  return tags.flatMap(({ name }) => all.filter(({ operation }) => operation.tags?.includes(name)))
}

/** The page of an operation or of an event: `/docs/api/create-video` for `createVideo`. */
export function operationPath(operationId: string): string {
  return `/docs/api/${operationId.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`
}

/** The schema of a request's body, which may be one of the named ones. */
export function bodyOf({ requestBody }: Operation, schemas: Description['components']['schemas']) {
  const schema = requestBody?.content['application/json']?.schema
  return schema?.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1) ?? '']
}

/** The example that is shown of a content, if it has any. */
export function firstExample(content: Content | undefined): unknown {
  const { example, examples = {} } = content?.['application/json'] ?? {}
  return example ?? Object.values(examples)[0]?.value
}

/** What a stream of events looks like; undefined for an operation that answers with JSON. */
export function streamOf({ responses }: Operation): string | undefined {
  return Object.values(responses)[0]?.content?.['text/event-stream']?.example
}

/** Where an operation leads instead of an answer of its own; undefined for all others. */
export function redirectOf({ responses }: Operation): string | undefined {
  const location = responses['302']?.headers?.['Location']?.schema.example
  return typeof location === 'string' ? location : undefined
}

/** An example of a parameter's value, or its name when there is none. */
export function exampleOf({ name, schema }: Pick<Parameter, 'name'> & { schema: Schema }): string {
  return typeof schema.example === 'string' ? schema.example : name
}
