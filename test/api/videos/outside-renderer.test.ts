import { afterAll, beforeAll, expect, test } from 'vitest'

import { quickStudio } from '../../support/service/quick-studio.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService
beforeAll(async () => {
  const [maya] = quickStudio().renderer.presenters()
  const presenters = () => [{ ...maya!, renderer: 'nobody', outsideLook: { colour: 'blue' } }]
  service = await startTestService({
    studio: quickStudio({ renderer: { presenters } }),
    config: { rendererWaitSeconds: 1 },
  })
})
afterAll(() => service.stop())

test('a video whose renderer is not at work fails, says why, and gives its seconds back', async () => {
  const account = await service.account()
  const before = (await account.request('GET', '/me')).body.remaining_video_seconds
  const { body } = await account.createVideo({ presenter_id: 'maya' })
  const video = await account.untilStatus(body.id, 'failed')
  expect(video.error).toMatchObject({
    code: 'render_failed',
    details: { stage: 'draw', reason: 'The renderer for this presenter is unavailable.' },
  })
  expect((await account.request('GET', '/me')).body.remaining_video_seconds).toBe(before)
})

test('what such a presenter is drawn by is not for the catalogue', async () => {
  const { body } = await (await service.account()).request('GET', '/presenters')
  expect(JSON.stringify(body)).not.toContain('nobody')
  expect(JSON.stringify(body)).not.toContain('blue')
})
