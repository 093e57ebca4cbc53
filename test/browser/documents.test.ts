import { afterAll, afterEach, beforeEach, describe, expect } from 'vitest'
import type { Browser } from 'playwright-core'

import {
  expectAccessible,
  hasBrowser,
  inBoth,
  onPhone,
  openBrowser,
  openPage,
  picture,
  pictureIn,
  SIZES,
} from '../support/browser/browser.ts'
import type { TestClient } from '../support/service/client.ts'
import { test } from '../support/service/default-service.ts'
import type { TestService } from '../support/service/service.ts'

/** One page of each kind. */
const KINDS = [
  '/docs',
  '/docs/gallery',
  '/docs/webhooks',
  '/docs/errors',
  '/docs/api',
  '/docs/api/create-video',
  '/docs/api/on-video-ready',
  '/docs/api/objects',
  '/docs/deployment',
]

describe.runIf(hasBrowser())('the documentation', () => {
  let service: TestService
  let account: TestClient
  let browser: Browser
  let page: Awaited<ReturnType<typeof openPage>>

  test.beforeAll(async ({ defaultService }) => {
    service = defaultService
    account = await service.account()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
  })
  beforeEach(async () => {
    page = await openPage(browser, service.url)
  })
  afterEach(async () => {
    expect(page.faults).toEqual([])
    await page.context().close()
  })

  test.each(KINDS)('%s can be used by everybody, in the light and in the dark', async (path) => {
    const name = path.slice(1).replaceAll('/', '-')
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await inBoth(page, async (scheme) => {
      await pictureIn(page, `${name}-desktop`, scheme)
      await onPhone(page, async () => {
        // What axe says of the light on a phone is asked on every page, below.
        if (scheme === 'dark') await expectAccessible(page, 'colours')
        await picture(page, `${name}-phone-${scheme}`)
      })
    })
  })

  test('fits a phone on every page, and keeps nobody out', async () => {
    await page.goto('/docs')
    const links = await page
      .locator('#menu a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links.length).toBeGreaterThan(45)
    expect(links).toEqual(expect.arrayContaining(KINDS))
    await page.setViewportSize(SIZES.phone)
    for (const path of links) {
      await page.goto(String(path))
      await expectAccessible(page)
      await expectNoOverflow()
    }
  })

  test('shows code in the language that was chosen last, also on another page', async () => {
    await page.goto('/docs')
    await page.getByRole('button', { name: 'Python', exact: true }).first().click()
    await page.getByText('# quickstart.py').waitFor()
    await page.goto('/docs/api/create-video')
    await page.getByText('# As request.py').first().waitFor()
    expect(await page.getByText("curl 'http").isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Python', exact: true }).getAttribute('aria-pressed')).toBe(
      'true',
    )
  })

  test('copies a block of code as it stands there', async () => {
    await page.goto('/docs')
    const block = page.locator('.code', { hasText: 'export PRESENTER_API_URL=' })
    await block.hover()
    await block.getByRole('button', { name: 'Copy' }).click()
    await block.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate('navigator.clipboard.readText()')
    expect(copied).toBe(`export PRESENTER_API_URL=${service.url}/api/v1\nexport PRESENTER_API_KEY=pv_live_…`)
  })

  test('finds a section by the words in it, with the keyboard alone', async () => {
    await page.goto('/docs')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('rotate secr')
    await page.locator('dialog li').first().waitFor()
    await expectAccessible(page)
    await picture(page, 'docs-search')
    const names = await page.locator('dialog li').allTextContents()
    const at = names.findIndex((name) => name.startsWith('Rotate the secret'))
    for (let steps = -1; steps < at; steps += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/webhooks#rotate-the-secret')
  })

  test('says so when a search finds nothing', async () => {
    await page.goto('/docs')
    await page.keyboard.press('/')
    await page.keyboard.type('xylophone')
    await page.getByText('Nothing was found.').waitFor()
  })

  test('marks the section that is being read', async () => {
    await page.goto('/docs/webhooks')
    const current = page.locator('aside [aria-current]')
    await expect.poll(() => current.textContent()).toBe('Set the webhook')
    await page.locator('aside').getByText('Retries').click()
    await expect.poll(() => current.textContent()).toBe('Retries')
  })

  test('has a menu on a phone that leads to every page', async () => {
    await page.setViewportSize(SIZES.phone)
    await page.goto('/docs/webhooks')
    expect(await page.getByRole('link', { name: 'Idempotency' }).first().isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectAccessible(page)
    await picture(page, 'docs-menu-phone')
    await page.locator('#menu').getByText('Idempotency').click()
    await page.waitForURL('**/docs/idempotency')
  })

  test('sends a request with a key that it keeps in the memory of the page', async () => {
    await page.goto('/docs/api/get-me')
    await page.getByLabel('API key').fill(account.key)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText(/^200 in \d+ ms$/u).waitFor()
    expect(await page.locator('.outcome pre').textContent()).toContain('"remaining_video_seconds"')
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    expect(kept).toBe('[{},{},""]')
  })

  test('makes one video however often a request is sent, and shows what is refused', async () => {
    await page.goto('/docs/api/create-video')
    await page.getByLabel('API key').fill(account.key)
    const ids = new Set<string>()
    for (const _ of [1, 2]) {
      const [answer] = await Promise.all([
        page.waitForResponse('**/api/v1/videos'),
        page.getByRole('button', { name: 'Send' }).click(),
      ])
      expect(answer.status()).toBe(202)
      ids.add(((await answer.json()) as { id: string }).id)
      await page
        .locator('.outcome')
        .getByText(/^202 in/u)
        .waitFor()
    }
    expect(ids.size).toBe(1)
    await picture(page, 'docs-try-it')
    await page.getByLabel('Body').fill('{"presenter_id": "nobody"}')
    await page.getByRole('button', { name: 'Send' }).click()
    await page
      .locator('.outcome')
      .getByText(/^400 in/u)
      .waitFor()
    expect(await page.locator('.outcome pre').textContent()).toContain('"invalid_request"')
    await expectAccessible(page)
  })

  test('shows presenters that move and lets voices be heard', async () => {
    await page.goto('/docs/gallery')
    const media = page.locator('article').locator('video, audio')
    expect(await media.count()).toBeGreaterThan(4)
    await page.getByRole('button', { name: 'Preview of Maya Lindqvist' }).click()
    await expect
      .poll(() => page.evaluate('document.querySelector("article video").currentTime'))
      .toBeGreaterThan(0)
    for (const kind of ['video', 'audio']) {
      const seconds = page
        .locator(`article ${kind}`)
        .first()
        .evaluate((element) => {
          const player = element as unknown as {
            load(): void
            preload: string
            duration: number
            onloadedmetadata: unknown
          }
          return new Promise<number>((resolve) => {
            player.onloadedmetadata = () => resolve(player.duration)
            player.preload = 'metadata'
            player.load()
          })
        })
      expect(await seconds, kind).toBeGreaterThan(1)
    }
  })

  test('leads links to a part of the former single page to the page of the operation', async () => {
    await page.goto('/docs#createVideo')
    await page.waitForURL('**/docs/api/create-video')
  })

  test('can be read and walked through without a script', async () => {
    const context = await browser.newContext({ baseURL: service.url, javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto('/docs')
    await plain.getByText('client.videos.create(').first().waitFor()
    expect(await plain.getByRole('button', { name: 'Search' }).isVisible()).toBe(false)
    await plain.locator('#menu').getByText('Create a video').click()
    await plain.getByRole('heading', { level: 1, name: 'Create a video' }).waitFor()
    expect(await plain.getByRole('button', { name: 'Send' }).isVisible()).toBe(false)
    await context.close()
  })

  async function expectNoOverflow(): Promise<void> {
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(overflow), page.url()).toBeLessThanOrEqual(0)
  }
})
