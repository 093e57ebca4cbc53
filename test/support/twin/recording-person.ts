import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import type { RecordingView } from '../../../src/api/console/entrance/recording.ts'
import type { TakePart } from '../../../src/domain/twin/twin-take.ts'
import { wavBytes } from '../../../src/speech/engines/wav.ts'
import { openPage, startBrowser } from '../browser/browser.ts'
import { cameraArguments, fakeCamera } from './fake-camera.ts'
import type { CameraFiles } from './fake-camera.ts'
import { filmPresenter } from './filmed-presenter.ts'
import { sayWithRests } from '../speech/said-with-rests.ts'

type Page = Awaited<ReturnType<typeof openPage>>

/** Who sits before the camera. */
export interface Person {
  readonly presenterId: string
  /** Engine voice. */
  readonly voiceId: string
}

/** Where a person records, and with what. */
export interface RecordingPlace {
  readonly url: string
  readonly link: string
  readonly person: Person
  /** For films: up to a gigabyte. */
  readonly folder: string
  /** What the person's browser keeps from one start to the next. */
  cookies?: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>
}

/** Something a person does before the camera, again and again. */
interface Played extends CameraFiles {
  readonly seconds: number
}

/** Seconds of a film before anything happens: the camera is turned on, the recording started and counted down. */
const BEFORE = 8
/** Started any later than this, the countdown would not be over before something happens. */
const LATEST_START = BEFORE - 4
const AFTER = 3

/** Rests between sentences: the page shows the next one after a pause of nine tenths of a second. */
const BETWEEN = { consent: 0.6, reading: 1.1 } as const

/** How far the drawn head is turned, and how long that takes. */
const TURN = 6
const TURN_SECONDS = { out: 0.6, held: 2.2, apart: 3.4 } as const

/** Everything takes long where many programs share a processor. */
const PATIENCE_MS = 600_000
const LOOK_MS = 500

/** Draws and speaks what a person does in a part. @param sentences that are said. */
export async function playPart(
  { person, folder }: RecordingPlace,
  part: TakePart,
  sentences: readonly string[],
): Promise<Played> {
  const between = part === 'reading' ? BETWEEN.reading : BETWEEN.consent
  // Who does not speak is filmed for as long as a recording of it may take.
  const after = sentences.length > 0 ? AFTER : 3 * BEFORE - (part === 'turn' ? BEFORE : 0)
  const { timeline, sound } = await sayWithRests(sentences, person.voiceId, {
    before: BEFORE,
    between,
    after,
  })
  const files = { film: join(folder, `${part}.y4m`), sound: join(folder, `${part}.wav`) }
  const acting = { presenterId: person.presenterId, timeline, seed: part }
  await filmPresenter(files.film, part === 'turn' ? { ...acting, turnAt } : acting)
  await writeFile(files.sound, wavBytes(sound))
  return { ...files, seconds: timeline.durationSeconds }
}

/** To the person's left, which is the right of the picture, and to their right. */
function turnAt(seconds: number): number {
  const { out, held, apart } = TURN_SECONDS
  const there = (from: number) =>
    Math.max(0, Math.min(1, (seconds - from) / out, (from + held - seconds) / out))
  return TURN * (there(BEFORE) - there(BEFORE + apart))
}

/** The statement with the words that are drawn for the next try, as the page shows it. */
export async function readStatement(place: RecordingPlace, picture: string): Promise<string> {
  return inBrowser(place, await fakeCamera(place.folder, picture), async (page) => {
    await toParts(page, place)
    await recordAgain(page)
    await page.getByRole('button', { name: 'Show my words' }).click()
    await page.getByText(/^These words can be used for/u).waitFor()
    return (await page.locator('p').filter({ hasText: 'My words today are' }).textContent()) ?? ''
  })
}

