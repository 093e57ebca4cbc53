import { LANGUAGES, requestSnippet } from '../../../domain/video/request-snippet.ts'
import type { CodeTabs } from '../code-block.ts'
import { exampleOf, firstExample, streamOf } from './placed.ts'
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
    isStream: streamOf(operation) !== undefined,
  }
  return Object.fromEntries(LANGUAGES.map((language) => [language, requestSnippet(language, request)]))
}
