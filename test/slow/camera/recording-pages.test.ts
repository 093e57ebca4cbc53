import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDatabase } from '../../../src/db/database.ts'
import { createTwinBuilds } from '../../../src/db/twin/twin-builds.ts'
import { createTwinTakes } from '../../../src/db/twin/twin-takes.ts'
import type { TakeCheck, TakePart } from '../../../src/domain/twin/twin-take.ts'
import { createLog } from '../../../src/process/log.ts'
import { hasBrowser, openPage, openPageOf, pictures, startBrowser } from '../../support/browser/browser.ts'
import { fakeCamera } from '../../support/twin/fake-camera.ts'
import { BUILT } from '../../support/twin/recorded-twin.ts'
import { startTwinService } from '../../support/twin/twin-service.ts'
import type { TwinService } from '../../support/twin/twin-service.ts'

type Page = Awaited<ReturnType<typeof openPage>>

const PERSON = fileURLToPath(new URL('../../../presenters/amara/thumbnail.jpg', import.meta.url))

/** Turning the head and ten seconds of silence take their time. */
const PART_MS = 30_000

const PASSED: TakeCheck = { code: 'one_face', outcome: 'passed', measured: 1, limit: 1, message: '' }
const NOT_TURNED: TakeCheck = {
  code: 'turn',
  outcome: 'failed',
  measured: 0.1,
  limit: 0.3,
  message: 'Turn your head further to both sides.',
}

