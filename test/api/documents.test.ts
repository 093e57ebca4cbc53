import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

/** The codes of specification section 7, in its order. */
const CODES = [
  'invalid_api_key',
  'key_revoked',
  'allowance_exceeded',
  'plan_required',
  'twin_not_ready',
  'not_found',
  'invalid_request',
  'script_too_long',
  'rate_limited',
  'concurrency_limit',
  'daily_limit',
  'render_failed',
  'service_unavailable',
]

let service: TestService

beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())

const page = async (path: string) => (await fetch(service.url + path)).text()

test('/openapi.json needs no key, names this server, and any page may read it', async () => {
  const response = await fetch(`${service.url}/openapi.json`)
  expect(response.headers.get('Content-Type')).toMatch(/^application\/json/u)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(await response.json()).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1.0.0' },
    servers: [{ url: `${service.url}/api/v1` }],
  })
})

test('/openapi.json is sent compressed, and not again to whom has it', async () => {
  const first = await fetch(`${service.url}/openapi.json`, { headers: { 'Accept-Encoding': 'gzip' } })
  expect(first.headers.get('Content-Encoding')).toBe('gzip')
  expect(first.headers.get('Vary')).toContain('Accept-Encoding')
  // By itself, fetch would ask for a fresh copy.
  const headers = { 'If-None-Match': first.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' }
  expect((await fetch(`${service.url}/openapi.json`, { headers })).status).toBe(304)
})

describe('/docs', () => {
  test('shows every operation, webhook and object of the description', async () => {
    const [html, description] = await Promise.all([
      page('/docs'),
      fetch(`${service.url}/openapi.json`).then((answer) => answer.json() as Promise<Description>),
    ])
    const operations = [...Object.values(description.paths), ...Object.values(description.webhooks)]
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId)
    const ids = [
      ...operations,
      ...Object.keys(description.components.schemas).map((name) => `schema-${name}`),
    ]
    expect(ids.filter((id) => !html.includes(`id="${id}"`))).toEqual([])
  })

  test.each(['/docs', '/docs/errors'])(
    '%s asks nothing of any other host, and runs no script',
    async (path) => {
      const html = await page(path)
      expect(html).not.toMatch(/<(?:script|link|iframe|img|object|embed)\b|@import|url\(/u)
    },
  )

  test('every link inside of it leads somewhere', async () => {
    const html = await page('/docs')
    const targets = [...html.matchAll(/href="#([^"]+)"/gu)].map(([, id]) => id)
    expect(targets.filter((id) => !html.includes(`id="${id}"`))).toEqual([])
  })
})

describe('/docs/errors', () => {
  test('has a section for each code: what happened, what to do, an example', async () => {
    const html = await page('/docs/errors')
    const sections = html.split('<h2 ').slice(1)
    expect(sections.map((section) => /^id="(\w+)"/u.exec(section)?.[1])).toEqual(CODES)
    for (const section of sections) {
      expect(section).toContain('What happened.')
      expect(section).toContain('What to do.')
      expect(section).toContain('user_message')
    }
  })

  test('is there as Markdown too', async () => {
    expect(await page('/docs/errors.md')).toMatch(/^# Errors\n/u)
  })
})

test('/llms.txt is an index whose links lead somewhere', async () => {
  const text = await page('/llms.txt')
  expect(text).toMatch(/^# Presenter Video API\n\n> /u)
  const links = [...text.matchAll(/\]\(([^)]+)\)/gu)].map(([, link]) => link ?? '')
  expect(links.length).toBeGreaterThan(8)
  for (const link of new Set(links.map((address) => address.split('#')[0] ?? ''))) {
    expect((await fetch(link)).status).toBe(200)
  }
})

/** What the page is made from, as far as it is looked at here. */
interface Description {
  readonly paths: Record<string, Record<string, { operationId: string }>>
  readonly webhooks: Record<string, Record<string, { operationId: string }>>
  readonly components: { schemas: Record<string, object> }
}
