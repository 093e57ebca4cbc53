import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { expectAccessible, hasBrowser, openBrowser, openPageOf } from '../support/browser/browser.ts'
import { quickStudio } from '../support/service/quick-studio.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'
import { signedIn } from '../support/http/signed-in.ts'
import type { SignedInPerson } from '../support/http/signed-in.ts'

/** What opens over a page: where, and by which steps. */
interface Overlay {
  readonly path: string
  readonly name: string
  open(page: Page): Promise<void>
  /** Whether its kind is looked at in the dark too, by this example. */
  readonly inDark?: true
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const dialogOf = (...buttons: (string | RegExp)[]) =>
  async function open(page: Page) {
    for (const name of buttons) await button(page, name).click()
    await page.getByRole('dialog').waitFor()
  }
const menuOf = (name: string | RegExp) =>
  async function open(page: Page) {
    await button(page, name).click()
    await page.getByRole('menuitem').first().waitFor()
  }
const tooltipOf = (find: (page: Page) => ReturnType<Page['locator']>) =>
  async function open(page: Page) {
    await find(page).hover()
    await page.getByRole('tooltip').waitFor()
  }

const OVERLAYS: readonly Overlay[] = [
  { path: '/projects', name: 'menu of the person', open: menuOf(/^Your account/u), inDark: true },
  { path: '/projects', name: 'menu of a project', open: menuOf(/^More for/u) },
  { path: '/projects/VIDEO', name: 'menu of downloads', open: menuOf('More to download') },
  {
    path: '/projects/VIDEO',
    name: 'tooltip of a button',
    open: tooltipOf((page) => button(page, 'Copy script')),
  },
  { path: '/voices', name: 'tooltip of a voice', open: tooltipOf((page) => button(page, /^Play a sample/u)) },
  { path: '/voices', name: 'tooltip of a star', open: tooltipOf((page) => button(page, /^Star /u)) },
  { path: '/presenters', name: 'tooltip of a presenter', open: tooltipOf((page) => button(page, /^Hear /u)) },
  {
    path: '/people',
    name: 'tooltip of a moment',
    open: tooltipOf((page) => page.locator('time').first()),
    inDark: true,
  },
  { path: '/people', name: 'dialog for an invitation', open: dialogOf('Invite someone') },
  { path: '/people', name: 'menu of a member', open: menuOf('More about Test Person') },
  { path: '/pronunciations', name: 'dialog for a word', open: dialogOf('Add a word') },
  {
    path: '/pronunciations',
    name: 'voices in the dialog for a word',
    inDark: true,
    async open(page) {
      await button(page, 'Add a word').click()
      await page.getByRole('dialog').getByRole('combobox', { name: 'Voice' }).click()
      await page.getByRole('option').first().waitFor()
    },
  },
  { path: '/developer/keys', name: 'dialog for a key', open: dialogOf('Create key') },
  { path: '/developer/keys', name: 'dialog that replaces a key', open: dialogOf(/^Replace the key/u) },
  {
    path: '/developer/keys',
    name: 'dialog that revokes a key',
    open: dialogOf(/^Revoke the key/u),
    inDark: true,
  },
  { path: '/developer/webhook', name: 'dialog for a secret', open: dialogOf('Roll secret') },
  { path: '/developer/webhook', name: 'dialog that removes the webhook', open: dialogOf('Remove') },
  { path: '/developer/webhook', name: 'dialog for an endpoint', open: dialogOf('Add endpoint') },
  {
    path: '/developer/keys',
    name: 'new key, shown once',
    async open(page) {
      await button(page, 'Create key').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Website')
      await dialog.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('textbox', { name: 'API key' }).waitFor()
    },
  },
  {
    path: '/new',
    name: 'colours of the wall',
    async open(page) {
      await page.getByText('Colour', { exact: true }).click()
      await page.getByLabel('Colour of the wall').click()
      await page.getByRole('slider').first().waitFor()
    },
  },
  { path: '/plan', name: 'dialog that asks for a plan', open: dialogOf(/^(?:Ask for|Upgrade|Change to) /u) },
]

describe.runIf(hasBrowser())('what opens over a page', () => {
  let service: TestService
  let browser: Browser
  let owner: SignedInPerson
  let videoId: string

  beforeAll(async () => {
    service = await startTestService({ studio: quickStudio() })
    const account = await service.account('starter')
    owner = await signedIn(service, account)
    // Two owners: only then can one leave.
    await signedIn(service, account)
    await account.request('PUT', '/webhooks/endpoint', { body: { url: 'http://127.0.0.1:9/hook' } })
    const { body } = await account.createVideo({ script: 'Hello.', title: 'Release notes' })
    videoId = String(body.id)
    await account.untilStatus(videoId, 'ready')
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await service.stop()
  })

  test.each(['light', 'dark'] as const)('can be used by everybody, %s', async (colorScheme) => {
    const page = await openPageOf(browser, service.url, owner)
    await page.emulateMedia({ colorScheme })
    const faulty: string[] = []
    for (const { path, name, open } of OVERLAYS.filter(({ inDark }) => colorScheme === 'light' || inDark)) {
      await page.goto(path.replace('VIDEO', videoId))
      await page.getByRole('heading', { level: 1 }).waitFor()
      // All of them are looked at, so that one run tells all there is to mend.
      await open(page)
        .then(() => expectAccessible(page, colorScheme === 'dark' ? 'colours' : 'all'))
        .catch((error: unknown) => faulty.push(`${name}: ${String(error)}`))
    }
    expect(faulty).toEqual([])
    expect(page.faults).toEqual([])
    await page.context().close()
  })

  test('the picker of a colour opens for a person who clicked its field before it had loaded', async () => {
    const page = await openPageOf(browser, service.url, owner)
    let load: (() => void) | undefined
    const asked = new Promise<void>((resolve) => (load = resolve))
    await page.route(/colour-input/u, async (route) => {
      await asked
      await route.continue()
    })
    await page.goto('/new')
    await page.getByText('Colour', { exact: true }).click()
    const field = page.getByLabel('Colour of the wall')
    await field.click()
    expect(await field.getAttribute('readonly')).not.toBeNull()
    load!()
    await page.getByRole('slider').first().waitFor()
    expect(page.faults).toEqual([])
    await page.context().close()
  })
})
