import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect } from 'vitest'

import { test } from '../../support/service/default-service.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import { startLaterVersion } from '../generators/later-version.ts'
import { HALVES, hasNoPython, useInstalledSdk } from '../../support/sdk/python-programs.ts'

describe.skipIf(hasNoPython)('the Python SDK', () => {
  const given = useInstalledSdk()

  describe.each(HALVES)('with %s', (half) => {
    /** What a part of the program prints, for an account of its own. */
    async function printed(part: string, ...args: readonly unknown[]) {
      const account = await given.service.account('scale')
      return {
        account,
        ...(await given.sdk.run({ half, url: given.service.url, key: account.key }, part, ...args)),
      }
    }

    test('makes a video, waits for it, saves, changes, finds and deletes it', async () => {
      const folder = join(given.sdk.folder, `files-${half}`)
      await mkdir(folder)
      const { file, ...facts } = await printed('whole_way', folder)
      expect(facts).toMatchObject({
        status: 'ready',
        year: new Date().getUTCFullYear(),
        files: ['hello.mp4'],
        title: 'Hello',
        metadata: { order: '1042' },
        found: [facts.id],
        script: 'Hello there.',
        deleted: true,
        gone: ['not_found', 'not_found'],
      })
      expect((await stat(file)).size).toBeGreaterThan(0)
    })

    test('has the same video for the same key, and the answer around it', async () => {
      const { request_id, key, ...facts } = await printed('again')
      expect(facts).toMatchObject({ same: true, status: 202, replayed: 'true' })
      expect(request_id).toMatch(/^req_/u)
      expect(key).toMatch(/^[0-9a-f-]{36}$/u)
    })

    test('raises what failed, with the video and the key, and does not try again by itself', async () => {
      const { accountId } = await given.service.account('scale')
      const { key } = await given.service.testData(accountId)
      const facts = await given.sdk.run({ half, url: given.service.url, key }, 'failing')
      expect(facts).toMatchObject({ error: 'RenderFailedError', stage: 'speak', key: 'fails' })
    })

    test('goes through lists by pages and by items', async () => {
      const { every, ...facts } = await printed('lists')
      expect(every).toHaveLength(3)
      expect(facts).toMatchObject({
        first: every.slice(0, 2),
        second: every.slice(2),
        third: null,
        has_more: true,
      })
    })

    test('creates, changes, tests, recovers and deletes an endpoint for events', async () => {
      const receiver = await startWebhookReceiver()
      const { secret, rotated, ...facts } = await printed('endpoints', receiver.url)
      expect(facts).toMatchObject({
        hidden: null,
        types: ['video.deleted'],
        status: 'paused',
        delivered: true,
        recovered: 0,
        listed: [true],
        deleted: true,
      })
      for (const one of [secret, rotated]) expect(one).toMatch(/^whsec_/u)
      expect(receiver.received.map(({ body }) => body.event)).toEqual(['video.deleted'])
      await receiver.stop()
    })

    test('makes a batch and waits for it', async () => {
      expect(await printed('batch')).toMatchObject({
        status: 'finished',
        key: 'newsletter',
        items: ['ready', 'failed'],
        error: 'invalid_request',
        listed: [true],
        counts: 1,
      })
    })

    test('has the rest of the API', async () => {
      const facts = await printed('rest')
      expect(facts.presenters).toContain('maya')
      expect(facts).toMatchObject({
        account: facts.account,
        said: 'nwin',
        words: ['Nguyen'],
        twins: 0,
        ledger: 1,
        endpoint: 'none',
        same_secret: true,
        seconds: 2,
      })
    })

    test('raises errors of the class of their code, with what to do and the key', async () => {
      expect(await printed('refused')).toMatchObject({
        error: 'InvalidRequestError',
        status: 400,
        action: 'fix_request',
        retryable: false,
        key: 'refused',
        fields: { script: 'required' },
      })
      const wrong = await given.sdk.run(
        { half, url: given.service.url, key: 'pv_live_wrong' },
        'wait',
        'vid_1',
        30,
      )
      expect(wrong).toMatchObject({ error: 'InvalidApiKeyError', key: null })
    })

    test('goes on with a service whose answers have grown', async () => {
      const later = await startLaterVersion(given.service.url)
      const { key } = await given.service.account()
      const facts = await given.sdk.run({ half, url: later.url, key }, 'grown')
      await later.stop()
      expect(facts).toMatchObject({
        resolution: '720p_of_later',
        raw: { since: 2 },
        listed: 1,
        refusal: { error: 'ApiError', code: 'not_found_of_later', action: 'refresh_of_later' },
      })
    })
  })
})
