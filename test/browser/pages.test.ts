import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { MEMBER_PAGES } from '../support/browser/application-pages.ts'
import {
  hasBrowser,
  inBoth,
  onPhone,
  openBrowser,
  openPageOf,
  pictureIn,
} from '../support/browser/browser.ts'
import { heldStudio } from '../support/service/held-studio.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'
import { signedIn } from '../support/http/signed-in.ts'
import type { SignedInPerson } from '../support/http/signed-in.ts'

describe.runIf(hasBrowser())('every page', () => {
  let service: TestService
  let browser: Browser
  let person: SignedInPerson
  let projectId: string
  let unfinishedId: string
  const studio = heldStudio()

  beforeAll(async () => {
    service = await startTestService({ studio })
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
        await onPhone(page, () => pictureIn(page, `${name}-phone`, scheme))
      })
      titles.add(await page.title())
    }
    // Tabs and the browser's history tell pages apart by it.
    expect(titles.size).toBe(paths.length)
    expect(page.faults).toEqual([])
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

  test('of another account shows nothing of this one', async () => {
    const stranger = await signedIn(service, await service.account())
    expect((await stranger.request('GET', `/projects/${projectId}`)).status).toBe(404)
    expect((await stranger.request('GET', '/projects')).body.data).toEqual([])
  })
})
