import { copyFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import type { SpeakPartRequest } from '../../src/domain/speech/speech-job.ts'
import type { Speaker } from '../../src/ports/speech/speaker.ts'
import { hasBrowser, openBrowser, openPageOf } from '../support/browser/browser.ts'
import type { TestClient } from '../support/service/client.ts'
import { quickStudio } from '../support/service/quick-studio.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'
import { signedIn } from '../support/http/signed-in.ts'

/** Some seconds of speech, which a browser can play. */
const SPEECH = fileURLToPath(new URL('../../voices/flite-slt/preview.m4a', import.meta.url))

const WORD = 'Nguyen'

describe.runIf(hasBrowser())('in the library', () => {
  let service: TestService
  let browser: Browser
  let account: TestClient
  let page: Awaited<ReturnType<typeof openPageOf>>
  const spoken: SpeakPartRequest[] = []

  beforeAll(async () => {
    const quick = quickStudio()
    const speaker: Partial<Speaker> = {
      async speakPart(request) {
        spoken.push(request)
        await quick.speaker.speakPart(request)
      },
      async finish(job, options) {
        const finished = await quick.speaker.finish(job, options)
        // A word that is tried is played by the browser; nobody plays the quick videos.
        if (spoken.at(-1)?.script === WORD) await copyFile(SPEECH, job.soundFile)
        return finished
      },
    }
    service = await startTestService({ studio: quickStudio({ speaker }) })
    const its = await service.account()
    account = its
    browser = await openBrowser()
    page = await openPageOf(browser, service.url, await signedIn(service, its, { role: 'member' }))
  })
  afterAll(async () => {
    expect(page.faults).toEqual([])
    await browser.close()
    await service.stop()
  })

  test('a word is heard before it is kept, is said so in videos, and is removed', async () => {
    await page.goto('/pronunciations')
    await page.getByRole('button', { name: 'Add a word' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Word').fill(WORD)
    await form.getByLabel('Say it as').fill('nwin')
    await form.getByRole('button', { name: 'Play: your way' }).click()
    await form.getByRole('button', { name: 'Stop' }).waitFor()
    expect(spoken.at(-1)).toMatchObject({
      script: WORD,
      pronunciations: [{ word: WORD, sayAs: 'nwin' }],
    })
    await form.getByRole('button', { name: 'Play: as written' }).click()
    await expect.poll(() => spoken.at(-1)?.pronunciations).toEqual([])
    // Hearing it keeps nothing.
    expect((await account.request('GET', '/pronunciations')).body.data).toEqual([])

    await form.getByRole('button', { name: 'Add the word' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Play Nguyen' }).click()
    await page.getByRole('button', { name: 'Stop Nguyen' }).click()
    const { body } = await account.createVideo({ script: 'Please welcome Nguyen.' })
    await account.untilStatus(String(body.id), 'ready')
    expect(spoken.at(-1)).toMatchObject({
      script: 'Please welcome Nguyen.',
      pronunciations: [{ word: WORD, sayAs: 'nwin' }],
    })

    await page.getByRole('button', { name: 'Remove Nguyen' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Play Nguyen' }).waitFor()
    await page.getByRole('button', { name: 'Remove Nguyen' }).click()
    await page.getByText('No words yet').waitFor()
    await page.reload()
    await page.getByText('No words yet').waitFor()
  })

  test('a presenter is found by name and heard', async () => {
    await page.goto('/presenters')
    await page.getByRole('searchbox', { name: 'Search presenters' }).fill('idris')
    await page.getByRole('heading', { name: 'Maya Lindqvist' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Hear Omar Idris speak' }).click()
    await page.getByRole('button', { name: 'Stop Omar Idris' }).waitFor()
    await expect
      .poll(() => page.evaluate('(v => v && !v.muted && v.currentTime)(document.querySelector("video"))'))
      .toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Stop Omar Idris' }).click()
    await page.getByRole('searchbox', { name: 'Search presenters' }).fill('nobody has this name')
    await page.getByText('No presenter matches').waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await page.getByRole('link', { name: 'Use in a new video: Maya Lindqvist' }).waitFor()
    await page.getByRole('link', { name: 'Use in a new video: Omar Idris' }).click()
    await page.waitForURL('**/new')
    await page.getByRole('radio', { name: /Omar Idris/u, checked: true }).waitFor()
  })

  test('a voice is found and heard, and its star is gone after a reload, and there after another', async () => {
    const starred = async () =>
      (await account.request('GET', '/voices')).body.data.map(({ name }: { name: string }) => name)
    const name = (await starred())[0]
    await page.goto('/voices')
    await page.getByRole('searchbox', { name: 'Search voices' }).fill(name)
    await page.getByRole('button', { name: `Play a sample of ${name}` }).click()
    await page.getByRole('button', { name: `Stop a sample of ${name}` }).click()
    const star = page.getByRole('button', { name: `Star ${name}` })

    for (const isStarred of [false, true]) {
      const answered = page.waitForResponse((response) => response.url().endsWith('/star'))
      await star.click()
      expect((await answered).ok()).toBe(true)
      await page.reload()
      await star.waitFor()
      expect(await star.getAttribute('aria-pressed')).toBe(String(isStarred))
      expect((await starred()).includes(name)).toBe(isStarred)
      await page.getByText('Starred', { exact: true }).click()
      await (isStarred ? star.waitFor() : star.waitFor({ state: 'detached' }))
      await page.getByText('All', { exact: true }).click()
    }
  })
})
