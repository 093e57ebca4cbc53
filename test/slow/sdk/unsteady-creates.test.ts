import { expect } from 'vitest'

import { createUnsteadily } from '../../support/sdk/unsteady-creates.ts'
import { test } from '../../support/service/default-service.ts'

/** Fewer than what a key may create in a minute. */
const VIDEOS_OF_EACH = 10

test('300 creations over a way on which every third request fails make 300 videos, each charged once', async ({
  defaultService: service,
}) => {
  const accounts = await Promise.all(Array.from({ length: 30 }, () => service.account('scale')))
  const outcome = await createUnsteadily({
    url: service.url,
    keys: accounts.map(({ key }) => key),
    videosOfEach: VIDEOS_OF_EACH,
    together: 8,
    query: service.query,
  })
  expect(outcome).toMatchObject({ accepted: 300, doubled: 0, lost: 0, chargedOtherwise: 0 })
  expect(outcome.requests).toBeGreaterThan(400)
  expect(await service.wrongWith(...accounts)).toEqual([])
})
