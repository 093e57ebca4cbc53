import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { expectAccessible, hasBrowser, openBrowser, openPageOf, picture } from '../support/browser/browser.ts'
import { createTestClient } from '../support/service/client.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'
import { signedIn } from '../support/http/signed-in.ts'
import type { SignedInPerson } from '../support/http/signed-in.ts'
import { startWebhookReceiver } from '../support/webhook/webhook-receiver.ts'

describe.runIf(hasBrowser())('a developer', () => {
  let service: TestService
  let account: Awaited<ReturnType<TestService['account']>>
  let person: SignedInPerson
  let browser: Browser
  let page: Awaited<ReturnType<typeof openPageOf>>

  beforeAll(async () => {
    service = await startTestService({ config: { rateLimits: { requests: 60, creates: 2 } } })
    account = await service.account()
    person = await signedIn(service, account)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await service.stop()
  })
  beforeEach(async () => {
    page = await openPageOf(browser, service.url, person)
  })
  afterEach(async () => {
    expect(page.faults).toEqual([])
    await page.context().close()
  })

  test('sees what a key has taken of its limits rise while it is used', async () => {
    const { accountId } = account
    const { key } = await service.app.createApiKey({ accountId, name: 'Website' })
    const program = createTestClient(service.url, key)
    await page.goto('/developer/limits')
    const untilTaken = (label: string, taken: string) =>
      page.locator(`[role="progressbar"][aria-label="${label}"][aria-valuetext="${taken}"]`).waitFor({
        // A bar of nothing has no width.
        state: 'attached',
      })
    await untilTaken('Requests of Website', '0 of 60')
    for (let request = 0; request < 3; request += 1) await program.request('GET', '/me')
    await untilTaken('Requests of Website', '3 of 60')
    await untilTaken('Creations of Website', '0 of 2')

    await program.createVideo()
    await untilTaken('Requests of Website', '4 of 60')
    await untilTaken('Creations of Website', '1 of 2')
    await untilTaken('Created today', '1 of 200')
    await program.createVideo()
    await page.getByText('2 of 2 · full').waitFor()
    await page.getByText(/One more in \d+ s/u).waitFor()
    expect((await program.createVideo()).body.error.code).toBe('rate_limited')
    await expectAccessible(page)
    await picture(page, 'limits-full-desktop')
  })

  test('goes from a delivery to the video that it told of', async () => {
    const receiver = await startWebhookReceiver()
    const { accountId } = account
    await service.app.setWebhookEndpoint({ accountId, url: receiver.url })
    const { body } = await account.createVideo()
    await receiver.about(body.id)
    await receiver.stop()

    await page.goto('/developer/deliveries')
    const row = page.getByRole('row').filter({ hasText: body.id })
    await row.getByRole('link').click()
    await page.getByRole('link', { name: body.id }).waitFor()
    await expectAccessible(page)
    await picture(page, 'delivery-desktop')
    await page.getByRole('link', { name: body.id }).click()
    await page.waitForURL(`**/projects/${body.id}`)
    await page.getByRole('heading', { level: 1, name: 'Untitled video' }).waitFor()
  })
})
