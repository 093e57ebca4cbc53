import { expect, test } from 'vitest'

import { deliverWebhookId, produceVideoId } from '../../../../src/domain/video/workflow-id.ts'

test('one key of one account is one run, whatever video it is asked for', () => {
  expect(produceVideoId('acc_1', 'vid_1', 'k')).toBe(produceVideoId('acc_1', 'vid_2', 'k'))
})

test('other accounts, other keys and no keys are runs of their own', () => {
  const ids = [
    produceVideoId('acc_1', 'vid_1', 'k'),
    produceVideoId('acc_2', 'vid_1', 'k'),
    produceVideoId('acc_1', 'vid_1', 'l'),
    produceVideoId('acc_1', 'vid_1', null),
    produceVideoId('acc_1', 'vid_2', null),
    produceVideoId('acc_1', 'vid_1', 'vid_1'),
    deliverWebhookId({ eventId: 'evt_1', delivery: 1 }),
    deliverWebhookId({ eventId: 'evt_1', delivery: 2 }),
    deliverWebhookId({ eventId: 'evt_2', delivery: 1 }),
  ]
  expect(new Set(ids).size).toBe(ids.length)
})
