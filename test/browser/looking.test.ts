import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { violationsOf } from '../support/browser/axe.ts'
import { hasBrowser, openBrowser, openPage } from '../support/browser/browser.ts'

const PAGE = (body: string) => `<!doctype html><html lang="en"><title>A page</title><main>
  <h1>A page</h1><p style="background: white; color: black">Words that can be read.</p>${body}</main></html>`

/** What is drawn like the words that can be read, but for one thing. */
const FAULTS = {
  'before a dark wall': '<div style="background: #222"><p style="color: black">Words.</p></div>',
  'over a dark box that stands beside it':
    '<div style="position: relative"><div style="position: absolute; inset: 0; background: #222"></div><p style="position: relative; color: black">Words.</p></div>',
  'in a box that is almost transparent':
    '<div style="opacity: 0.2"><p style="background: white; color: black">Words.</p></div>',
  'in a pale colour': '<p style="background: white; color: #bbb">Words.</p>',
}

describe.runIf(hasBrowser())('a look at a page', () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await openBrowser()
    page = await openPage(browser, 'http://127.0.0.1')
  })
  afterAll(async () => {
    await browser.close()
  })

  const found = async (body: string, rules: 'all' | 'colours' = 'all') => {
    // As a page of its own: what prepares pages runs in those that are gone to.
    await page.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: PAGE(body) }))
    await page.goto('/page')
    return (await violationsOf(page, rules)).map(({ id, nodes }) => [id, nodes.length])
  }

  test('finds nothing where there is nothing, however often', async () => {
    expect([await found(''), await found(''), await found('', 'colours')]).toEqual([[], [], []])
  })

  test.each(Object.entries(FAULTS))('finds faint words %s, each time', async (_, body) => {
    expect(await found(body)).toEqual([['color-contrast', 1]])
    expect(await found(body + body, 'colours')).toEqual([['color-contrast', 2]])
  })

  test('finds words that can be used now among others, drawn alike, that cannot', async () => {
    const button = (isOff: boolean) =>
      `<button${isOff ? ' disabled' : ''} style="background: white; color: #bbb">Words</button>`
    expect(await found(button(true))).toEqual([])
    expect(await found(button(true) + button(false))).toEqual([['color-contrast', 1]])
  })

  test('finds a link that only its colour tells from the text around it', async () => {
    const link = (decoration: string) =>
      `<p style="background: white; color: black">Read <a href="/more" style="color: #333; text-decoration: ${decoration}">more</a> of it.</p>`
    expect(await found(link('underline'))).toEqual([])
    expect(await found(link('none'))).toEqual([['link-in-text-block', 1]])
  })

  test('finds what has nothing to do with colours', async () => {
    expect(await found('<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAAC">')).toEqual([
      ['image-alt', 1],
    ])
  })
})
