import { requestSnippet } from '../../../src/domain/video/request-snippet.ts'
import type { Language } from '../../../src/domain/video/request-snippet.ts'
import type { RequestBody } from './draft/draft.ts'

/** A video to be made from elsewhere. */
export interface CreateRequest {
  /** The base URL of the API, without a slash at the end. */
  readonly apiUrl: string
  readonly body: RequestBody
  /** Sent along, so that pasting it twice makes one video. */
  readonly idempotencyKey: string
}

/** The request that makes a video, in a language, ready to be pasted. */
export function snippet(language: Language, { apiUrl, body, idempotencyKey }: CreateRequest): string {
  return requestSnippet(language, { method: 'POST', url: `${apiUrl}/videos`, body, idempotencyKey })
}
