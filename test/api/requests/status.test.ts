import { expect } from 'vitest'

import type { StatusView } from '../../../src/api/status.ts'
import { test } from '../../support/service/default-service.ts'

test('GET /status says to everybody how well each part works, also on pages with another address', async ({
  defaultService: { url },
}) => {
  const answer = await fetch(`${url}/status`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const { status, updated_at, parts } = (await answer.json()) as StatusView
  expect(status).toBe('operational')
  expect(Date.now() - Date.parse(updated_at)).toBeLessThan(60_000)
  expect(parts.map(({ id }) => id)).toEqual(['api', 'creation', 'videos', 'files', 'webhooks'])
})

test('GET /status is a page for people', async ({ defaultService: { url } }) => {
  const answer = await fetch(`${url}/status`, { headers: { Accept: 'text/html,*/*;q=0.8' } })
  expect(answer.headers.get('content-type')).toContain('text/html')
  expect(await answer.text()).toMatch(/Everything works.*API and application.*operational/su)
})

test('however often it is asked, the servers are asked once in five seconds', async ({
  defaultService: { url },
}) => {
  const asked = Array.from({ length: 50 }, async () => {
    const answer = await fetch(`${url}/status`)
    return ((await answer.json()) as StatusView).updated_at
  })
  // Two, when five seconds end in between.
  expect(new Set(await Promise.all(asked)).size).toBeLessThanOrEqual(2)
})
