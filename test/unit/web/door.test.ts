import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ask } from '../../../web/src/api/client.ts'

/** What was sent. */
const sent = vi.fn<typeof fetch>(async () => Response.json({ data: [], has_more: false, next_after: null }))
beforeEach(() => void vi.stubGlobal('fetch', sent))
afterEach(() => {
  sent.mockClear()
  // The files of this process share its globals.
  vi.unstubAllGlobals()
})

test('a request fills the places of its path, leaves out what is null, and carries its body as JSON', async () => {
  await ask('GET /keys', { query: { limit: 50, after: null } })
  await ask('PUT /pronunciations/:word', { params: { word: 'a/b c' }, body: { say_as: 'ab' } })
  expect(sent.mock.calls.map(([url, init]) => [init?.method, url, init?.body])).toEqual([
    ['GET', '/api/console/keys?limit=50', undefined],
    ['PUT', '/api/console/pronunciations/a%2Fb%20c', '{"say_as":"ab"}'],
  ])
})

test('bytes are sent as they are', async () => {
  const body = new Blob(['film'])
  const params = { id: 'tak_1', number: 3 }
  await ask('PUT /recording/takes/:id/chunks/:number', { params, body, headers: { 'X-Chunk-SHA256': 'a' } })
  const [url, init] = sent.mock.calls[0]!
  expect([url, init?.body]).toEqual(['/api/console/recording/takes/tak_1/chunks/3', body])
  expect(new Headers(init?.headers).get('Content-Type')).toBe('application/octet-stream')
})

/** Compiled, and never run: whoever asks for what no endpoint has is told by the compiler. */
export async function doesNotCompile() {
  // @ts-expect-error no such path.
  await ask('GET /keyz')
  // @ts-expect-error no such method.
  await ask('PUT /keys', { body: { name: 'a' } })
  // @ts-expect-error a place is not filled.
  await ask('DELETE /keys/:id')
  // @ts-expect-error a member of the body has another name.
  await ask('POST /keys', { body: { title: 'a' } })
  // @ts-expect-error a member of the body has another type.
  await ask('POST /keys/:id/rotate', { params: { id: 'key_1' }, body: { works_for_seconds: 'a day' } })
  // @ts-expect-error no such parameter of the query.
  await ask('GET /keys', { query: { before: null } })
  const { data } = await ask('GET /keys')
  // @ts-expect-error no such member of the answer.
  return data.map(({ label }) => label)
}
