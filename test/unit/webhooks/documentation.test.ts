import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DELIVERY_WAITS_SECONDS } from '../../../src/domain/webhook-schedule.ts'
import { newSigningSecret, signWebhook } from '../../../src/webhooks/sign.ts'

type IsGenuine = (headers: Record<string, string>, rawBody: string | Buffer, secret: string) => boolean

let folder: string
let page: string
let isGenuine: IsGenuine

beforeAll(async () => {
  page = await readFile(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
  const [, code = ''] = /```js\n(.*?)```/su.exec(page) ?? []
  folder = await mkdtemp(join(tmpdir(), 'webhooks-page-'))
  const file = join(folder, 'receiver.mjs')
  await writeFile(file, code)
  const receiver = (await import(pathToFileURL(file).href)) as { isGenuine: IsGenuine }
  isGenuine = receiver.isGenuine
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const secret = newSigningSecret()
const body = '{"event":"video.ready","data":{"title":"Grüße"}}'

/** Headers as `node:http` gives them to a receiver. */
const received = (sentAt: Date) =>
  Object.fromEntries(
    Object.entries(signWebhook({ secrets: [secret], body, sentAt, eventId: 'evt_1' })).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  )

test('the code on the page accepts what we send', () => {
  expect(isGenuine(received(new Date()), Buffer.from(body), secret)).toBe(true)
})

test('the code on the page refuses a changed body, another secret, missing headers and old deliveries', () => {
  const now = received(new Date())
  expect(isGenuine(now, body + ' ', secret)).toBe(false)
  expect(isGenuine(now, body, newSigningSecret())).toBe(false)
  expect(isGenuine({}, body, secret)).toBe(false)
  expect(isGenuine(received(new Date(Date.now() - 301_000)), body, secret)).toBe(false)
})

test('the waits on the page are the waits we keep', () => {
  const [, row = ''] = /^\| Wait before it \|(.*)\|$/mu.exec(page) ?? []
  const seconds = { s: 1, min: 60, h: 3_600 }
  const waits = Array.from(
    row.matchAll(/(\d+) (s|min|h)/gu),
    ([, count, unit]) => Number(count) * seconds[unit as 's'],
  )
  expect(waits).toEqual(DELIVERY_WAITS_SECONDS)
})
