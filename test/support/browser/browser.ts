import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { expect, inject } from 'vitest'

import { prepareForAxe, violationsOf } from './axe.ts'
import type { AxeRules } from './axe.ts'
import { BROWSER_ARGUMENTS } from './chromium.ts'
import type { SignedInPerson } from '../http/signed-in.ts'
import { PATIENTLY } from '../run/patiently.ts'

/** Where `TEST_PICTURES=true` puts pictures of all pages, to be looked at. To take them costs a tenth of these tests. */
const PICTURES = fileURLToPath(new URL('../../../.cache/pages', import.meta.url))

/** Sizes that people have: a laptop, a phone. */
export const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

/** Whether there is a browser to test with; the reason why not has been told. */
export const hasBrowser = (): boolean => inject('chromium') !== null

/** Connects to the browser that runs for all tests. Closing it ends the pages that were opened by it, and nothing else. */
export async function openBrowser(): Promise<Browser> {
  return chromium.connect(inject('chromium')!.address)
}

/** Starts a browser with arguments that no other test needs. Close it at the end. */
export async function startBrowser(args: readonly string[]): Promise<Browser> {
  const { executable } = inject('chromium')!
  return chromium.launch({ executablePath: executable, args: [...BROWSER_ARGUMENTS, ...args] })
}

/** A page that fails its test when anything on it goes wrong: an error in the console, or an answer of 5xx. */
export async function openPage(browser: Browser, url: string): Promise<Page & { readonly faults: string[] }> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: SIZES.desktop,
    // Colours and places in the middle of a transition are nobody's choice.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(PATIENTLY.timeout)
  await prepareForAxe(context)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // What was refused is told on the page, and logged by the browser beside.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(message.text())
    }
  })
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`)
  })
  return Object.assign(page, { faults })
}

/** A page of a person who is signed in already. */
export async function openPageOf(
  browser: Browser,
  url: string,
  { cookie }: Pick<SignedInPerson, 'cookie'>,
): ReturnType<typeof openPage> {
  const page = await openPage(browser, url)
  const cookies = cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url }
  })
  await page.context().addCookies(cookies)
  return page
}

/**
 * Fails when axe finds anything on the page that keeps people from using it.
 *
 * @param rules `colours` for a page that has passed all rules in the other colour scheme: no other rule depends on it.
 */
export async function expectAccessible(page: Page, rules: AxeRules = 'all'): Promise<void> {
  const found = (await violationsOf(page, rules)).map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary: why }) => `${html} (${why})`).join(' | ')}`,
  )
  expect(found, `axe on ${page.url()}`).toEqual([])
}

/** Fails when the page is wider than the window, with its own fonts; keeps a picture of it where they are wanted. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow, `${page.url()} is wider than its window`).toBeLessThanOrEqual(0)
  if (process.env['TEST_PICTURES'] !== 'true') return
  await mkdir(PICTURES, { recursive: true })
  await page.screenshot({ path: `${PICTURES}/${name}.png` })
}

/** Colours in which the application and the documentation are seen. */
type ColourScheme = 'light' | 'dark'

/** What pages are seen in; a browser begins in the light. */
const shownIn = new WeakMap<Page, ColourScheme>()

/** Shows a page that is open in a colour scheme. All of it is drawn anew for that, which costs as much as opening it. */
async function showIn(page: Page, colorScheme: ColourScheme): Promise<void> {
  if (schemeOf(page) === colorScheme) return
  shownIn.set(page, colorScheme)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // The application notes which one it shows; the documentation's styles follow by themselves.
  const shown = `html[data-mantine-color-scheme="${colorScheme}"], html:not([data-mantine-color-scheme])`
  await page.locator(shown).waitFor({ state: 'attached' })
  // Until the new colours are drawn: components that ask which scheme it is are rendered before the second frame.
  await page.evaluate(
    'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))',
  )
}

function schemeOf(page: Page): ColourScheme {
  return shownIn.get(page) ?? 'light'
}

/** Shows a page that is open in the one colour scheme and then in the other, beginning with the one in which it is. */
export async function inBoth(page: Page, look: (scheme: ColourScheme) => Promise<void>): Promise<void> {
  const first = schemeOf(page)
  for (const scheme of [first, first === 'light' ? 'dark' : 'light'] as const) {
    await showIn(page, scheme)
    await look(scheme)
  }
}

/** Fails when axe finds anything on a page as it is: all of it in the light, colours in the dark; then as `picture`. */
export async function pictureIn(page: Page, name: string, scheme: ColourScheme): Promise<void> {
  await expectAccessible(page, scheme === 'dark' ? 'colours' : 'all')
  await picture(page, `${name}-${scheme}`)
}

/** Does something with a page at the width of a phone. */
export async function onPhone(page: Page, look: () => Promise<void>): Promise<void> {
  await page.setViewportSize(SIZES.phone)
  await look()
  await page.setViewportSize(SIZES.desktop)
}

/** `pictureIn` for a page that is open, in the dark, in the light and on a phone. */
export async function pictures(page: Page, name: string): Promise<void> {
  await inBoth(page, async (scheme) => {
    await pictureIn(page, name, scheme)
    if (scheme === 'light') await onPhone(page, () => pictureIn(page, `${name}-phone`, scheme))
  })
}
