import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { MEMBER_PAGES } from '../support/application-pages.ts'
import { expectAccessible, hasBrowser, openBrowser, openPageOf, picture, SIZES } from '../support/browser.ts'
import { quickStudio } from '../support/quick-studio.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import type { SignedInPerson } from '../support/signed-in.ts'

describe.runIf(hasBrowser())('every page', () => {
  let service: TestService
  let browser: Browser
  let person: SignedInPerson
  let projectId: string

  beforeAll(async () => {
    service = await startTestService({ studio: quickStudio() })
    const account = await service.account()
    person = await signedIn(service, account, { isOperator: true })
    const { body } = await account.createVideo({ script: 'Hello from a video.', title: 'Release notes' })
    await account.untilStatus(body.id, 'ready')
    projectId = String(body.id)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await service.stop()
  })

  async function openSignedIn(scheme: 'light' | 'dark') {
    const page = await openPageOf(browser, service.url, person)
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    return page
  }

  test.each(['light', 'dark'] as const)(
    'can be used by everybody at desktop and phone width, %s',
    async (scheme) => {
      const page = await openSignedIn(scheme)
      for (const path of [...MEMBER_PAGES, `/projects/${projectId}`]) {
        const name = path.replace(projectId, 'video').slice(1).replaceAll('/', '-')
        for (const [size, viewport] of Object.entries(SIZES)) {
          await page.setViewportSize(viewport)
          const response = await page.goto(path)
          expect(response?.status(), path).toBe(200)
          await page.getByRole('heading', { level: 1 }).waitFor()
          await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
          await picture(page, `${name}-${size}-${scheme}`)
          await expectAccessible(page)
        }
      }
      expect(page.faults).toEqual([])
      await page.context().close()
    },
  )

  test('of another account shows nothing of this one', async () => {
    const stranger = await signedIn(service, await service.account())
    expect((await stranger.request('GET', `/projects/${projectId}`)).status).toBe(404)
    expect((await stranger.request('GET', '/projects')).body.data).toEqual([])
  })
})
