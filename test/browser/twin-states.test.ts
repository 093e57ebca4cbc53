import { fileURLToPath } from 'node:url'

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDatabase } from '../../src/db/database.ts'
import { createLog } from '../../src/process/log.ts'
import { hasBrowser, openBrowser, openPage, openPageOf, pictures } from '../support/browser/browser.ts'
import { browserCookies } from '../support/twin/recorded-twin.ts'
import { startTwinService } from '../support/twin/twin-service.ts'
import type { TwinService } from '../support/twin/twin-service.ts'

const PERSON = fileURLToPath(new URL('../../presenters/amara/thumbnail.jpg', import.meta.url))

const DAY_MS = 86_400_000

describe.runIf(hasBrowser())('where a twin stands', () => {
  let at: TwinService
  let browser: Browser
  let db: ReturnType<typeof openDatabase>

  beforeAll(async () => {
    at = await startTwinService()
    db = openDatabase(at.service.databaseUrl, createLog({ level: 'silent' }))
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await db.destroy()
    await at.stop()
  })

  test('is said on its card and by its link, with what to do next', async () => {
    const person = await at.start(at.member, { name: 'Fiona', who: 'me' })
    const link = `/record#${person.token}`
    await person.complete()
    const page = await openPageOf(browser, at.service.url, at.member)
    await page.context().addCookies(browserCookies(at.service, person))
    // Nobody draws pictures of these twins: a presenter stands in for them.
    await page.route('**/media/twins/**', (route) => route.fulfill({ path: PERSON }))
    const become = (change: object) =>
      db.updateTable('twins').set(change).where('id', '=', person.twinId).execute()
    const soon = new Date(Date.now() + 5 * DAY_MS)
    const failure = { code: 'MouthNotLearned', part: 'reading', message: 'Read the text again, slower.' }
    for (const [name, change, card, recorder] of [
      ['ready', {}, 'Videos can be made with it.', 'Fiona is ready'],
      ['ends-soon', { expires_at: soon }, 'The consent ends on', 'Fiona is ready'],
      ['off', { switched_off: true }, 'switched it off', null],
      ['building', { state: 'building', progress: 40 }, 'Being built', 'Your twin is being built'],
      ['in-review', { state: 'review' }, 'In review', 'Your recording is being reviewed'],
      ['failed', { state: 'failed', failure }, 'Read the text again, slower.', 'We couldn’t create a twin'],
      ['expired', { state: 'expired' }, 'Expired', 'Your consent has ended'],
    ] as const) {
      await become({ failure: null, switched_off: false, ...change })
      await page.goto('/twins')
      const item = page.getByRole('listitem').filter({ hasText: 'Fiona' })
      await item.getByText(card).waitFor()
      await item.scrollIntoViewIfNeeded()
      await pictures(page, `twins-card-${name}`)
      if (recorder === null) continue
      await page.goto(link)
      await page.getByText(recorder).waitFor()
      await pictures(page, `twins-outcome-${name}`)
    }
    await become({ state: 'ready', expires_at: soon })
    await person.ask('POST', '/withdrawal', { keep_videos: true })
    await page.goto('/twins')
    // It is out of the way of those that can be used.
    await page.getByRole('button', { name: 'Show 1 withdrawn twin' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Fiona' }).getByText('Withdrawn').waitFor()
    await page.goto(link)
    await page.getByRole('button', { name: 'Delete the finished videos' }).waitFor()
    await pictures(page, 'twins-outcome-withdrawn')
    // Another link in the same tab is another document.
    await page.goto('/record#unknown')
    await page.getByText('This recording cannot be opened').waitFor()
    await pictures(page, 'twins-unknown-link')
    expect(page.faults).toEqual([])
  })

  test('a browser that records no films says so before anything else', async () => {
    const twin = await at.start(at.owner, { name: 'Greta', who: 'somebody' })
    const page = await openPage(browser, at.service.url)
    await page.context().addCookies(browserCookies(at.service, twin))
    await page.addInitScript('delete globalThis.MediaRecorder')
    await page.goto(`/record#${twin.token}`)
    await page.getByText('This browser cannot record films').waitFor()
    await pictures(page, 'twins-unsupported')
    expect(page.faults).toEqual([])
  })
})