describe.runIf(hasBrowser())('twins', () => {
  let at: TwinService
  let browser: Browser
  let folder: string
  let db: ReturnType<typeof openDatabase>
  const pages: Page[] = []

  beforeAll(async () => {
    at = await startTwinService()
    db = openDatabase(at.service.databaseUrl, createLog({ level: 'silent' }))
    folder = await mkdtemp(join(tmpdir(), 'presenter-camera-'))
    browser = await startBrowser(await fakeCamera(folder, PERSON))
  })
  afterAll(async () => {
    // Nobody draws the pictures of these twins.
    const faults = pages.flatMap((page) => page.faults).filter((fault) => !fault.includes('/media/twins/'))
    expect(faults).toEqual([])
    await browser.close()
    await db.destroy()
    await at.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function guest() {
    const page = await openPage(browser, at.service.url)
    await page.context().grantPermissions(['camera', 'microphone'])
    pages.push(page)
    return page
  }

  async function signedInPage(person = at.owner) {
    const page = await openPageOf(browser, at.service.url, person)
    pages.push(page)
    return page
  }

  /** Stands in for the workflow: what the checks say about the newest take of a part, as soon as it is complete. */
  async function check(twinId: string, part: TakePart, checks: readonly TakeCheck[]) {
    const takes = createTwinTakes(db)
    const waiting = async () =>
      (await takes.list(twinId)).find((take) => take.part === part && take.status === 'checking')
    await expect.poll(async () => (await waiting())?.id, { timeout: PART_MS }).toBeTruthy()
    const take = (await waiting())!
    const status = checks.some(({ outcome }) => outcome === 'failed') ? 'refused' : 'accepted'
    await takes.check(take.id, { status, seconds: 9.5, soundLateSeconds: 0.06, checks })
    return take
  }

  const look = (page: Page, name: string) => pictures(page, `twins-${name}`)
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

  /** Asks for a link for somebody else, as an owner does. */
  async function makeLink(page: Page, name: string): Promise<{ link: string; twinId: string }> {
    await page.goto('/twins')
    await button(page, 'Invite someone else to record').first().click()
    await page.getByLabel('Name of the person').fill(name)
    const answered = page.waitForResponse((response) => response.url().endsWith('/recordings'))
    await button(page, 'Create link').click()
    const { id: twinId } = (await (await answered).json()) as { id: string }
    const link = await page.getByRole('textbox', { name: 'Link of the recording' }).inputValue()
    await look(page, 'link')
    await button(page, 'Done').click()
    return { link, twinId }
  }

  async function toFirstPart(page: Page, link: string) {
    await page.goto(link)
    await page.getByRole('heading', { name: 'Before you start' }).waitFor()
    await look(page, 'welcome')
    await button(page, 'Start').click()
    await button(page, 'Turn on camera and microphone').click()
    await page.getByText('Good', { exact: true }).waitFor()
    await look(page, 'camera')
    await button(page, 'Continue').click()
    await button(page, 'Show my words').click()
  }

  test('a person without an account records by a link, and withdraws', async () => {
    const owner = await signedInPage()
    await owner.goto('/twins')
    await owner.getByText('No twins yet').waitFor()
    await look(owner, 'none')
    const { link, twinId } = await makeLink(owner, 'Anna')
    const page = await guest()
    page.setDefaultTimeout(PART_MS)
    await toFirstPart(page, link)
    await page.getByText(/^Valid once, for another \d+:\d\d minutes/u).waitFor()
    await look(page, 'words')
    await button(page, 'Start recording').click()
    await button(page, 'I have read it').waitFor()
    await look(page, 'reading-aloud')
    await button(page, 'I have read it').click()
    const said = await check(twinId, 'consent', [PASSED])
    expect(said.words).toHaveLength(4)
    await page.getByText('This part is fine').waitFor()
    await button(page, 'Next').click()

    // One part is refused and recorded again; the other is kept.
    await button(page, 'Start recording').click()
    await check(twinId, 'turn', [PASSED, NOT_TURNED])
    await page.getByText(NOT_TURNED.message).waitFor()
    await look(page, 'refused')
    await button(page, 'Record again').click()
    await button(page, 'Start recording').click()
    await check(twinId, 'turn', [PASSED])
    await page.getByText('This part is fine').waitFor()
    await button(page, 'Next').click()

    // The connection is lost in the middle of the text, and comes back after its end.
    await button(page, 'Start recording').click()
    await page.getByText('1 of 14').waitFor()
    const chunks = async () =>
      (await createTwinTakes(db).list(twinId)).find(({ part }) => part === 'reading')?.chunks ?? 0
    await expect.poll(chunks, { timeout: PART_MS }).toBeGreaterThan(0)
    await page.context().setOffline(true)
    await page.getByText('The connection is lost').waitFor()
    const before = await chunks()
    // The button of the next sentence has the focus.
    while (await button(page, 'Next sentence').isVisible()) await page.keyboard.press('Space')
    await button(page, 'I have read it').click()
    await page.locator('video[controls]').waitFor()
    await look(page, 'cut-off')
    expect(await chunks()).toBe(before)
    await page.context().setOffline(false)
    const read = await check(twinId, 'reading', [PASSED])
    expect(read.chunks).toBeGreaterThan(before)
    await page.getByText('This part is fine').waitFor()
    expect(await playable(page)).toBe(true)
    await button(page, 'Next').click()

    await button(page, 'Start recording').click()
    await check(twinId, 'silence', [PASSED])
    await page.getByText('This part is fine').waitFor()
    await button(page, 'Next').click()

    await page.getByLabel('Your full name').fill('Anna Berg')
    await look(page, 'send')
    expect(await button(page, 'Agree and send').isDisabled()).toBe(true)
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await button(page, 'Agree and send').click()
    await page.getByText('Your twin is being built').waitFor()
    await look(page, 'building')
    await owner.reload()
    await owner.getByText('Being built').waitFor()

    await createTwinBuilds(db, createTwinTakes(db)).publish(twinId, BUILT)
    await page.getByText('Anna is ready').waitFor()
    expect(await at.statusOf(twinId)).toBe('ready')
    await owner.reload()
    await owner.getByText('Robert (matched to your pitch)').waitFor()

    await button(page, 'Withdraw my consent').click()
    await page.getByRole('dialog').waitFor()
    await look(page, 'withdraw')
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('heading', { name: 'Your consent is withdrawn' }).waitFor()
    expect(await at.statusOf(twinId)).toBeNull()
    await owner.reload()
    await owner.getByText('Withdrawn').waitFor()
  })

  test('a recording ends when its page is left, and says so', async () => {
    const owner = await signedInPage()
    const { link, twinId } = await makeLink(owner, 'Ben')
    const page = await guest()
    await toFirstPart(page, link)
    await button(page, 'Start recording').click()
    const begun = async () => (await createTwinTakes(db).list(twinId)).length
    await expect.poll(begun, { timeout: PART_MS }).toBe(1)
    await page.evaluate(`
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))`)
    await page.getByText('You left this page for another tab or window.').waitFor()
    // Nothing was used up: the same words are read in the next try.
    await page.getByText(/^Valid once, for another/u).waitFor()
    await button(page, 'Start recording').waitFor()
    expect(await page.getByText('tries are left').count()).toBe(0)
    const takes = await createTwinTakes(db).list(twinId)
    expect(takes.every(({ status }) => status === 'uploading')).toBe(true)
  })

  test('a camera that is not allowed is explained', async () => {
    const owner = await signedInPage()
    const { link } = await makeLink(owner, 'Carla')
    const denying = await startBrowser(['--use-fake-device-for-media-stream', '--deny-permission-prompts'])
    const page = await openPage(denying, at.service.url)
    await page.goto(link)
    await button(page, 'Start').click()
    await button(page, 'Turn on camera and microphone').click()
    await page.getByText('The camera and the microphone are not allowed').waitFor()
    await button(page, 'Try again').waitFor()
    await look(page, 'denied')
    expect(page.faults).toEqual([])
    await denying.close()
  })

  test('an operator sees the evidence side by side, and refuses with a reason', async () => {
    const twin = await at.start()
    await twin.recordAll()
    await twin.consent()
    await twin.builds.askForReview(twin.twinId, { likeness: 0.62, unclear: ['likeness'] })
    const page = await signedInPage(at.operator)
    await page.goto('/operations')
    await page.getByRole('link', { name: /^Twin reviews\s*1 waiting/u }).click()
    await button(page, 'Look at the evidence of Anna').click()
    await page.getByText('Likeness of the faces 0.62').waitFor()
    expect(await page.locator('video').count()).toBe(4)
    await page.getByText(/My words today are/u).waitFor()
    await look(page, 'review')
    expect(await button(page, 'Refuse Anna').isDisabled()).toBe(true)
    await page.getByLabel('Reason').fill('Two different people.')
    await button(page, 'Refuse Anna').click()
    await page.getByText('Anna is refused.').waitFor()
    expect(await twin.builds.reviewDecision(twin.twinId)).toEqual({
      approved: false,
      reason: 'Two different people.',
    })
  })

  test('twins that cannot present yet are shown with the reason, and those that can have another voice', async () => {
    const built = await at.start(at.member, { name: 'Dora', who: 'me' })
    await built.complete()
    await at.start(at.member, { name: 'Emil', who: 'somebody' })
    const page = await signedInPage(at.member)
    await page.goto('/new')
    expect(await page.getByRole('radio', { name: /Emil.*to be recorded/u }).isDisabled()).toBe(true)
    expect(await page.getByRole('radio', { name: /Dora/u }).isEnabled()).toBe(true)

    await page.goto('/twins')
    await button(page, 'More for Dora').click()
    await page.getByRole('menuitem', { name: 'Choose the voice' }).click()
    await page.getByRole('dialog').getByRole('radio', { disabled: false, checked: false }).first().check()
    await look(page, 'voice')
    await button(page, 'Use this voice').click()
    await page.getByText('Dora has another voice now.').waitFor()
    await look(page, 'cards')
    await button(page, 'More for Dora').click()
    await page.getByRole('menuitem', { name: 'Withdraw my consent' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('Your consent is withdrawn.').waitFor()
    expect(await at.statusOf(built.twinId)).toBeNull()
  })

  async function playable(page: Page): Promise<boolean> {
    return page.evaluate(`(async () => {
      const video = document.querySelector('video[controls]')
      video.muted = true
      await video.play()
      return video.videoWidth > 0
    })()`)
  }
})
