import { afterAll, describe, expect } from 'vitest'
import type { Browser } from 'playwright-core'

import {
  expectAccessible,
  hasBrowser,
  openBrowser,
  openPage,
  openPageOf,
} from '../support/browser/browser.ts'
import { test } from '../support/service/default-service.ts'
import type { TestService } from '../support/service/service.ts'
import { signedIn } from '../support/http/signed-in.ts'
import type { SignedInPerson } from '../support/http/signed-in.ts'

const PASSWORD = 'correct horse battery staple'
const NEW_PASSWORD = 'staple battery horse correct'
const NEW_EMAIL = 'ada.new@example.com'

type TestPage = Awaited<ReturnType<typeof openPage>>

describe.runIf(hasBrowser())('on their profile, a person', () => {
  let service: TestService
  let browser: Browser
  let person: SignedInPerson
  let page: TestPage
  let elsewhere: TestPage

  test.beforeAll(async ({ defaultService }) => {
    service = defaultService
    person = await signedIn(service, await service.account())
    browser = await openBrowser()
    page = await openPageOf(browser, service.url, person)
    elsewhere = await openPage(browser, service.url)
  })
  afterAll(async () => {
    expect([...page.faults, ...elsewhere.faults]).toEqual([])
    await browser.close()
  })

  /** Signs in by another browser, from the page that is asked for. */
  async function signInElsewhere(email: string, password: string) {
    await elsewhere.getByLabel('Email').fill(email)
    await elsewhere.getByRole('textbox', { name: 'Password' }).fill(password)
    await elsewhere.getByRole('button', { name: 'Sign in' }).click()
  }

  test('sees where they are signed in, and signs another browser out: at its next request it is at the entrance', async () => {
    await elsewhere.goto('/voices')
    await signInElsewhere(person.email, PASSWORD)
    await elsewhere.waitForURL('**/voices')
    await elsewhere.getByRole('heading', { level: 1, name: 'Voices' }).waitFor()

    await page.goto('/profile')
    const sessions = page.getByRole('list', { name: 'Where you are signed in' })
    await sessions.getByText('This one').waitFor()
    await sessions.getByText('Chrome on Linux').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Sign out Chrome/u }).click()
    await page.getByText('That device is signed out.').waitFor()

    await elsewhere.getByRole('link', { name: 'Pronunciations' }).click()
    await elsewhere.waitForURL(/\/sign-in\?to=%2F\w+%2Fpronunciations$/u)
    // Signing in leads back to the page that was asked for.
    await signInElsewhere(person.email, PASSWORD)
    await elsewhere.waitForURL('**/pronunciations')
  })

  test('changes the password, which signs the other browser out and is the only one that signs in', async () => {
    await page.goto('/profile')
    await page.getByRole('textbox', { name: 'Current password' }).fill('not the right password')
    await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('This is not your password.').waitFor()
    await page.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password is changed').waitFor()
    await expectAccessible(page)

    await elsewhere.getByRole('link', { name: 'Voices' }).click()
    await elsewhere.waitForURL(/\/sign-in\?to=%2F\w+%2Fvoices$/u)
    await signInElsewhere(person.email, PASSWORD)
    await elsewhere.getByText('do not match').waitFor()
    await signInElsewhere(person.email, NEW_PASSWORD)
    await elsewhere.waitForURL('**/voices')
    // This browser stays signed in.
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor()
  })

  test('changes the email address with the password, and signs in with it from then on', async () => {
    await page.getByLabel('New email').fill(NEW_EMAIL)
    await page.getByRole('textbox', { name: 'Your password' }).fill('not the right password')
    await page.getByRole('button', { name: 'Change email' }).click()
    await page.getByText('This is not your password.').waitFor()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Your password' }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change email' }).click()
    await page.getByText(`You sign in as ${NEW_EMAIL} from now on.`).waitFor()
    await page.getByText(`Current email: ${NEW_EMAIL}`).waitFor()

    await elsewhere.getByRole('button', { name: /Your account/u }).click()
    await elsewhere.getByRole('menuitem', { name: 'Sign out' }).click()
    await elsewhere.waitForURL(/\/$/u)
    await elsewhere.goto('/sign-in')
    await signInElsewhere(NEW_EMAIL, NEW_PASSWORD)
    await elsewhere.waitForURL('**/projects')
  })

  test('changes the name, which the page shows at once', async () => {
    await page.getByLabel('Your name').fill('Ada Berg')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your name is changed.').waitFor()
    await page.getByRole('button', { name: 'Your account, Ada Berg' }).waitFor()
  })
})
