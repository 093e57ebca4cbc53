import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect } from 'vitest'

import { newSigningSecret, signWebhook } from '../../../src/webhooks/sign.ts'
import { isLeftOut } from '../../support/run/left-out.ts'
import { isInstalled, readExamples, startExample } from '../../support/programs/example-receiver.ts'
import type { Example, RunningExample } from '../../support/programs/example-receiver.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

const examples = await Promise.all(
  readExamples().map(async (example) => ({ ...example, installed: await isThere(example) })),
)

async function isThere(example: Example): Promise<boolean> {
  const { language } = example
  const tool = (await isInstalled(example)) ? {} : { missing: `install ${language}.` }
  return !isLeftOut(`The receiver in ${language}`, tool)
}

/** With other bytes than JSON would have that was parsed and written again. */
const bodyAbout = (videoId: string) =>
  `{"event":"video.ready","data":{"id":"${videoId}", "title":"Grüße"},"sent_at":"2026-11-21T10:00:00.000Z"}`

let service: TestService
let account: TestAccount

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  account = await service.account('scale')
})

test('there is an example for each of the four languages, and at least the one for Node.js runs', () => {
  expect(examples.map(({ language }) => language)).toEqual(['Node.js', 'Python', 'Go', 'PHP'])
  expect(examples[0]!.installed).toBe(true)
})

describe.each(examples)('the receiver in $language', ({ language, command, installed }) => {
  const oldSecret = newSigningSecret()
  let receiver: RunningExample

  beforeAll(async () => {
    if (installed) receiver = await startExample({ language, command }, [account.webhookSecret, oldSecret])
  })
  afterAll(() => receiver?.stop())

  /** Headers and body of a genuine delivery, to be spoilt. */
  function delivery({
    secret = account.webhookSecret,
    ageSeconds = 0,
    videoId = `vid_${randomUUID()}`,
  } = {}) {
    const sentAt = new Date(Date.now() - ageSeconds * 1000)
    const body = bodyAbout(videoId)
    const eventId = `evt_${videoId}`
    const headers: Record<string, string> = { ...signWebhook({ secrets: [secret], body, sentAt, eventId }) }
    return { headers, body, videoId }
  }

  async function post(sent: { headers: Record<string, string>; body: string }) {
    const response = await fetch(receiver.url, { method: 'POST', headers: sent.headers, body: sent.body })
    return { status: response.status, reason: (await response.text()).trim() }
  }

  const linesAbout = (text: string) => receiver.lines().filter((line) => line.includes(text))
  const FORGED = { status: 401, reason: 'the signature does not match' }
  const STALE = { status: 400, reason: 'the timestamp is more than five minutes away' }

  test.skipIf(!installed)('takes what the service sends, and handles it', async () => {
    const { body } = await account.createVideo({ webhook_url: receiver.url })
    const line = expect.stringMatching(new RegExp(`^handled video\\.ready ${body.id}$`, 'u'))
    await expect.poll(() => linesAbout(body.id), PATIENTLY).toEqual([line])
    const status = async () =>
      await service.query('select status from webhook_events where video_id = $1', [body.id])
    await expect.poll(status, PATIENTLY).toEqual([{ status: 'delivered' }])
  })

  test.skipIf(!installed)('handles an event once, however often it comes', async () => {
    const { videoId } = delivery()
    for (const ageSeconds of [10, 5, 0]) {
      expect(await post(delivery({ videoId, ageSeconds }))).toEqual({ status: 204, reason: '' })
    }
    const name = `video.ready ${videoId}`
    const lines = [`handled ${name}`, `again ${name}`, `again ${name}`]
    await expect.poll(() => linesAbout(videoId), PATIENTLY).toEqual(lines)
  })

  test.skipIf(!installed)(
    'does not handle an event again that is replayed under another webhook-id',
    async () => {
      const { headers, body, videoId } = delivery()
      expect((await post({ headers, body })).status).toBe(204)
      const replayed = { ...headers, 'webhook-id': `evt_${randomUUID()}` }
      expect((await post({ headers: replayed, body })).status).toBe(204)
      const lines = [`handled video.ready ${videoId}`, `again video.ready ${videoId}`]
      await expect.poll(() => linesAbout(videoId), PATIENTLY).toEqual(lines)
    },
  )

  test.skipIf(!installed)('takes either secret of a rotation', async () => {
    expect((await post(delivery({ secret: oldSecret }))).status).toBe(204)
    expect((await post(delivery({ secret: account.webhookSecret }))).status).toBe(204)
  })

  test.skipIf(!installed)('takes clocks that disagree by less than five minutes', async () => {
    expect((await post(delivery({ ageSeconds: 240 }))).status).toBe(204)
    expect((await post(delivery({ ageSeconds: -240 }))).status).toBe(204)
  })

  test.skipIf(!installed)('refuses a body of which a byte was changed', async () => {
    const { headers, body } = delivery()
    expect(await post({ headers, body: body.replace('vid_', 'forged_') })).toEqual(FORGED)
    expect(await post({ headers, body: '' })).toEqual(FORGED)
  })

  test.skipIf(!installed)('refuses another secret', async () => {
    expect(await post(delivery({ secret: newSigningSecret() }))).toEqual(FORGED)
  })

  test.skipIf(!installed)('refuses a timestamp that the signature is not about', async () => {
    const { headers, body } = delivery({ ageSeconds: 301 })
    expect(
      await post({ headers: { ...headers, 'X-Service-Timestamp': new Date().toISOString() }, body }),
    ).toEqual(FORGED)
  })

  test.skipIf(!installed)('refuses a signature of another form', async () => {
    const { headers, body } = delivery()
    const right = headers['X-Service-Signature']!
    for (const wrong of [
      '',
      'sha256=',
      'sha256=00',
      `${right}0`,
      right.slice(0, -1),
      right.slice(7),
      'ünsigned',
    ]) {
      expect(await post({ headers: { ...headers, 'X-Service-Signature': wrong }, body }), wrong).toEqual(
        FORGED,
      )
    }
  })

  test.skipIf(!installed).each(['X-Service-Timestamp', 'X-Service-Signature'])(
    'refuses a delivery without %s',
    async (name) => {
      const { headers, body } = delivery()
      delete headers[name]
      expect([400, 401]).toContain((await post({ headers, body })).status)
    },
  )

  test.skipIf(!installed)('refuses what was signed more than five minutes ago, or will be', async () => {
    expect(await post(delivery({ ageSeconds: 301 }))).toEqual(STALE)
    expect(await post(delivery({ ageSeconds: -310 }))).toEqual(STALE)
  })

  test.skipIf(!installed)('does not read a body without end', async () => {
    const { headers } = delivery()
    const tooLarge = 'x'.repeat(1_000_001)
    // Some answer, some hang up on whoever goes on sending.
    const answer = await post({ headers, body: tooLarge }).catch(() => ({ status: 413 }))
    expect(answer.status).toBe(413)
    expect((await post(delivery())).status).toBe(204)
  })

  test.skipIf(!installed)('handles nothing that it refuses', () => {
    expect(receiver.lines().filter((line) => line.includes('forged_'))).toEqual([])
    expect(receiver.lines().filter((line) => line.startsWith('refused')).length).toBeGreaterThan(10)
  })

  test.skipIf(!installed)('does not start without a secret, or refuses everything', async () => {
    const unset = await startExample({ language, command }, []).catch(() => null)
    if (unset === null) return
    const { headers, body } = delivery({ secret: '' })
    expect((await fetch(unset.url, { method: 'POST', headers, body })).status).toBe(401)
    await unset.stop()
  })
})
