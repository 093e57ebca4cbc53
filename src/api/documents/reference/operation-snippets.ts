import { LANGUAGES, requestSnippet } from '../../../domain/video/request-snippet.ts'
import type { Language, SnippetRequest } from '../../../domain/video/request-snippet.ts'
import type { CodeTabs } from '../code-block.ts'
import type { Operation } from './description.ts'
import { exampleOf, firstExample, redirectOf, streamOf } from './placed.ts'
import type { Placed } from './placed.ts'
import { sdkSnippet } from './sdk-snippets.ts'

/**
 * Shown where an idempotency key is sent: the same at each try, or a retry would make another video. It is that of no
 * guide, because another script needs another key.
 */
const EXAMPLE_KEY = 'release-notes-1042'

/** An operation as a request in each language, with example values: by the SDK of the language, where it has the operation. */
export function operationSnippets({ operation, method, path, server }: Placed): CodeTabs {
  const { parameters = [], requestBody, operationId } = operation
  const place: string[] = []
  const address = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    const parameter = parameters.find((one) => one.name === name)
    const value = parameter ? exampleOf(parameter) : name
    place.push(value)
    return encodeURIComponent(value)
  })
  const body = requestBody && firstExample(requestBody.content)
  const hasKey = typeof body === 'object' && body !== null && 'idempotency_key' in body
  // Two keys that differ would be refused.
  const takesKey = !hasKey && parameters.some(({ name }) => name === 'Idempotency-Key')
  const sent = {
    ...(requestBody && { body }),
    ...(takesKey && { idempotencyKey: EXAMPLE_KEY }),
  }
  const request = { method, url: server + address, answer: answerKind(operation), ...sent }
  const inLanguage = (language: Language) =>
    sdkSnippet(language, { operationId, service: new URL(server).origin, place, ...sent }) ??
    requestSnippet(language, request)
  return Object.fromEntries(LANGUAGES.map((language) => [language, inLanguage(language)]))
}

/** What the answer is; one that leads elsewhere leads to a file. */
function answerKind(operation: Operation): NonNullable<SnippetRequest['answer']> {
  if (streamOf(operation) !== undefined) return 'stream'
  return redirectOf(operation) === undefined ? 'json' : 'file'
}
