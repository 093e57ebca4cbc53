import { gzipSync } from 'node:zlib'

import MiniSearch from 'minisearch'
import { describe, expect } from 'vitest'

import { GUIDES } from '../../../src/api/documents/guides/guides.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

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

/** Compressed, that a first visit to any page may load: its document, its styles and its scripts. */
const MOST_BYTES = 25_000
/** The same with the font, which is kept for all pages. */
const MOST_BYTES_WITH_FONT = 75_000

let service: TestService
/** HTML of every page of the menu, by its path. */
let pages: Map<string, string>

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  const menu = (await page('/docs')).split('<main')[0] ?? ''
  const paths = new Set(Array.from(menu.matchAll(/href="(\/docs[^"]*)"/gu), ([, path = '']) => path))
  const shown = [...paths].filter((path) => !path.startsWith('/docs/assets/') && !/\.(?:md|xml)$/u.test(path))
  pages = new Map(await Promise.all(shown.map(async (path) => [path, await page(path)] as const)))
})

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

test('/postman.json sends its requests to this server, each with the key that is set once', async () => {
  const response = await fetch(`${service.url}/postman.json`)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  const text = await response.text()
  expect(text).not.toContain('video.example.com')
  const { auth, variable } = JSON.parse(text)
  expect(variable).toEqual([{ key: 'baseUrl', value: `${service.url}/api/v1` }])
  expect(auth.bearer[0].value).toBe('{{bearerToken}}')
})

