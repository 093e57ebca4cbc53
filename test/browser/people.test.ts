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

const PASSWORD = 'correct horse battery staple'

type TestPage = Awaited<ReturnType<typeof openPage>>

describe.runIf(hasBrowser())('the people of an account', () => {
  let service: TestService
  let browser: Browser
  let accountId: string
  let owners: TestPage
  let kims: TestPage

  test.beforeAll(async ({ defaultService }) => {
    service = defaultService
    const account = await service.account()
    accountId = account.accountId
    const owner = await signedIn(service, account)
    browser = await openBrowser()
    owners = await openPageOf(browser, service.url, owner)
    kims = await openPage(browser, service.url)
  })
  afterAll(async () => {
    expect([...owners.faults, ...kims.faults]).toEqual([])
    await browser.close()
  })

  test('grow by a link, which is shown once and opened in another browser', async () => {
    await owners.goto('/people')
    await owners.getByRole('button', { name: 'Invite someone' }).click()
    const dialog = owners.getByRole('dialog')
    await dialog.getByLabel('Email').fill('kim@example.com')
    await expectAccessible(owners)
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = await dialog.getByRole('textbox', { name: 'Invitation link' }).inputValue()
    expect(link).toContain(`${service.url}/join#`)
    await expectAccessible(owners)
    await dialog.getByRole('button', { name: 'Done' }).click()

    await owners.getByRole('list', { name: 'Open invitations' }).getByText('kim@example.com').waitFor()
    await owners.getByRole('button', { name: 'Invite someone' }).click()
    await dialog.getByLabel('Email').waitFor()
    expect(await owners.content()).not.toContain(link.split('#')[1])
    await owners.keyboard.press('Escape')

    await kims.goto(link)
    await kims.getByText('You were invited as kim@example.com').waitFor()
    await kims.getByLabel('Your name').fill('Kim')
    await kims.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await kims.getByRole('button', { name: 'Join' }).click()
    await kims.waitForURL('**/projects')
    await owners.reload()
    await owners.getByRole('list', { name: 'Members' }).getByText('kim@example.com').waitFor()
    await owners.getByText('No open invitations').waitFor()
  })

  test('see as members what they may do, and nothing else', async () => {
    await kims.goto('/people')
    await kims.getByRole('list', { name: 'Members' }).getByText('kim@example.com').waitFor()
    expect(await kims.getByRole('button', { name: 'Invite someone' }).count()).toBe(0)
    expect(await kims.getByRole('combobox').count()).toBe(0)
    expect(await kims.getByRole('button', { name: /^More about/u }).count()).toBe(1)
    const navigation = kims.getByRole('navigation', { name: 'Main' })
    expect(await navigation.getByRole('link', { name: /Operations|Plan requests/u }).count()).toBe(0)

    await kims.goto('/developer/keys')
    await kims.getByText('Owners of the account create and revoke keys').waitFor()
    await kims.getByRole('row').nth(1).waitFor()
    expect(await kims.getByRole('button', { name: /Create key|Revoke|Replace/u }).count()).toBe(0)
    await kims.goto('/operations')
    await kims.getByText('This page is for operators').waitFor()
    await kims.goto('/plan-requests')
    await kims.getByText('This page does not exist').waitFor()
    const invitation = { email: 'eve@example.com', role: 'owner' }
    const refused = await kims.request.post('/api/console/people/invitations', {
      data: invitation,
      headers: { Origin: service.url },
    })
    expect(refused.status()).toBe(403)
  })

  test('see the name that an owner gives the account, in the header and at once', async () => {
    await owners.goto('/people')
    await owners.getByLabel('Account name').fill('Kern and Daughters')
    await owners.getByRole('button', { name: 'Save' }).click()
    await owners.getByText('The account is renamed.').waitFor()
    await owners.getByRole('banner').getByText('Kern and Daughters').waitFor()
    await expectAccessible(owners)
    await kims.goto('/people')
    await kims.getByText('the videos of Kern and Daughters').waitFor()
    expect(await kims.getByLabel('Account name').count()).toBe(0)
  })

  test('become owners and members again, and the last owner stays one', async () => {
    await owners.goto('/people')
    // Nothing can be chosen for the only owner, who cannot leave either.
    await owners.getByRole('combobox', { name: 'Role of Kim' }).waitFor()
    expect(await owners.getByRole('combobox').count()).toBe(1)
    expect(await owners.getByRole('button', { name: 'More about Test Person' }).count()).toBe(0)

    await owners.getByRole('combobox', { name: 'Role of Kim' }).selectOption('Owner')
    await owners.getByText('Kim is now an owner.').waitFor()
    await owners.getByRole('button', { name: 'More about Test Person' }).waitFor()
    await kims.goto('/people')
    await kims.getByRole('button', { name: 'Invite someone' }).waitFor()

    await owners.getByRole('combobox', { name: 'Role of Kim' }).selectOption('Member')
    await owners.getByText('Kim is now a member.').waitFor()
    await owners.getByRole('button', { name: 'More about Test Person' }).waitFor({ state: 'detached' })
    await kims.reload()
    await kims.getByRole('list', { name: 'Members' }).waitFor()
    expect(await kims.getByRole('button', { name: 'Invite someone' }).count()).toBe(0)
  })

  test('who work for two accounts have each in its own tab, and links lead to the account that they are about', async () => {
    const second = await service.account()
    const owner = await signedIn(service, second)
    const invitation = { email: 'kim@example.com', role: 'member' }
    const { body } = await owner.request('POST', '/people/invitations', invitation)
    await kims.goto(body.path)
    await kims.getByRole('button', { name: 'Join' }).click()
    await kims.waitForURL(`**/${second.accountId}/projects`)

    const other = await kims.context().newPage()
    await other.goto(`/${accountId}/people`)
    await other.getByText('the videos of Kern and Daughters').waitFor()
    await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Plan' }).click()
    await other.waitForURL(`**/${accountId}/plan`)
    await kims.reload()
    await kims.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    expect(new URL(kims.url()).pathname).toBe(`/${second.accountId}/projects`)
    // The one that was seen last is meant where no account is named.
    await other.goto('/people')
    await other.waitForURL(`**/${second.accountId}/people`)
    await other.close()

    const { accountId: strange } = await service.account()
    await kims.goto(`/${strange}/projects`)
    await kims.getByRole('heading', { name: 'You do not work for this account' }).waitFor()
    await expectAccessible(kims)
    await kims.getByRole('button', { name: 'Kern and Daughters' }).click()
    await kims.waitForURL(`**/${accountId}/projects`)
    const members: { id: string; name: string }[] = (await owner.request('GET', '/people')).body.members
    const kim = members.find(({ name }) => name === 'Kim')!
    expect((await owner.request('DELETE', `/people/${kim.id}`)).status).toBe(200)
  })

  test('who are removed see nothing of the account from then on, and are told why', async () => {
    await kims.goto('/projects')
    await kims.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    await owners.getByRole('button', { name: 'More about Kim' }).click()
    await owners.getByRole('menuitem', { name: 'Remove from this account' }).waitFor()
    await expectAccessible(owners)
    await owners.getByRole('menuitem', { name: 'Remove from this account' }).click()
    await owners.getByRole('dialog').getByText('immediately, on every device').waitFor()
    await expectAccessible(owners)
    await owners.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await owners.getByText('Kim no longer works for this account.').waitFor()

    await kims.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }).click()
    await kims.getByText('You do not work for any account').waitFor()
    await kims.reload()
    await kims.getByRole('heading', { name: 'You do not work for any account' }).waitFor()
    await expectAccessible(kims)
  })
})
