import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Browser } from 'playwright-core'

import { expectAccessible, hasBrowser, openBrowser, openPageOf, picture } from '../support/browser/browser.ts'
import { test } from '../support/service/default-service.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'
import { signedIn } from '../support/http/signed-in.ts'
import { noticeOf, sendNotice } from '../support/stripe/notices.ts'
import { ANSWERS, startStripeServer } from '../support/stripe/server.ts'
import type { StripeServer } from '../support/stripe/server.ts'

type Page = Awaited<ReturnType<typeof openPageOf>>

const SECRET = 'whsec_of_this_test'

let browser: Browser

beforeAll(async () => {
  if (hasBrowser()) browser = await openBrowser()
})
afterAll(() => browser?.close())

async function openPlan(service: TestService, planId: string) {
  const account = await service.account(planId)
  const page = await openPageOf(browser, service.url, await signedIn(service, account))
  await page.goto('/plan')
  return { account, page }
}

const leftIs = (page: Page, left: string) => page.getByText(left, { exact: true }).first().waitFor()

describe.runIf(hasBrowser())('where an operator decides about plans', () => {
  let service: TestService
  let operator: Page
  test.beforeAll(async ({ defaultService }) => {
    service = defaultService
    const office = await service.account()
    operator = await openPageOf(
      browser,
      service.url,
      await signedIn(service, office, { role: 'member', isOperator: true }),
    )
  })

  async function askFor(page: Page, plan: string) {
    await page.getByRole('button', { name: new RegExp(`^(Upgrade|Change) to ${plan}$`, 'u') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Ask for ${plan}` })
      .click()
    await page.getByText(`Your request for ${plan} waits for an answer`).waitFor()
  }

  test('an owner asks, the operator approves, and the owner’s open page has the plan', async () => {
    const { page } = await openPlan(service, 'free')
    await page.getByText('on the Free plan').waitFor()
    await askFor(page, 'Starter')
    await expectAccessible(page)
    await picture(page, 'plan-asked-desktop')

    await operator.goto('/operations')
    await operator.getByRole('link', { name: 'Plan requests 1 waiting' }).click()
    await operator.getByLabel('Message to the owners').fill('Welcome aboard.')
    await expectAccessible(operator)
    await picture(operator, 'plan-requests-one-desktop')
    await operator.getByRole('button', { name: /^Approve/u }).click()
    await operator.getByText('No open requests').waitFor()

    await page.getByText('Your request for Starter was approved').waitFor()
    await page.getByText('“Welcome aboard.”').waitFor()
    await page.getByText('on the Starter plan').waitFor()
    // So have the allowance and the statement.
    await leftIs(page, '60 min')
    await page.getByRole('cell', { name: 'Given by your plan' }).nth(1).waitFor()
    expect([...page.faults, ...operator.faults]).toEqual([])
    await page.context().close()
  })

  test('one whose request is declined keeps the plan, and reads why', async () => {
    const { page } = await openPlan(service, 'starter')
    await askFor(page, 'Scale')
    await operator.goto('/plan-requests')
    await operator.getByLabel('Message to the owners').fill('Please send a purchase order first.')
    await operator.getByRole('button', { name: /^Decline/u }).click()
    await operator.getByText('No open requests').waitFor()

    await page.getByText('Your request for Scale was declined').waitFor()
    await page.getByText('Please send a purchase order first.').waitFor()
    await page.getByText('on the Starter plan').waitFor()
    await page.getByRole('button', { name: 'Upgrade to Scale' }).waitFor()
    expect([...page.faults, ...operator.faults]).toEqual([])
    await page.context().close()
  })

  test('one who takes the request back can ask again', async () => {
    const { page } = await openPlan(service, 'free')
    await askFor(page, 'Starter')
    await page.getByRole('button', { name: 'Take it back' }).click()
    await page.getByRole('button', { name: 'Upgrade to Starter' }).waitFor()
    await operator.goto('/plan-requests')
    await operator.getByText('No open requests').waitFor()
    await page.context().close()
  })
})

describe.runIf(hasBrowser())('where accounts pay', () => {
  let stripe: StripeServer
  let service: TestService
  beforeAll(async () => {
    stripe = await startStripeServer()
    const settings = {
      baseUrl: stripe.url,
      secretKey: 'sk_test_of_this_test',
      webhookSecret: SECRET,
      prices: new Map([['growth', 'price_growth']]),
    }
    service = await startTestService({ worker: false, config: { stripe: settings } })
  })
  afterAll(async () => {
    await service?.stop()
    await stripe?.stop()
  })

  test('an owner pays at Checkout, and the page they come back to changes by itself', async () => {
    const { account, page } = await openPlan(service, 'free')
    const checkout = new URL(ANSWERS.session.url)
    await page.route(`${checkout.origin}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Checkout</title>' }),
    )
    await page.getByRole('button', { name: 'Upgrade to Growth' }).click()
    await page.waitForURL(checkout.href)

    const asked = stripe.asked.find(({ url }) => url === '/v1/checkout/sessions')!
    await page.goto(new URLSearchParams(asked.body).get('success_url')!)
    await page.getByText('Thank you').waitFor()
    await page.getByText('on the Free plan').waitFor()
    await leftIs(page, '3 min')
    await expectAccessible(page)

    const [row] = await service.query<{ customer_id: string }>(
      'select customer_id from billing_customers where account_id = $1',
      [account.accountId],
    )
    stripe.subscribed.set(row!.customer_id, ['active price_growth'])
    const notice = noticeOf(row!.customer_id, 'customer.subscription.created')
    expect((await sendNotice(service.url, notice, SECRET)).status).toBe(200)

    await page.getByText('on the Growth plan').waitFor()
    await page.getByRole('cell', { name: 'Given by your plan' }).nth(1).waitFor()
    expect(page.faults).toEqual([])
    await page.context().close()
  })

  test('an owner who comes back from Checkout by the browser’s button can choose again', async () => {
    const { page } = await openPlan(service, 'free')
    // An answer without a page leaves the person where they are, as browsers do that keep pages for the way back.
    await page.route(`${new URL(ANSWERS.session.url).origin}/**`, (route) => route.fulfill({ status: 204 }))
    const upgrade = page.getByRole('button', { name: 'Upgrade to Growth' })
    const left = page.waitForRequest(ANSWERS.session.url)
    await upgrade.click()
    await left
    expect(await upgrade.isDisabled()).toBe(true)
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    await expect.poll(() => upgrade.isEnabled()).toBe(true)
    await page.context().close()
  })
})