test('/openapi.json is sent compressed, and not again to whom has it', async () => {
  const first = await fetch(`${service.url}/openapi.json`, { headers: { 'Accept-Encoding': 'gzip' } })
  expect(first.headers.get('Content-Encoding')).toBe('gzip')
  expect(first.headers.get('Vary')).toContain('Accept-Encoding')
  const smaller = await fetch(`${service.url}/openapi.json`, { headers: { 'Accept-Encoding': 'gzip, br' } })
  expect(smaller.headers.get('Content-Encoding')).toBe('br')
  expect(await smaller.text()).toBe(await first.text())
  // By itself, fetch would ask for a fresh copy.
  const headers = { 'If-None-Match': first.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' }
  expect((await fetch(`${service.url}/openapi.json`, { headers })).status).toBe(304)
})

describe('the documentation', () => {
  test('has a page for every guide, operation and event, and describes every object', async () => {
    const description = await fetch(`${service.url}/openapi.json`).then(
      (answer) => answer.json() as Promise<Description>,
    )
    const operations = [...Object.values(description.paths), ...Object.values(description.webhooks)].flatMap(
      (methods) => Object.values(methods),
    )
    expect(GUIDES.map(({ path }) => path).filter((path) => !pages.has(path))).toEqual([])
    const all = [...pages.values()].join('')
    expect(operations.filter(({ summary }) => !all.includes(`<h1>${summary}</h1>`))).toEqual([])
    const objects = pages.get('/docs/api/objects') ?? ''
    const names = Object.keys(description.components.schemas)
    expect(names.filter((name) => !objects.includes(`id="schema-${name}"`))).toEqual([])
  })

  test('leads somewhere with every link, also to a part of a page', async () => {
    const broken: string[] = []
    const answers = new Map<string, Promise<number>>()
    for (const [path, html] of pages) {
      for (const [, href = ''] of html.matchAll(/(?:href|src|poster)="((?:\/|#)[^"]*)"/gu)) {
        const { pathname, hash } = new URL(href, service.url + path)
        const target = pages.get(pathname)
        if (!answers.has(pathname)) answers.set(pathname, statusOf(pathname))
        const isThere = target === undefined ? (await answers.get(pathname)) === 200 : true
        const hasPart = hash === '' || target?.includes(`id="${decodeURIComponent(hash.slice(1))}"`)
        if (!isThere || hasPart !== true) broken.push(`${path} → ${href}`)
      }
    }
    expect(broken).toEqual([])
  })

  test('asks nothing of any other host, and has no script within a page', () => {
    for (const [path, html] of pages) {
      const loaded = html.matchAll(/<(?:script|link|img|video|audio|iframe|object|embed)\b[^>]*>/gu)
      const elsewhere = Array.from(loaded, ([tag]) => tag).filter((tag) => /(?:src|href)="https?:/u.test(tag))
      expect(elsewhere, path).toEqual([])
      expect(html, path).not.toMatch(/<script>|\son\w+="|javascript:|@import/u)
    }
  })

  test('has each page as Markdown too, which names this service and links to it', async () => {
    for (const [path, html] of pages) {
      const [, address = ''] = /type="text\/markdown" href="([^"]+)"/u.exec(html) ?? []
      const response = await fetch(service.url + address)
      expect(response.headers.get('Content-Type'), path).toBe('text/markdown; charset=utf-8')
      const text = await response.text()
      expect(text, path).toMatch(/^# /u)
      const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/gu), ([, link = '']) => link)
      expect(
        links.filter((link) => !/^(?:https?:|#)/u.test(link)),
        path,
      ).toEqual([])
    }
    expect(await page('/docs/quickstart.md')).toContain(`export PRESENTER_API_URL=${service.url}/api/v1\n`)
  })

  test('is Markdown at the address of the page for whom asks for that, with all bounds', async () => {
    const asked = await fetch(`${service.url}/docs/api/create-video`, {
      headers: { Accept: 'text/markdown' },
    })
    expect(asked.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8')
    expect(asked.headers.get('Vary')).toContain('Accept')
    const text = await asked.text()
    expect(text).toMatch(/`title` \(string or null, 1 to 200 characters, optional\)/u)
    expect(await page('/docs/api/list-videos.md')).toMatch(/`limit` \(query, integer, 1 to 50\)/u)
    // Browsers name HTML before anything else.
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const shown = await fetch(`${service.url}/docs/api/create-video`, { headers: { Accept: accept } })
    expect(shown.headers.get('Content-Type')).toContain('text/html')
  })

  test('shows what each refusal of a request looks like', async () => {
    const html = (await page('/docs/api/create-video')).replaceAll(/<[^>]+>/gu, '').replaceAll('&quot;', '"')
    for (const code of ['script_too_long', 'allowance_exceeded', 'daily_limit']) {
      expect(html).toContain(`"code": "${code}"`)
    }
  })

  test('has a list for language models with one sentence for each page, and no code in it', async () => {
    const list = await page('/llms.txt')
    for (const line of list.split('\n').filter((one) => one.startsWith('- ['))) {
      expect(line).toMatch(/: \S/u)
      expect(line).not.toMatch(/```|docker compose run/u)
    }
  })

  test('is light: no page needs more than 25 kB before it is read, or 75 kB with its font', async () => {
    const sizes = new Map<string, Promise<number>>()
    for (const [path, html] of pages) {
      const loaded = html.matchAll(
        /<(?:script|link rel="(?:stylesheet|modulepreload)")[^>]*"(\/docs\/assets\/[^"]+)"/gu,
      )
      const files = Array.from(loaded, ([, file = '']) => file)
      files.push(path)
      for (const file of files) if (!sizes.has(file)) sizes.set(file, bytesOf(file))
      const sum = (await Promise.all(files.map((file) => sizes.get(file)!))).reduce((a, b) => a + b, 0)
      expect(sum, path).toBeLessThan(MOST_BYTES)
      expect(sum + (await bytesOf('/docs/assets/inter.woff2')), path).toBeLessThan(MOST_BYTES_WITH_FONT)
    }
  })

  test('shows a browser that a page is not there, with the menu, and tells a program in JSON', async () => {
    const ask = (accept: string) => fetch(`${service.url}/docs/no-such-page`, { headers: { accept } })
    const shown = await ask('text/html,application/xhtml+xml,*/*;q=0.8')
    expect([shown.status, shown.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const html = await shown.text()
    expect(html).toContain('There is no such page')
    expect(html).toContain('href="/docs/webhooks"')
    expect(html).not.toMatch(/aria-current|as Markdown/u)
    const told = await ask('*/*')
    expect([told.status, told.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
  })

  test('leads from the address that a quickstart could have to where it is', async () => {
    const answer = await fetch(`${service.url}/docs/quickstart`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/docs'])
  })

  test('has an index by which a browser finds a section from the words in it', async () => {
    const index = MiniSearch.loadJSON(await page('/docs/search.json'), {
      fields: ['heading', 'page', 'text'],
      storeFields: ['path', 'page', 'heading', 'excerpt'],
    })
    const found = index.search('overlap secret', { combineWith: 'AND', prefix: true })
    expect(found.map(({ path }) => path)).toContain('/docs/webhooks#rotate-the-secret')
    for (const { path } of index.search(MiniSearch.wildcard)) {
      const [name = '', part] = String(path).split('#')
      expect(pages.get(name), path).toContain(part === undefined ? '<h1>' : `id="${part}"`)
    }
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
})

test('every page leads to the feed of the changelog, which is one before any release too', async () => {
  for (const [path, html] of pages) {
    expect(html, path).toContain('type="application/atom+xml" title="Changelog" href="/docs/changelog.xml"')
  }
  const response = await fetch(`${service.url}/docs/changelog.xml`)
  expect(response.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8')
  expect(await response.text()).toContain(`<link href="${service.url}/docs/changelog"/>`)
  expect(pages.get('/docs/changelog')).toContain('href="/docs/deployment#when-something-is-lacking"')
})

test('/llms.txt is an index of all pages whose links lead somewhere', async () => {
  const text = await page('/llms.txt')
  expect(text).toMatch(/^# Presenter Video API\n\n> /u)
  const links = Array.from(text.matchAll(/\]\(([^)]+)\)/gu), ([, link = '']) => link)
  expect(links).toHaveLength(pages.size + 3)
  for (const link of links) expect((await fetch(link)).status, link).toBe(200)
})

test('/llms-full.txt has the text of all pages', async () => {
  const text = await page('/llms-full.txt')
  expect([...pages.keys()].filter((path) => !text.includes(`Source: ${service.url}${path}\n`))).toEqual([])
})

const statusOf = async (path: string) => (await fetch(service.url + path)).status

/** As it is sent over the network; fetch itself has taken the compression off. */
async function bytesOf(path: string): Promise<number> {
  const headers = { 'Accept-Encoding': 'gzip' }
  const response = await fetch(service.url + path, { headers })
  const isCompressed = response.headers.get('Content-Encoding') === 'gzip'
  const body = Buffer.from(await response.arrayBuffer())
  return isCompressed ? gzipSync(body, { level: 9 }).length : body.length
}

/** What the documents are made from, as far as it is looked at here. */
interface Description {
  readonly paths: Record<string, Record<string, { operationId: string; summary: string }>>
  readonly webhooks: Record<string, Record<string, { operationId: string; summary: string }>>
  readonly components: { schemas: Record<string, object> }
}
