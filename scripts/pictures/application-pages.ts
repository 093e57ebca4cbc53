/**
 * Makes the pictures of the application in the README and in docs/application.md, with a service of its own at the usual
 * address and the machine's Chromium:
 *
 *   node bootstrap.mjs scripts/pictures/application-pages.ts
 */
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { WEB_SOURCES } from '../../src/app/shipped.ts'
import { startService } from '../../src/app/service.ts'
import { readConfig } from '../../src/config/config.ts'
import { buildWeb } from '../../src/embedded/web-build.ts'
import { createLog } from '../../src/process/log.ts'
import { createProgress } from '../../src/process/progress.ts'
import { BROWSER_ARGUMENTS, findChromium } from '../../test/support/browser/chromium.ts'
import type { Page } from 'playwright-core'

const FOLDER = 'docs/images'
const SIZE = { width: 1280, height: 800 }
const QUALITY = 84

const TITLE = 'Release notes, November'
const SCRIPT =
  'Welcome! Here is what changed in this release. Videos are ready sooner, and captions follow every word.'
/** Hands are seen, and the card has come. */
const SHOWN_SECONDS = 1.3
/** What the player has shown fades. */
const FADES_MS = 1_500
const PATIENCE_MS = 300_000

const executablePath = findChromium()
if (executablePath === null) throw new Error('Needs Chromium or Chrome; CHROMIUM_PATH names one.')

const dataDir = await mkdtemp(join(tmpdir(), 'application-pages-'))
const progress = createProgress()
const service = await startService(
  { ...readConfig(), dataDir, speechEngine: 'auto' },
  progress,
  createLog({ level: 'silent' }),
  { voicesProgress: progress, alongside: () => buildWeb(WEB_SOURCES, progress) },
)
const browser = await chromium.launch({ executablePath, args: [...BROWSER_ARGUMENTS] })
try {
  await service.voices.outcome
  const page = await browser.newPage({ viewport: SIZE, baseURL: service.url, reducedMotion: 'reduce' })
  page.setDefaultTimeout(PATIENCE_MS)
  await becomeOwner(page)
  await writeVideo(page)
  await keep(page, 'application-new-video')
  await page.getByRole('button', { name: 'Create video' }).click()
  await showVideo(page)
  await keep(page, 'application-project')
} finally {
  await browser.close()
  await service.stop()
  await rm(dataDir, { recursive: true })
}

async function becomeOwner(page: Page): Promise<void> {
  await page.goto(`/setup#${service.app.setupCode}`)
  await page.getByLabel('Company or team').fill('Example')
  await page.getByLabel('Your name').fill('Ada Kern')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill(randomBytes(16).toString('hex'))
  await page.getByRole('button', { name: 'Create my sign-in' }).click()
  await page.waitForURL('**/projects')
}

async function writeVideo(page: Page): Promise<void> {
  await page.goto('/new')
  await page.getByRole('textbox', { name: 'Script' }).fill(SCRIPT)
  await page.getByRole('textbox', { name: 'Title' }).fill(TITLE)
  await page.getByRole('radio', { name: 'Maya Lindqvist' }).click()
  await page.getByText(/^About \d+ s long/u).waitFor()
  await page.evaluate('window.scrollTo(0, 0)')
  await page.waitForLoadState('networkidle')
}

/** Waits for the finished video, and shows the moment that is wanted of it. */
async function showVideo(page: Page): Promise<void> {
  await page.waitForURL('**/projects/vid_**')
  await page.locator('video').waitFor()
  await page.evaluate(
    `(async () => {
      const video = document.querySelector('video')
      const seeked = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
      video.currentTime = ${SHOWN_SECONDS}
      await seeked
    })()`,
  )
  // The player shows that it loads until some of what follows is there.
  await page.waitForFunction('document.querySelector("video").readyState === 4')
  await page.waitForTimeout(FADES_MS)
  await page.waitForLoadState('networkidle')
}

async function keep(page: Page, name: string): Promise<void> {
  const image = await loadImage(await page.screenshot())
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  const file = join(FOLDER, `${name}.webp`)
  await writeFile(file, await canvas.encode('webp', QUALITY))
  process.stdout.write(`${file}\n`)
}
