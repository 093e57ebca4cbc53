import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { expectAccessible, hasBrowser, openBrowser, openPageOf, picture } from '../support/browser/browser.ts'
import { PATIENTLY } from '../support/run/patiently.ts'
import { quickStudio } from '../support/service/quick-studio.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'
import { signedIn } from '../support/http/signed-in.ts'
import type { SignedInPerson } from '../support/http/signed-in.ts'

/** How long a deletion can be undone. */
const UNDO_MS = 10_000
const USUAL = quickStudio()

describe.runIf(hasBrowser())('a person with projects', () => {
  let service: TestService
  let account: Awaited<ReturnType<TestService['account']>>
  let person: SignedInPerson
  let browser: Browser
  let page: Awaited<ReturnType<typeof openPageOf>>
  /** Nothing can be drawn meanwhile. */
  let isBroken = false

  beforeAll(async () => {
    const studio = quickStudio({
      renderer: {
        async drawSegment(job, options) {
          if (isBroken) throw Object.assign(new Error('No picture.'), { name: 'RenderImpossible' })
          return USUAL.renderer.drawSegment(job, options)
        },
      },
    })
    service = await startTestService({ studio })
    account = await service.account('scale')
    person = await signedIn(service, account)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await service.stop()
  })
  beforeEach(async () => {
    page = await openPageOf(browser, service.url, person)
  })
  afterEach(async () => {
    expect(page.faults).toEqual([])
    await page.context().close()
  })

  async function readyVideo(title: string, script = 'Hello there.'): Promise<string> {
    const { body } = await account.createVideo({ title, script })
    await account.untilStatus(body.id, 'ready')
    return String(body.id)
  }
  const card = (title: string) => page.getByRole('link', { name: title })
  const statusOf = async (id: string) => (await account.request('GET', `/videos/${id}`)).status
  const untilFocused = (title: string) => page.locator('a:focus', { hasText: title }).waitFor()

  async function deleteByKeyboard(title: string) {
    await page.getByRole('button', { name: `More for ${title}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await card(title).waitFor({ state: 'detached' })
  }

  test('gets all that were deleted back by one undo, and works on beside it', async () => {
    const first = await readyVideo('Apples')
    const id = await readyVideo('Bread')
    await readyVideo('Cheese')
    await page.goto('/projects')
    await card('Cheese').waitFor()

    await deleteByKeyboard('Bread')
    await untilFocused('Apples')
    await deleteByKeyboard('Apples')
    await untilFocused('Cheese')
    await expectAccessible(page)
    await picture(page, 'projects-deleted-desktop')
    const notice = page.getByRole('alert').filter({ hasText: '2 videos deleted' })
    await notice.getByText('Bread and 1 more').waitFor()
    // However many they are, it is one notice, and all can be undone.
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(1)
    await notice.getByRole('button', { name: 'Undo' }).click()
    await card('Bread').waitFor()
    await card('Apples').waitFor()
    await untilFocused('Apples')

    await page.reload()
    await card('Bread').waitFor()
    expect([await statusOf(id), await statusOf(first)]).toEqual([200, 200])
  })

  test('deletes one for good by leaving, and by waiting', async () => {
    const [left, waited] = [await readyVideo('Left'), await readyVideo('Waited')]
    await page.clock.install()
    await page.goto('/projects')
    await deleteByKeyboard('Waited')
    expect(await statusOf(waited)).toBe(200)
    await page.clock.fastForward(UNDO_MS)
    await expect.poll(() => statusOf(waited), PATIENTLY).toBe(404)

    // From its own page too.
    await page.goto(`/projects/${left}`)
    await page.getByRole('button', { name: 'Delete this video' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await untilFocused('New video')
    expect(await statusOf(left)).toBe(200)
    await page.goto('about:blank')
    await expect.poll(() => statusOf(left), PATIENTLY).toBe(404)
    await page.goto(`/projects/${left}`)
    await page.getByRole('heading', { name: 'This video is not here' }).waitFor()
  })

  test('finds one by its words, and finds it again by the address', async () => {
    await readyVideo('River', 'The otter swims.')
    await readyVideo('Pond', 'The heron waits.')
    await page.goto('/projects')
    await card('Pond').waitFor()
    const search = page.getByRole('searchbox', { name: 'Search titles' })

    await search.fill('OTTER')
    await card('Pond').waitFor({ state: 'detached' })
    await card('River').waitFor()
    await page.getByLabel('Status').selectOption('ready')
    await page.waitForURL('**/projects?*status=ready*')

    const other = await openPageOf(browser, service.url, person)
    await other.goto(page.url())
    await other.getByRole('link', { name: 'River' }).waitFor()
    expect(await other.getByRole('link', { name: 'Pond' }).count()).toBe(0)
    expect(await other.getByRole('searchbox').inputValue()).toBe('OTTER')
    await other.context().close()

    // And back to it from the video.
    await card('River').click()
    await page.getByRole('heading', { level: 1, name: 'River' }).waitFor()
    await page.goBack()
    await card('River').waitFor()
    expect(await search.inputValue()).toBe('OTTER')
    expect(await card('Pond').count()).toBe(0)

    await search.fill('walrus')
    await page.getByText('No video matches').waitFor()
    await page.getByRole('button', { name: 'Show all videos' }).click()
    await card('Pond').waitFor()
    expect(await search.inputValue()).toBe('')

    // So does the way there in the navigation.
    await search.fill('otter')
    await card('Pond').waitFor({ state: 'detached' })
    await page.getByRole('navigation').getByRole('link', { name: 'Projects' }).click()
    await card('Pond').waitFor()
    expect(await search.inputValue()).toBe('')
  })

  test('is told why one failed, and has it made by one retry', async () => {
    isBroken = true
    const { body } = await account.createVideo({ title: 'Unlucky' })
    const { error } = await account.untilStatus(body.id, 'failed')
    await page.goto('/projects?status=failed')
    await card('Unlucky').click()
    await page.getByRole('alert').getByText(error.user_message).waitFor()
    await expectAccessible(page)
    await picture(page, 'project-failed-desktop')

    isBroken = false
    await page.getByRole('button', { name: 'Try once more' }).click()
    await page.waitForURL((url) => url.pathname !== `/projects/${body.id}`)
    await page.locator('video').waitFor()
    const second = new URL(page.url()).pathname.split('/').at(-1)!
    expect((await account.request('GET', `/videos/${second}`)).body).toMatchObject({ status: 'ready' })

    await page.goto(`/projects/${body.id}`)
    await page.getByRole('link', { name: 'See the second try' }).click()
    await page.waitForURL(`**/projects/${second}`)
  })

  test('begins another video with all that one was made from, and gets back what was begun before', async () => {
    const options = {
      aspect_ratio: '9:16',
      background: { colour: '#334455' },
      captions: 'burned',
      name_card: { title: 'Ada Kern', subtitle: 'Release notes' },
      gestures: 'lively',
      camera: 'still',
    }
    const sent = { script: 'What was said.', title: 'An earlier one', presenter_id: 'omar', options }
    const { body } = await account.createVideo(sent)
    await account.untilStatus(body.id, 'ready')
    await page.goto('/new')
    await page.getByRole('textbox', { name: 'Script' }).fill('What I had begun.')
    await page.goto(`/projects/${body.id}`)
    const gestures = page.locator('dt', { hasText: 'Gestures' })
    expect(await gestures.locator('xpath=following-sibling::dd').textContent()).toBe('Lively')
    const camera = page.locator('dt', { hasText: 'Camera' })
    expect(await camera.locator('xpath=following-sibling::dd').textContent()).toBe('Still')
    await page.getByRole('button', { name: 'Edit and make again' }).click()
    await page.waitForURL('**/new')
    const script = page.getByRole('textbox', { name: 'Script' })
    await expect.poll(() => script.inputValue()).toBe('What was said.')
    const choices = page.getByRole('radiogroup', { name: 'Gestures' })
    expect(await choices.getByRole('radio', { name: 'Lively' }).isChecked()).toBe(true)
    const cameras = page.getByRole('radiogroup', { name: 'Camera' })
    expect(await cameras.getByRole('radio', { name: 'Still' }).isChecked()).toBe(true)
    await choices.getByText('None').click()
    // Create waits for the price.
    const create = page.getByRole('button', { name: 'Create video' })
    await expect.poll(() => create.isEnabled(), PATIENTLY).toBe(true)
    await create.click()
    await page.waitForURL('**/projects/vid_*')
    const id = page.url().split('/').at(-1)!
    await expect
      .poll(async () => (await account.request('GET', `/videos/${id}`)).body, PATIENTLY)
      .toMatchObject({
        title: 'An earlier one',
        presenter_id: 'omar',
        script_characters: 14,
        options: { ...options, gestures: 'none' },
      })

    await page.goto('/new')
    await page.getByRole('button', { name: 'Bring it back' }).click()
    expect(await script.inputValue()).toBe('What I had begun.')
    await page.reload()
    expect(await script.inputValue()).toBe('What I had begun.')
  })

  test('sees test data at a switch, apart from what is paid for, and makes test keys there', async () => {
    await readyVideo('Paid for')
    const tests = await service.testData(account.accountId)
    const { body } = await tests.createVideo({ title: 'Tried out' })
    await tests.untilStatus(body.id, 'ready')
    await page.goto(`${service.url}/projects`)
    await card('Paid for').waitFor()
    expect(await card('Tried out').count()).toBe(0)

    await page.getByLabel('Test data').click()
    await card('Tried out').waitFor()
    expect(await card('Paid for').count()).toBe(0)
    await page.getByText('You are looking at test data').waitFor()
    await page.locator('li', { hasText: 'Tried out' }).getByText('Test', { exact: true }).waitFor()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Developer API' }).click()
    await page.getByRole('button', { name: 'Create key' }).first().click()
    await page.getByLabel('Name').fill('CI')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page
      .getByText(/pv_test_[0-9A-Za-z]{38}/u)
      .first()
      .waitFor()
    await page.reload()
    await page.getByText('You are looking at test data').waitFor()
  })
})
