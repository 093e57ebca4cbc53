import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import {
  expectAccessible,
  hasBrowser,
  openBrowser,
  openPage,
  picture,
  SIZES,
} from '../support/browser/browser.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'

const PASSWORD = 'correct horse battery staple'

describe.runIf(hasBrowser())('on the way in', () => {
  let service: TestService
  let browser: Browser
  let page: Awaited<ReturnType<typeof openPage>>

  beforeAll(async () => {
    service = await startTestService({ worker: false })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await service.stop()
  })
  beforeEach(async () => {
    page = await openPage(browser, service.url)
  })
  afterEach(async () => {
    expect(page.faults).toEqual([])
    await page.context().close()
  })

  test('a visitor sees what this is, and is told how the first owner gets in', async () => {
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: /presenter video/u }).waitFor()
    await page.getByText('Open the link that it printed').waitFor()
    expect(await page.locator('video').getAttribute('src')).toContain('/media/presenters/')
    await expectAccessible(page)
    await picture(page, 'landing-desktop')
    await page.setViewportSize(SIZES.phone)
    await picture(page, 'landing-phone')
  })

  test('the first owner follows the printed link, signs out, and signs in again', async () => {
    await page.goto(`/setup#${service.app.setupCode}`)
    await page.getByLabel('Company or team').fill('Kern Ltd')
    await page.getByLabel('Your name').fill('Ada Kern')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('too short')
    await page.getByRole('button', { name: 'Create my sign-in' }).click()
    await page.getByText('Use at least 15 characters').waitFor()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create my sign-in' }).click()
    await page.waitForURL('**/projects')

    await page.getByRole('button', { name: /Your account/u }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/$/u)

    // A page that needs somebody asks for them, and is shown afterwards.
    await page.goto('/people')
    await page.waitForURL('**/sign-in**')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('not the right password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('do not match').waitFor()
    await expectAccessible(page)
    await picture(page, 'sign-in-desktop')
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/people')
  })

  test('an invited person joins by the link, and a used link says so', async () => {
    const { accountId } = await service.account()
    const { path } = await service.app.invite({ accountId, email: 'kim@example.com', role: 'member' })
    await page.goto(path)
    await page.getByLabel('Your name').fill('Kim')
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Join' }).click()
    await page.waitForURL('**/projects')
    await page.goto('/projects')
    await page.goto(path)
    await page.getByText('no longer works').waitFor()
    await expectAccessible(page)
  })
})
