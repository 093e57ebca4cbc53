import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Locator } from 'playwright-core'

import type { TakePart } from '../../../src/domain/twin/twin-take.ts'
import { PART_NAMES } from '../../../web/src/record/part-names.ts'
import { openPage, startBrowser } from '../browser/browser.ts'
import { FAKE_DEVICES } from './fake-camera.ts'
import { filmPresenter, SMALL_CAMERA } from './filmed-presenter.ts'
import { openFilm } from './forged-take.ts'
import { sayWithRests } from '../speech/said-with-rests.ts'

type Page = Awaited<ReturnType<typeof openPage>>

/** Who sits before the camera. */
export interface Person {
  readonly presenterId: string
  /** Engine voice. */
  readonly voiceId: string
}

/** A browser before which somebody sits; close it at the end. */
export interface RecordingPlace {
  readonly page: Page
  readonly person: Person
  /** For films. */
  readonly folder: string
  close(): Promise<void>
}

/** Where in the page the films are found that are played before its camera. */
const FILMS = '/before-the-camera'

/** A player begins when the test says so. */
const CAMERA_ARGUMENTS = [...FAKE_DEVICES, '--autoplay-policy=no-user-gesture-required']
const CAMERA = fileURLToPath(new URL('page-camera.js', import.meta.url))

/** Seconds before anything happens, and after. */
const BEFORE = 1
const AFTER = 3

/** Rests between sentences: the page shows the next one after a pause of nine tenths of a second. */
const BETWEEN = { consent: 0.6, reading: 1.1 } as const

/** Seconds for which somebody is filmed who says nothing. */
const SILENT = { turn: 12, silence: 15 } as const

/** How far the drawn head is turned, and how long that takes. */
const TURN = 6
const TURN_SECONDS = { out: 0.6, held: 2.2, apart: 4 } as const

/** Everything takes long where many programs share a processor. */
const PATIENCE_MS = 600_000

/** Opens the link of a recording in a browser of its own, with the person before the camera. */
export async function sitDown(url: string, link: string, person: Person): Promise<RecordingPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'presenter-camera-'))
  const browser = await startBrowser(CAMERA_ARGUMENTS)
  const page = await openPage(browser, url)
  page.setDefaultTimeout(PATIENCE_MS)
  await page.addInitScript({ path: CAMERA })
  await page.route(`**${FILMS}/*`, (route) =>
    route.fulfill({ path: join(folder, basename(route.request().url())), contentType: 'video/webm' }),
  )
  await page.goto(link)
  return {
    page,
    person,
    folder,
    async close() {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
      // A service that is too busy says so, and is asked again.
      const faults = page.faults.filter((fault) => !fault.startsWith('503 '))
      if (faults.length > 0) throw new Error(faults.join('\n'))
    },
  }
}

/** Draws and speaks what a person does in a part. @param sentences that are said. @returns the film. */
export async function filmPart(
  { person, folder }: Pick<RecordingPlace, 'person' | 'folder'>,
  part: TakePart,
  sentences: readonly string[] = [],
): Promise<string> {
  const rests =
    part === 'turn' || part === 'silence'
      ? { before: BEFORE, between: 0, after: SILENT[part] }
      : { before: BEFORE, between: BETWEEN[part], after: AFTER }
  const { timeline, sound } = await sayWithRests(sentences, person.voiceId, rests)
  const name = `${part}.webm`
  const heard = Float32Array.from(sound.samples, (sample) => sample / 32_768)
  const form = { container: 'webm', codec: 'libvpx', sound: heard } as const
  const film = await openFilm(join(folder, name), SMALL_CAMERA.seen, form)
  const acting = { presenterId: person.presenterId, timeline, seed: part }
  await filmPresenter(film, SMALL_CAMERA, part === 'turn' ? { ...acting, turnAt } : acting)
  await film.close()
  return name
}

/** To the person's left, which is the right of the picture, and to their right. */
function turnAt(seconds: number): number {
  const { out, held, apart } = TURN_SECONDS
  const there = (from: number) =>
    Math.max(0, Math.min(1, (seconds - from) / out, (from + held - seconds) / out))
  return TURN * (there(BEFORE) - there(BEFORE + apart))
}

/** Turns the camera on, as far as the first part. */
export async function turnCameraOn({ page }: RecordingPlace): Promise<void> {
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByRole('button', { name: 'Turn on camera and microphone' }).click()
  await page.getByText('Sound', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** The statement with the words that are drawn for it, as the page shows it. */
export async function readStatement({ page }: RecordingPlace): Promise<string> {
  await page.getByRole('button', { name: 'Show my words' }).click()
  await page.getByText(/^Valid once, for another/u).waitFor()
  return (await page.locator('p').filter({ hasText: 'My words today are' }).textContent()) ?? ''
}

/** Records the part that is due, sends it, and goes on to the next while it is checked. */
export async function recordPart({ page }: RecordingPlace, part: TakePart, film: string): Promise<void> {
  await page.evaluate(`filmed.show('${FILMS}/${film}')`)
  await page.getByRole('button', { name: 'Start recording' }).click()
  await page.getByText('Recording 0:0').waitFor()
  await page.evaluate('filmed.begin()')
  if (part === 'consent') {
    await page.evaluate('filmed.end()')
    await page.getByRole('button', { name: 'I have read it' }).click()
  }
  // All other parts end by themselves: when the text was read, the head was turned, the time is over.
  await page.getByText('Being checked.').or(verdict(page)).waitFor()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
}

/** What the checks say of a part, as the page shows it. */
export async function readVerdict({ page }: RecordingPlace, part: TakePart): Promise<string> {
  await step(page, PART_NAMES[part]).click()
  await verdict(page).waitFor()
  return (await verdict(page).textContent()) ?? ''
}

function verdict(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: /^(?:This part is fine|Please record this part again)/u })
}

/** One of the steps that the page lists. */
function step(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name })
}

/** Gives the consent, once all parts are accepted: the twin is being built then. */
export async function consent({ page }: RecordingPlace, fullName: string): Promise<void> {
  await step(page, 'Consent').click()
  await page.getByLabel('Your full name').fill(fullName)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Agree and send' }).click()
  await page.getByText('Your twin is being built').waitFor()
}

/** Withdraws by the link. */
export async function withdraw({ page }: RecordingPlace): Promise<void> {
  await page.reload()
  await page.getByRole('button', { name: 'Withdraw my consent' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Your consent is withdrawn').first().waitFor()
}
