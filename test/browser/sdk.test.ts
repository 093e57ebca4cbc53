import { readFile } from 'node:fs/promises'

import { afterAll, describe, expect } from 'vitest'
import type { Browser } from 'playwright-core'

import { SDK_PACKAGE } from '../../src/app/shipped.ts'
import { hasBrowser, openBrowser } from '../support/browser/browser.ts'
import { packedFiles } from '../support/sdk/packed-files.ts'
import { test } from '../support/service/default-service.ts'

/** As text: Vitest would put a function of its own in the place of the import. */
const OUTCOMES = `async (code) => {
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
  const { PresenterVideo } = await import(url)
  const outcomeOf = (more) => {
    try {
      return typeof new PresenterVideo({ apiKey: 'pv_test_1', baseUrl: 'https://video.example.com/api/v1', ...more }).videos
    } catch (error) {
      return String(error)
    }
  }
  return [outcomeOf({}), outcomeOf({ dangerouslyAllowBrowser: true })]
}`

describe.runIf(hasBrowser())('the TypeScript SDK in a browser', () => {
  let browser: Browser
  test.beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('refuses to give its key away, unless it is allowed to', async () => {
    const code = packedFiles(await readFile(SDK_PACKAGE)).get('dist/index.js')!
    const page = await browser.newPage()
    const outcomes = await page.evaluate(`(${OUTCOMES})(${JSON.stringify(code)})`)
    expect(outcomes).toEqual([expect.stringMatching(/^PresenterError: An API key in a browser/u), 'object'])
  })
})
