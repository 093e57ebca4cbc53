import { expect, test } from 'vitest'

import { PresenterVideo } from '../../../sdk/typescript/src/index.ts'
import { REFERENCE_SERVICE, snippetsBySdk } from '../../support/sdk/reference-requests.ts'
import type { WireRequest } from '../../support/sdk/reference-requests.ts'

/** What every answer of these has that a method reads. */
const ANSWER = { id: 'vid_1', script: 'Hello.', data: [], has_more: false, next_before: null }

/** Runs a snippet with the SDK of the repository, and returns what it sends. */
async function sentBy(snippet: string): Promise<WireRequest[]> {
  const sent: WireRequest[] = []
  const record = async (input: string | URL | Request, init: RequestInit = {}) => {
    const { method = 'GET', body } = init
    sent.push({
      method,
      path: new URL(input as string).pathname,
      key: new Headers(init.headers).get('Idempotency-Key'),
      body: body === undefined ? null : JSON.parse(body as string),
    })
    return Response.json(ANSWER)
  }
  class Recorded extends PresenterVideo {
    constructor() {
      super({ apiKey: 'pv_live_test', baseUrl: `${REFERENCE_SERVICE}/api/v1`, fetch: record })
    }
  }
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...given: unknown[]) => Promise<void>
  const code = snippet.replace(/^import .*$/mu, '')
  await new AsyncFunction('PresenterVideo', 'console', code)(Recorded, { log: () => {} })
  return sent
}

const snippets = snippetsBySdk()

test('all operations but streams and files are shown by the SDK', () => {
  expect(snippets.length).toBeGreaterThan(35)
})

test.each(snippets)('$operationId by the SDK sends what curl sends', async ({ request, node }) => {
  expect(await sentBy(node)).toEqual([request])
})
