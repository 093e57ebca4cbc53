import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

test('a script becomes a ready video that is charged its length rounded up', async () => {
  const account = await service.account('starter')
  const created = await account.createVideo({ script: 'One two three four five.' })
  expect(created.status).toBe(202)
  expect(created.body).toMatchObject({ status: 'rendering', presenter: 'Maya Lindqvist', error: null })

  const ready = await account.untilStatus(created.body.id, 'ready')

  expect(ready).toMatchObject({ progress: 100, duration_seconds: 2.5 })
  const me = await account.request('GET', '/me')
  expect(me.body).toMatchObject({
    remaining_video_seconds: 3600 - 3,
    reserved_video_seconds: 0,
    used_video_seconds: 3,
  })
})