/** Records the part that is due and sends it. It is being checked then. */
export async function recordPart(place: RecordingPlace, part: TakePart, played: Played): Promise<void> {
  await inBrowser(place, cameraArguments(played), async (page) => {
    const cameraOn = await toParts(page, place)
    await recordAgain(page)
    const start = page.getByRole('button', { name: 'Start recording' })
    await start.waitFor()
    await untilRest(cameraOn, played)
    await start.click()
    if (part === 'consent') {
      const clock = `0:${String(Math.ceil(played.seconds - AFTER)).padStart(2, '0')}`
      await page.getByText(`Recording ${clock}`).waitFor()
      await page.getByRole('button', { name: 'I have read it' }).click()
    }
    // All other parts end by themselves: when the text was read, the head was turned, the time is over.
    await page.getByText(/^(?:Being checked|This part is fine|Please record this part again)/u).waitFor()
  })
}

/** What the checks object to in a part, in the sentences that the person is shown; null when they accept it. */
export async function objectionTo(
  { url, link, cookies = [] }: RecordingPlace,
  part: TakePart,
): Promise<string | null> {
  const token = link.split('#')[1] ?? ''
  for (;;) {
    const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const headers = { 'X-Recording-Token': token, Cookie }
    const answer = await fetch(`${url}/api/console/recording`, { headers })
    const { takes } = (await answer.json()) as RecordingView
    const take = takes.find((one) => one.part === part)
    if (take?.status === 'accepted') return null
    if (take?.status === 'refused') return take.checks.map(({ message }) => message).join(' ')
    await wait(LOOK_MS)
  }
}

/** Gives the consent: the twin is being built then. */
export async function consent(place: RecordingPlace, fullName: string): Promise<void> {
  await inBrowser(place, [], async (page) => {
    await page.goto(place.link)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('button', { name: 'Consent', exact: true }).click()
    await page.getByLabel('Your full name').fill(fullName)
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByRole('button', { name: 'Agree and send' }).click()
    await page.getByText('Your twin is being built').waitFor()
  })
}

/** Withdraws by the link. */
export async function withdraw(place: RecordingPlace): Promise<void> {
  await inBrowser(place, [], async (page) => {
    await page.goto(place.link)
    await page.getByRole('button', { name: 'Withdraw my consent' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('Your consent is withdrawn').first().waitFor()
  })
}

/** One browser for each film: what a browser takes for its camera is said when it starts. */
async function inBrowser<Result>(
  place: RecordingPlace,
  args: readonly string[],
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const browser = await startBrowser(args)
  try {
    const page = await openPage(browser, place.url)
    await page.context().addCookies(place.cookies ?? [])
    await page.context().grantPermissions(['camera', 'microphone'])
    page.setDefaultTimeout(PATIENCE_MS)
    const result = await use(page)
    place.cookies = await page.context().cookies()
    // A service that is too busy says so, and is asked again.
    const faults = page.faults.filter((fault) => !fault.startsWith('503 '))
    if (faults.length > 0) throw new Error(faults.join('\n'))
    return result
  } finally {
    await browser.close()
  }
}

/** Opens the link and turns the camera on, as far as the part that is due. @returns when the camera began, in ms. */
async function toParts(page: Page, { link }: RecordingPlace): Promise<number> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByRole('button', { name: 'Turn on camera and microphone' }).click()
  await page.getByText('Sound', { exact: true }).waitFor()
  const cameraOn = Date.now()
  await page.getByRole('button', { name: 'It looks and sounds right' }).click()
  return cameraOn
}

/** A part that was refused is shown with what was wrong. */
async function recordAgain(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: 'Record again' })
  const ready = page.getByRole('button', { name: /^(?:Start recording|Show my words)$/u })
  await again.or(ready).first().waitFor()
  if (await again.isVisible()) await again.click()
}

/** Films are played again and again: who is late waits for the beginning. */
async function untilRest(cameraOn: number, { seconds }: Played): Promise<void> {
  const at = ((Date.now() - cameraOn) / 1_000) % seconds
  if (at > LATEST_START) await wait((seconds - at) * 1_000)
}
