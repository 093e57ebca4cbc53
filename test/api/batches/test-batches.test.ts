import { expect } from 'vitest'

import { createBatchClient, ITEM } from '../../support/service/batch-client.ts'
import { test } from '../../support/service/default-service.ts'

const say = (script: string) => ({ ...ITEM, script })

test('a batch of a test key makes test videos, ends as its scripts ask, and costs nothing', async ({
  defaultService: service,
}) => {
  const live = await service.account('free')
  const account = createBatchClient(await service.testData(live.accountId))
  const { body } = await account.createBatch({
    items: [
      ITEM,
      say('[test:fail:draw]'),
      // At creation: what is wrong with the request.
      say('[test:error:plan_required]'),
      say('[test:nonsense]'),
      // When it starts: a limit that passes by itself would be waited for, were it real.
      say('[test:error:rate_limited]'),
      say('[test:error:allowance_exceeded]'),
    ],
  })
  const atOnce = body.items.map(({ error }: { error: { code: string } | null }) => error?.code ?? null)
  expect(atOnce).toEqual([null, null, 'plan_required', 'invalid_request', null, null])
  const batch = await account.untilEnded(body.id)
  expect(batch.items).toMatchObject([
    { status: 'ready' },
    { status: 'failed', error: { code: 'render_failed', details: { stage: 'draw' } } },
    { status: 'failed', error: { code: 'plan_required' } },
    { status: 'failed', error: { code: 'invalid_request' } },
    { status: 'failed', error: { code: 'rate_limited' } },
    { status: 'failed', error: { code: 'allowance_exceeded' } },
  ])
  const video = await account.request('GET', `/videos/${batch.items[0].video_id}`)
  expect(video.body).toMatchObject({ test: true })
  // Neither sees the other's.
  expect((await live.request('GET', '/batches')).body.data).toEqual([])
  expect((await live.request('GET', `/batches/${body.id}`)).status).toBe(404)
  const { body: me } = await live.request('GET', '/me')
  expect(me.used_video_seconds).toBe(0)
  expect(await service.wrongWith(live, account)).toEqual([])
})
