import { LANGUAGES, requestSnippet } from '../../../domain/video/request-snippet.ts'
import type { SnippetRequest } from '../../../domain/video/request-snippet.ts'
import type { CodeTabs } from '../code-block.ts'
import type { Operation } from './description.ts'
import { exampleOf, firstExample, redirectOf, streamOf } from './placed.ts'
import type { Placed } from './placed.ts'

/**
 * Shown where an idempotency key is sent: the same at each try, or a retry would make another video. It is that of no
 * guide, because another script needs another key.
 */
const EXAMPLE_KEY = 'release-notes-1042'

/** An operation as a request in each language, with example values. */
export function operationSnippets({ operation, method, path, server }: Placed): CodeTabs {
  const { parameters = [], requestBody } = operation
  const address = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    const parameter = parameters.find((one) => one.name === name)
    return encodeURIComponent(parameter ? exampleOf(parameter) : name)
  })
  const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key')
  const request = {
    method,
    url: server + address,
    ...(requestBody && { body: firstExample(requestBody.content) }),
    ...(takesKey && { idempotencyKey: EXAMPLE_KEY }),
    answer: answerKind(operation),
  }
  return Object.fromEntries(LANGUAGES.map((language) => [language, requestSnippet(language, request)]))
}

/** What the answer is; one that leads elsewhere leads to a file. */
function answerKind(operation: Operation): NonNullable<SnippetRequest['answer']> {
  if (streamOf(operation) !== undefined) return 'stream'
  return redirectOf(operation) === undefined ? 'json' : 'file'
}
