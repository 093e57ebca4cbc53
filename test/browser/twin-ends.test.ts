import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { BUILD_BROKEN } from '../../src/domain/twin/twin-failure.ts'
import { hasBrowser, openBrowser, openPage, openPageOf, pictures } from '../support/browser/browser.ts'
import { browserCookies, BUILT } from '../support/twin/recorded-twin.ts'
import type { RecordedTwin } from '../support/twin/recorded-twin.ts'
import { startTwinService } from '../support/twin/twin-service.ts'
import type { TwinService } from '../support/twin/twin-service.ts'

type Page = Awaited<ReturnType<typeof openPage>>

describe.runIf(hasBrowser())('a twin that failed or ends soon', () => {
  let at: TwinService
  let browser: Browser
  const pages: Page[] = []

  beforeAll(async () => {
    at = await startTwinService()
    browser = await openBrowser()
  })
  afterAll(async () => {
    // Nobody draws the pictures of these twins.
    const faults = pages.flatMap((page) => page.faults).filter((fault) => !fault.includes('/media/twins/'))
    expect(faults).toEqual([])
    await browser.close()
    await at.stop()
  })

  async function twinsPage() {
    const page = await openPageOf(browser, at.service.url, at.owner)
    pages.push(page)
    await page.goto('/twins')
    return page
  }

  async function linkPage(twin: RecordedTwin) {
    const { token } = twin
    const page = await openPage(browser, at.service.url)
    await page.context().addCookies(browserCookies(at.service, twin))
    pages.push(page)
    await page.goto(`/record#${token}`)
    return page
  }

  async function named(name: string) {
    const twin = await at.start(at.owner, { name, who: 'somebody' })
    await twin.recordAll()
    await twin.consent()
    return twin
  }

  test('by a fault of the machine is built again by one button, and its person is told so', async () => {
    const twin = await named('Anna')
    await twin.builds.fail(twin.twinId, BUILD_BROKEN)
    const person = await linkPage(twin)
    await person.getByText('You need not record anything again').waitFor()
    const page = await twinsPage()
    await page.getByText('Nothing has to be recorded again.').waitFor()
    await pictures(page, 'twins-try-again')
    await page.getByRole('button', { name: 'Try again: Anna' }).click()
    await page.getByText('Being built').waitFor()
    await twin.builds.publish(twin.twinId, BUILT)
    await page.getByText('Videos can be made with it.').waitFor()
  })

  test('is reminded of on both pages, renewed by a link, and used meanwhile', async () => {
    const twin = await named('Berta')
    await twin.builds.publish(twin.twinId, BUILT)
    const soon = "clock_timestamp() + interval '29 days'"
    await at.service.query(`update twins set expires_at = ${soon} where id = $1`, [twin.twinId])
    const person = await linkPage(twin)
    await person.getByText(/^Your consent ends on/u).waitFor()
    await pictures(person, 'record-ends-soon')
    const page = await twinsPage()
    await page.getByText('Ends soon').waitFor()
    await page.getByRole('button', { name: 'Make a link to renew: Berta' }).click()
    await page.getByText('The current twin stays in use until the new one is ready').waitFor()
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.getByRole('textbox', { name: 'Link of the recording' }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Renewal: to be recorded.').waitFor()
    await pictures(page, 'twins-renewal')
    expect(await at.statusOf(twin.twinId)).toBe('ready')
    await page.getByRole('link', { name: /Berta/u }).first().waitFor()
  })
})
