import { readFile } from 'node:fs/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { expectAccessible, hasBrowser, openBrowser, openPageOf } from '../support/browser/browser.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'
import { signedIn } from '../support/http/signed-in.ts'

const SCRIPT = 'Hello from a file.'
/** A film that no request of this service has made. */
const FOREIGN_MP4 = new URL('../../presenters/maya/preview.mp4', import.meta.url)

describe.runIf(hasBrowser())('the page that verifies a file', () => {
  let service: TestService
  let browser: Browser
  let page: Awaited<ReturnType<typeof openPageOf>>
  /** The finished video, as it is downloaded. */
  let made: Buffer
  let videoId: string

  beforeAll(async () => {
    service = await startTestService({ studio: 'real' })
    const account = await service.account()
    const person = await signedIn(service, account, { role: 'member' })
    const { body } = await account.createVideo({ script: SCRIPT, title: 'News', presenter_id: 'maya' })
    videoId = String(body.id)
    browser = await openBrowser()
    page = await openPageOf(browser, service.url, person)
    await page.goto('/verify')
    const ready = await account.untilStatus(videoId, 'ready')
    made = Buffer.from(await (await fetch(String(ready.video_url))).arrayBuffer())
  })
  afterAll(async () => {
    expect(page.faults).toEqual([])
    await browser.close()
    await service.stop()
  })

  /** Chooses a file; what the page says of it. */
  async function verdictOn(name: string, buffer: Buffer) {
    await page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'video/mp4', buffer })
    const result = page.getByRole('region', { name: `Result for ${name}` })
    await result.waitFor()
    await expectAccessible(page)
    return result
  }

  test('tells of a video exactly as it was made who speaks in it, with which voice, and what', async () => {
    const result = await verdictOn('news.mp4', made)
    await result.getByRole('heading', { name: 'Made by this service, unaltered' }).waitFor()
    for (const fact of [
      'News',
      'Maya Lindqvist',
      videoId,
      SCRIPT,
      'Every word of the script is in the video',
    ]) {
      await result.getByText(fact).first().waitFor()
    }
    const voice = result.getByRole('term').filter({ hasText: 'Voice' }).locator('xpath=following-sibling::dd')
    expect(await voice.innerText()).not.toBe('')
  })

  test('tells when a single bit of the picture or the sound has changed', async () => {
    const altered = Buffer.from(made)
    const at = altered.indexOf('mdat') + 1000
    altered[at] = altered[at]! ^ 1
    const result = await verdictOn('altered.mp4', altered)
    await result.getByRole('heading', { name: 'This file was changed' }).waitFor()
    await result.getByText('The script that the video was made from').waitFor()
    expect(await result.getByText('Every word of the script').count()).toBe(0)
  })

  test('does not confirm what bears the mark of a video that is not the account’s', async () => {
    const other = Buffer.from(made)
    // The last characters of an id stand for chance: one in 1,024 ends in 00 by itself.
    const ending = videoId.endsWith('00') ? '01' : '00'
    other.write(ending, other.indexOf(videoId) + videoId.length - 2)
    const result = await verdictOn('another.mp4', other)
    await result.getByRole('heading', { name: 'This cannot be confirmed' }).waitFor()
    expect(await result.getByText(SCRIPT).count()).toBe(0)
  })

  test('says of films from elsewhere that they bear no mark, and of other files that they are no video', async () => {
    const foreign = await verdictOn('holiday.mp4', await readFile(FOREIGN_MP4))
    await foreign.getByRole('heading', { name: 'This video bears no mark of this service' }).waitFor()
    await foreign.getByText('This one was not made here').waitFor()
    const text = await verdictOn('letter.mp4', Buffer.from('Dear Ada, this is a letter.'))
    await text.getByRole('heading', { name: 'This is not an MP4 video' }).waitFor()
  })
})
