import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { hasBrowser, openBrowser, openPageOf } from '../support/browser/browser.ts'
import { signedIn } from '../support/http/signed-in.ts'
import type { SignedInPerson } from '../support/http/signed-in.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'

describe.runIf(hasBrowser())('an open tab', () => {
  let service: TestService
  let browser: Browser
  let account: Awaited<ReturnType<TestService['account']>>
  let person: SignedInPerson

  beforeAll(async () => {
    service = await startTestService()
    account = await service.account()
    person = await signedIn(service, account)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await service.stop()
  })

  async function openProjects() {
    const page = await openPageOf(browser, service.url, person)
    await page.goto('/projects')
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    return page
  }

  test('loads the application anew, once, when a release has taken the parts that it knows', async () => {
    const page = await openProjects()
    let refusals = 0
    await page.route(/assets\/voices[^/]*\.js/u, async (route) => {
      refusals += 1
      if (refusals > 1) await route.continue()
      else await route.fulfill({ status: 404, body: '' })
    })
    await page.getByRole('link', { name: 'Voices' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Voices' }).waitFor()
    expect(refusals).toBe(2)
    await page.context().close()
  })

  test('says that a page could not be loaded without a connection, and has all of it with its styles after', async () => {
    const page = await openProjects()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'New video' }).first().click()
    await page.getByText('This page could not be loaded. Check your connection').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'New video' }).waitFor()
    const missing = await page.evaluate(
      `[...document.querySelectorAll('link[rel=stylesheet]')].filter(({ sheet }) => sheet === null).length`,
    )
    expect(missing).toBe(0)
    await page.context().close()
  })

  test('speaks one language and has one date for a day, whatever the browser speaks and wherever it is', async () => {
    const context = await browser.newContext({
      baseURL: service.url,
      locale: 'de-DE',
      timezoneId: 'Pacific/Kiritimati',
    })
    const [name = '', ...value] = person.cookie.split('; ')[0]!.split('=')
    await context.addCookies([{ name, value: value.join('='), url: service.url }])
    const page = await context.newPage()
    await page.goto('/plan')
    const period = await page.getByText(/ · renews in \d+ days/u).textContent()
    const start = new Date((await account.request('GET', '/me')).body.period_started_at)
    const [day, month] = [
      start.getUTCDate(),
      start.toLocaleDateString('en-GB', { month: 'short', timeZone: 'UTC' }),
    ]
    expect(period).toContain(`${day} ${month} ${start.getUTCFullYear()} to`)
    await page.getByText(`${day} ${month}`, { exact: true }).first().waitFor()
    await context.close()
  })
})
