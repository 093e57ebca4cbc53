import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { afterAll, describe, expect } from 'vitest'
import type { Browser } from 'playwright-core'

import { WEB_DIR } from '../../src/app/shipped.ts'
import { ENTRANCE_PAGES, MEMBER_PAGES } from '../support/browser/application-pages.ts'
import { hasBrowser, openBrowser, openPage } from '../support/browser/browser.ts'
import { test } from '../support/service/default-service.ts'
import type { TestService } from '../support/service/service.ts'
import { signedIn } from '../support/http/signed-in.ts'

/** Of compressed script, that a page may need before it shows itself. */
const MOST_BYTES = 200_000

/** What a page asks for when it is there already, also where others share it. */
const LATER = /(?:colour-input|request-code|verify-snippets|\/stream-|\/notifications-)[^/]+\.js$/u

/** How Mantine names the classes of its components. */
const CLASS = /\bm_[0-9a-f]{6,8}\b/gu

describe.runIf(hasBrowser())('the first visit to a page', () => {
  let service: TestService
  let browser: Browser

  test.beforeAll(async ({ defaultService }) => {
    service = defaultService
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
  })

  test('takes less than 200 kB of compressed script', async () => {
    for (const path of [
      ...ENTRANCE_PAGES,
      ...MEMBER_PAGES,
      '/projects/vid_1',
      '/developer/deliveries/evt_1',
    ]) {
      const scripts = await scriptsNamedBy(path)
      const sizes = await Promise.all(scripts.map(compressedBytes))
      expect(scripts.length, path).toBeGreaterThan(1)
      expect(Math.min(...sizes), path).toBeGreaterThan(0)
      expect(
        sizes.reduce((sum, size) => sum + size, 0),
        path,
      ).toBeLessThan(MOST_BYTES)
    }
  })

  test('loads no script that its document does not name', async () => {
    const person = await signedIn(service, await service.account(), { isOperator: true })
    const at = person.cookie.indexOf('=')
    const cookie = { name: person.cookie.slice(0, at), value: person.cookie.slice(at + 1), url: service.url }
    for (const [paths, cookies] of [
      [ENTRANCE_PAGES, []],
      [MEMBER_PAGES, [cookie]],
    ] as const) {
      const page = await openPage(browser, service.url)
      await page.context().addCookies([...cookies])
      const loaded: string[] = []
      page.on('request', (request) => {
        if (request.resourceType() === 'script') loaded.push(new URL(request.url()).pathname)
      })
      for (const path of paths) {
        loaded.length = 0
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        const named = await scriptsNamedBy(path)
        expect(
          loaded.filter((file) => !named.includes(file) && !LATER.test(file)),
          path,
        ).toEqual([])
      }
      await page.context().close()
    }
  })

  test('brings the styles of every component that is on some page', () => {
    const mantine = readFileSync(createRequire(import.meta.url).resolve('@mantine/core/styles.css'), 'utf8')
    const known = new Set(mantine.match(CLASS))
    const used = built('.js').filter((name) => known.has(name))
    expect(used.length).toBeGreaterThan(100)
    expect(used.filter((name) => !built('.css').includes(name))).toEqual([])
  })

  test('brings the font of its words before they are shown', async () => {
    const response = await fetch(`${service.url}/projects`, { headers: { Accept: 'text/html' } })
    const [, font] = /<link rel="preload" href="([^"]+)" as="font"/u.exec(await response.text()) ?? []
    expect(font).toMatch(/inter-latin-wght/u)
    const page = await openPage(browser, service.url)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'font') asked.push(new URL(request.url()).pathname)
    })
    await page.goto('/sign-in')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate('document.fonts.ready')
    // Once: what was fetched early is what the styles ask for.
    expect(asked).toEqual([font])
    await page.context().close()
  })

  /** The classes of Mantine that the built files of a kind name. */
  function built(extension: string): readonly string[] {
    const folder = join(WEB_DIR, 'assets')
    const text = readdirSync(folder)
      .filter((file) => file.endsWith(extension))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
    return [...new Set(text.join('').match(CLASS))]
  }

  async function scriptsNamedBy(path: string): Promise<string[]> {
    const response = await fetch(`${service.url}${path}`, { headers: { Accept: 'text/html' } })
    return [...(await response.text()).matchAll(/(?:src|href)="([^"]+\.js)"/gu)].map(([, file]) => file!)
  }

  async function compressedBytes(file: string): Promise<number> {
    // `fetch` undoes the compression, and the length that was sent stays in the head.
    const response = await fetch(`${service.url}${file}`, { headers: { 'Accept-Encoding': 'br' } })
    await response.arrayBuffer()
    return Number(response.headers.get('Content-Length'))
  }
})
