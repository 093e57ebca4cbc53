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

  test('makes a key that may do little and expires, and sees keys that nobody uses', async () => {
    const { accountId } = account
    const { apiKey: forgotten } = await service.app.createApiKey({ accountId, name: 'Forgotten' })
    await service.query(
      `update api_keys set created_at = created_at - interval '200 days', last_used_from = '203.0.113.0/24',
        last_used_at = clock_timestamp() - interval '100 days' where id = $1`,
      [forgotten.id],
    )
    await page.goto('/developer/keys')
    await page.getByText('One key has not been used for 90 days').waitFor()
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await row('Forgotten').getByText('from 203.0.113.0/24').locator('visible=true').waitFor()

    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('Reports')
    await page.getByLabel('Webhook', { exact: true }).fill('https://127.0.0.1/reports')
    await page.getByLabel('Only what I choose').check()
    const create = page.getByRole('dialog').getByRole('button', { name: 'Create key' })
    expect(await create.isDisabled()).toBe(true)
    await page.getByLabel('account:read').check()
    await page.getByLabel('videos:read').check()
    await page.getByLabel('How long it works').selectOption('90 days')
    await expectAccessible(page)
    await picture(page, 'key-bounds-desktop')
    await create.click()
    const key = await page.getByLabel('API key', { exact: true }).inputValue()
    // A key that cannot create videos comes with no request that does.
    expect(await page.getByText('Try it').count()).toBe(0)
    await page.getByRole('button', { name: 'Done' }).click()
    await row('Reports').getByText('Only videos:read, account:read').waitFor()
    await row('Reports').getByText('Expires in 90 days').waitFor()
    await row('Reports').getByText('Events to https://127.0.0.1/reports').waitFor()
    await expectAccessible(page)
    await picture(page, 'keys-desktop')

    const { body } = await createTestClient(service.url, key).request('GET', '/me')
    expect(body.key.scopes).toEqual(['videos:read', 'account:read'])
  })

  test('adds an endpoint, tries it, pauses it, gives it another secret, and deletes it', async () => {
    const receiver = await startWebhookReceiver()
    await page.goto('/developer/webhook')
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URL').fill(receiver.url)
    await dialog.getByLabel('What it is for').fill('Archive')
    await dialog.getByLabel('video.deleted').check()
    await expectAccessible(page)
    await picture(page, 'endpoint-form-desktop')
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    expect(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(/^whsec_/u)
    await page.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Archive' })
    await row.getByText('video.ready, video.failed, video.deleted').waitFor()

    await row.getByRole('button', { name: 'Send test: Archive' }).click()
    await dialog.getByRole('button', { name: 'Send test event' }).click()
    await dialog.getByText('Your server took the event').waitFor()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()

    await row.getByRole('button', { name: 'Pause: Archive' }).click()
    await row.getByText('Paused').waitFor()
    await row.getByRole('button', { name: 'Resume: Archive' }).click()
    await row.getByText('Active').waitFor()
    await expectAccessible(page)
    await picture(page, 'endpoints-desktop')

    await row.getByRole('button', { name: 'Roll secret: Archive' }).click()
    await dialog.getByRole('button', { name: 'Make new secret' }).click()
    expect(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(/^whsec_/u)
    await page.getByRole('button', { name: 'Done' }).click()

    await row.getByRole('button', { name: 'Delete: Archive' }).click()
    await dialog.getByRole('button', { name: 'Delete endpoint' }).click()
    await row.waitFor({ state: 'detached' })
    await receiver.stop()
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
    await page.getByRole('heading', { level: 1, name: 'Hello there.' }).waitFor()
  })
})
