import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeEach, describe, expect, vi } from 'vitest'

import { unwrap } from '../../../sdk/typescript/src/index.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { installCommandLine } from '../../support/sdk/command-line.ts'
import type { InstalledCommandLine } from '../../support/sdk/command-line.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

let service: TestService
let commandLine: InstalledCommandLine
let receiver: WebhookReceiver
let answer = 204
test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  commandLine = await installCommandLine()
})
afterAll(() => commandLine.remove())
beforeEach(async () => {
  receiver = await startWebhookReceiver(() => answer)
})
afterEach(() => receiver.stop())

/** A test key of an account of its own. */
async function testKey() {
  const { accountId } = await service.account('scale')
  return { url: service.url, key: (await service.testData(accountId)).key }
}

/** What a command has printed so far, line by line. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

describe('listen', () => {
  test('sends signed events to a program on this machine, and goes on where it was', async () => {
    const call = await testKey()
    const args = ['listen', '--forward-to', receiver.url.replace('http://', ''), '--profile', 'listens']
    await commandLine.run(['login', '--url', call.url, '--profile', 'listens'], { input: call.key })
    const first = commandLine.start(args)
    await first.shows(/"listening":true/u)
    const [{ secret, forward_to }] = linesOf(first.written())
    expect(forward_to).toBe(receiver.url)

    answer = 500
    const ready = await triggerUntilHeard('video.ready', call)
    const { headers, rawBody, body } = ready
    expect(body).toMatchObject({ event: 'video.ready', data: { status: 'ready' } })
    expect(await unwrap(rawBody, headers, secret)).toEqual(body)
    expect(new Webhook(secret).verify(rawBody, headers as Record<string, string>)).toEqual(body)
    await expect(unwrap(rawBody, headers, 'whsec_b3RoZXI=')).rejects.toThrow('signature')
    await first.shows(/"status":500/u)
    first.child.kill('SIGINT')
    expect((await first.ended()).code).toBe(0)

    answer = 204
    const before = receiver.received.length
    const missed = await commandLine.run(['trigger', 'video.failed'], call)
    expect(missed.code, missed.stderr).toBe(0)
    const second = commandLine.start(args)
    await second.shows(/"status":204/u)
    const [listening, delivered] = linesOf(second.written())
    expect(listening.secret).toBe(secret)
    expect(delivered).toMatchObject({
      event: 'video.failed',
      subject_id: JSON.parse(missed.stdout).subject_id,
      error: null,
    })
    expect(receiver.received.slice(before).map((one) => one.body.event)).toEqual(['video.failed'])
    second.child.kill('SIGINT')
    expect((await second.ended()).code).toBe(0)
  })

  test('says when nobody listens, and sends only the events that are asked for', async () => {
    const call = await testKey()
    // Somebody was there, and has gone.
    const gone = await startWebhookReceiver()
    await gone.stop()
    const wanted = ['listen', '--forward-to', gone.url, '--events', 'video.deleted']
    const listening = commandLine.start(wanted, call)
    await listening.shows(/"listening":true/u)
    const happens = async () => {
      await commandLine.run(['trigger', 'video.deleted'], call)
      if (!listening.written().includes('video.deleted","subject_id')) throw new Error('It was not heard.')
    }
    await vi.waitFor(happens, PATIENTLY)
    listening.child.kill('SIGINT')
    const { code, stdout } = await listening.ended()
    expect(code).toBe(0)
    expect(linesOf(stdout)[1]).toMatchObject({ event: 'video.deleted', status: null, error: 'ECONNREFUSED' })
  })

  test('ends when its time is over', async () => {
    const args = ['listen', '--forward-to', receiver.url, '--timeout', '2']
    expect((await commandLine.run(args, await testKey())).code).toBe(4)
  })
})

describe('trigger', () => {
  test.each(['video.ready', 'video.failed', 'video.deleted', 'batch.finished'])(
    'makes %s really happen',
    async (event) => {
      const call = await testKey()
      const following = commandLine.start(['events', '--follow'], call)
      const happened: string[] = []
      const happens = async () => {
        const { code, stdout, stderr } = await commandLine.run(['trigger', event], call)
        expect(code, stderr).toBe(0)
        happened.push(JSON.parse(stdout).subject_id)
        // Some events come a moment after their cause: then it is that of the time before.
        const isHeard = (id: string) =>
          following.written().includes(`"event":"${event}","data":{"id":"${id}"`)
        if (!happened.some(isHeard)) throw new Error('It was not heard.')
      }
      await vi.waitFor(happens, PATIENTLY)
      following.child.kill('SIGINT')
      expect((await following.ended()).code).toBe(0)
    },
  )

  test('is refused with a live key, and for what cannot be made to happen', async () => {
    const { key } = await service.account('scale')
    const live = await commandLine.run(['trigger', 'video.ready'], { url: service.url, key })
    expect(live.code).toBe(2)
    expect(live.stderr).toContain('pv_test_')
    expect((await commandLine.run(['trigger', 'twin.ready'], await testKey())).code).toBe(2)
  })
})

/** The stream of who listens may open a moment later: what happens before is not in it. */
async function triggerUntilHeard(event: string, call: { url: string; key: string }) {
  await vi.waitFor(async () => {
    await commandLine.run(['trigger', event], call)
    if (receiver.received.length === 0) throw new Error('It was not heard.')
  }, PATIENTLY)
  return receiver.received[0]!
}
