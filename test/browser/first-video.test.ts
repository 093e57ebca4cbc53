import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { hasBrowser, openBrowser, openPage, picture } from '../support/browser/browser.ts'
import { createTestClient } from '../support/service/client.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'

const PASSWORD = 'correct horse battery staple'
/** A video is made meanwhile, on what may be one slow core. */
const VIDEO_MS = 240_000

interface Received {
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

/** A server of the account's developer, which takes events. */
async function startReceiver() {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

describe.runIf(hasBrowser())('a new installation', () => {
  let service: TestService
  let browser: Browser
  beforeAll(async () => {
    service = await startTestService({ studio: 'real' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await service.stop()
  })

  test('leads from nothing to a video made with a key from the browser, its event verified, the key revoked and refused', async () => {
    const receiver = await startReceiver()
    const page = await openPage(browser, service.url)
    await page.goto(`/setup#${service.app.setupCode}`)
    await page.getByLabel('Company or team').fill('Kern Ltd')
    await page.getByLabel('Your name').fill('Ada Kern')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create my sign-in' }).click()
    await page.waitForURL('**/projects')

    await page.goto('/developer/webhook')
    await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
    await page.getByText('Events may be sent').waitFor()
    await page.getByRole('button', { name: 'Save URL' }).click()
    await page.getByRole('button', { name: 'Roll secret' }).click()
    await page.getByRole('button', { name: 'Make new secret' }).click()
    const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()
    expect(secret).toMatch(/^whsec_/u)
    await page.getByRole('button', { name: 'Done' }).click()

    await page.goto('/developer/keys')
    await page.getByRole('button', { name: 'Create key' }).first().click()
    await page.getByRole('dialog').getByLabel('Name').fill('Website')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByRole('textbox', { name: 'API key' }).inputValue()
    await page.getByRole('button', { name: 'Done' }).click()

    const program = createTestClient(service.url, key)
    const created = await program.createVideo({ script: 'Hello from a new key.' })
    expect(created.status).toBe(202)
    const id = String(created.body.id)

    // The page shows how far it is, and then the finished video, without being loaded again.
    await page.goto(`/projects/${id}`)
    await page.locator('video').waitFor({ timeout: VIDEO_MS })
    const seconds = await page.evaluate<number>(
      "(async () => { const video = document.querySelector('video'); await video.play(); return video.duration })()",
    )
    expect(seconds).toBeGreaterThan(1)
    await picture(page, 'project-ready-desktop')

    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    const { headers, body } = receiver.received.at(-1)!
    const signed = `${String(headers['x-service-timestamp'])}.${body}`
    const signature = createHmac('sha256', secret).update(signed).digest('hex')
    expect(headers['x-service-signature']).toBe(`sha256=${signature}`)
    expect(JSON.parse(body)).toMatchObject({ event: 'video.ready', data: { id } })

    await page.goto('/developer/keys')
    await page.getByRole('button', { name: 'Revoke the key Website' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
    const me = () => program.request('GET', '/me')
    await expect.poll(me).toMatchObject({ status: 401, body: { error: { code: 'key_revoked' } } })
    expect(page.faults).toEqual([])
    await receiver.stop()
  })

  test('makes a video in the application: written, seen as a still, sent once by a double click, watched and played', async () => {
    const page = await openPage(browser, service.url)
    await page.goto('/sign-in')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/projects')
    await page.goto('/new')
    await page.getByRole('textbox', { name: 'Script' }).fill('Hello from the application.')
    await page.getByRole('radio', { name: 'Maya Lindqvist' }).click()
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await page.getByRole('button', { name: 'Create video' }).dblclick()
    await page.waitForURL('**/projects/vid_**')
    expect(sent.filter((one) => one === 'POST /api/console/videos')).toHaveLength(1)
    await page.locator('video').waitFor({ timeout: VIDEO_MS })
    const { data } = (await (await page.request.get('/api/console/projects?origin=application')).json()) as {
      data: { status: string; origin: string }[]
    }
    expect(data).toMatchObject([{ status: 'ready', origin: 'application' }])
    expect(page.faults).toEqual([])
  })
})
