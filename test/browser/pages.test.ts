import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { MEMBER_PAGES } from '../support/browser/application-pages.ts'
import {
  expectAccessible,
  hasBrowser,
  inBoth,
  onPhone,
  openBrowser,
  openPage,
  openPageOf,
  pictureIn,
} from '../support/browser/browser.ts'
import { heldStudio } from '../support/service/held-studio.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'
import { signedIn } from '../support/http/signed-in.ts'
import type { SignedInPerson } from '../support/http/signed-in.ts'

const SUPPORT = 'mailto:help@example.com'

describe.runIf(hasBrowser())('every page', () => {
  let service: TestService
  let browser: Browser
  let person: SignedInPerson
  let projectId: string
  let unfinishedId: string
  const studio = heldStudio()

  beforeAll(async () => {
    service = await startTestService({ studio, config: { supportUrl: SUPPORT } })
    const account = await service.account()
    person = await signedIn(service, account, { isOperator: true })
    studio.release()
    const { body } = await account.createVideo({ script: 'Hello from a video.', title: 'Release notes' })
    await account.untilStatus(body.id, 'ready')
    projectId = String(body.id)
    studio.hold()
    unfinishedId = String((await account.createVideo()).body.id)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    studio.release()
    await service.stop()
  })

  test('can be used by everybody on a laptop and on a phone, in the light and in the dark', async () => {
    const page = await openPageOf(browser, service.url, person)
    const titles = new Set<string>()
    const paths = [...MEMBER_PAGES, `/projects/${projectId}`, `/projects/${unfinishedId}`]
    for (const path of paths) {
      const name = path
        .replace(projectId, 'video')
        .replace(unfinishedId, 'unfinished')
        .slice(1)
        .replaceAll('/', '-')
      const response = await page.goto(path)
      expect(response?.status(), path).toBe(200)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      await inBoth(page, async (scheme) => {
        await pictureIn(page, `${name}-desktop`, scheme)
        await onPhone(page, async () => {
          await pictureIn(page, `${name}-phone`, scheme)
          const brand = await page.getByRole('link', { name: 'Presenter Video' }).boundingBox()
          expect(brand!.height, 'the header in one line').toBeLessThan(32)
        })
      })
      titles.add(await page.title())
    }
    // Tabs and the browser's history tell pages apart by it.
    expect(titles.size).toBe(paths.length)
    expect(page.faults).toEqual([])
    await page.context().close()
  })

  test('says that it is loading, in a way that everybody hears, as long as nothing of it has come', async () => {
    const page = await openPageOf(browser, service.url, person)
    // Who is signed in is known; everything else is on the way for ever.
    await page.route(/\/api\/console\/(?!session\b)/u, () => {})
    for (const path of MEMBER_PAGES) {
      await page.goto(path)
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
      await expectAccessible(page)
    }
    await page.context().close()
  })

  test('can be used with the keyboard alone: one stop for a group of cards, arrows within it', async () => {
    const page = await openPageOf(browser, service.url, person)
    await page.goto('/new')
    const group = page.getByRole('radiogroup', { name: 'Presenter' })
    await group.getByRole('radio').first().waitFor()
    await page.getByRole('textbox', { name: 'Script' }).focus()
    const focused = () => page.locator(':focus').textContent()
    const stops: (string | null)[] = []
    for (let presses = 0; presses < 3; presses += 1) {
      await page.keyboard.press('Tab')
      stops.push(await focused())
    }
    // Title, then one presenter, then what comes after them.
    const presenters = await group.getByRole('radio').allTextContents()
    expect(presenters.length).toBeGreaterThan(1)
    expect(stops.filter((text) => presenters.includes(text ?? ''))).toEqual([presenters[0]])
    await page.getByRole('radio').first().focus()
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe(presenters[1])
    await page.getByRole('radio', { name: presenters[1]!, checked: true }).waitFor()
    await page.context().close()
  })

  test('is announced when it is gone to, and shows what is chosen where the system chooses the colours', async () => {
    const page = await openPageOf(browser, service.url, person)
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/projects')
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await navigation.getByRole('link', { name: 'Voices' }).click()
    await page
      .getByRole('status')
      .filter({ hasText: 'Voices · Presenter Video' })
      .waitFor({ state: 'attached' })
    const link = (name: string) =>
      `[...document.querySelectorAll('nav a')].find((a) => a.textContent === '${name}')`
    const outline = (name: string) => page.evaluate(`getComputedStyle(${link(name)}).outlineStyle`)
    expect([await outline('Voices'), await outline('Projects')]).toEqual(['solid', 'none'])
    await page.context().close()
  })

  test('keeps the place of a video that is still being made, so that nothing jumps when it is there', async () => {
    const page = await openPageOf(browser, service.url, person)
    const placeOn = async (id: string, what: string) => {
      await page.goto(`/projects/${id}`)
      const box = await page.locator(what).boundingBox()
      return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) }
    }
    const making = await placeOn(unfinishedId, 'div:has(> div > [role="status"])')
    expect(making.width).toBeGreaterThan(500)
    expect(making).toEqual(await placeOn(projectId, 'div:has(> video)'))
    await page.context().close()
  })

  test('has the ways on, also when there is none at its address, and the address to ask for help at', async () => {
    const page = await openPageOf(browser, service.url, person)
    await page.goto('/no-such-page')
    await page.getByText('This page does not exist').waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).waitFor()
    await page.getByRole('button', { name: /^Your account/u }).click()
    const help = page.getByRole('menuitem', { name: 'Contact support' })
    expect(await help.getAttribute('href')).toBe(SUPPORT)
    await page.context().close()
    const stranger = await openPage(browser, service.url)
    await stranger.goto('/no-such-page')
    await stranger.getByText('This page does not exist').waitFor()
    expect(await stranger.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
    await stranger.context().close()
  })

  test('of another account shows nothing of this one', async () => {
    const stranger = await signedIn(service, await service.account())
    expect((await stranger.request('GET', `/projects/${projectId}`)).status).toBe(404)
    expect((await stranger.request('GET', '/projects')).body.data).toEqual([])
  })
})
