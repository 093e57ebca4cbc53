import { describe, expect } from 'vitest'

import type { TestClient } from '../../support/service/client.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService

test.beforeAll(({ defaultService }) => {
  service = defaultService
})

const estimate = (account: TestClient, script: string) =>
  account.request('POST', '/videos/estimate', { body: { script, presenter_id: 'maya' } })

async function dayVideos({ accountId }: { accountId: string }): Promise<unknown> {
  const [row] = await service.query<{ day_videos: number }>('select day_videos from accounts where id = $1', [
    accountId,
  ])
  return row?.day_videos
}

/** Speech of some 400 seconds, in the fewest characters. */
const SIGNS = `1${'√'.repeat(420)}`

describe('a script that nobody could say in a video’s time', () => {
  test('is refused by its seconds, however few characters it has, and holds nothing', async () => {
    const account = await service.account('scale')
    const answer = await account.createVideo({ script: `1${'√'.repeat(2999)}` })
    expectProblem(answer, 'script_too_long', { script: 'too_long' })
    expect(answer.body.error.message).toMatch(/up to \d{4} seconds\. .* is 900 seconds\./u)
    const { body } = await account.request('GET', '/me')
    expect(body).toMatchObject({ reserved_video_seconds: 0, remaining_video_seconds: 60_000 })
    expect(await dayVideos(account)).toBe(0)
  })

  test('is estimated, with what it would be refused for', async () => {
    const { status, body } = await estimate(await service.account('scale'), `1${'√'.repeat(2999)}`)
    expect(status).toBe(200)
    expect(body.video_seconds).toBeGreaterThan(900)
    expect(body.would_be_refused.map(({ code }: { code: string }) => code)).toEqual(['script_too_long'])
  })

  test('is longer on one plan than on another', async () => {
    const codes = async (plan: string) =>
      (await estimate(await service.account(plan), SIGNS)).body.would_be_refused.map(
        ({ code }: { code: string }) => code,
      )
    expect(await codes('free')).toContain('script_too_long')
    expect(await codes('starter')).toEqual([])
  })

  test('cannot be made of pronunciations', async () => {
    const account = await service.account('scale')
    const body = { say_as: 'seven seven seven seven seven seven seven seven seven seven seven seven' }
    expect((await account.request('PUT', '/pronunciations/a', { body })).status).toBe(200)
    expectProblem(await account.createVideo({ script: 'a. '.repeat(1000) }), 'script_too_long', {
      script: 'too_long',
    })
  })
})

describe('a script that has nothing to say', () => {
  test.each([['龘龘龘'], ['こんにちは、世界。'], ['Привет!']])(
    'is refused before anything is held: %s',
    async (script) => {
      const account = await service.account('free')
      const answer = await account.createVideo({ script })
      expectProblem(answer, 'invalid_request', { script: 'invalid' })
      const { body } = await estimate(account, script)
      expect(body.would_be_refused.map(({ code }: { code: string }) => code)).toEqual(['invalid_request'])
      expect(await dayVideos(account)).toBe(0)
    },
  )

  test('may have words that are silent beside others', async () => {
    const { body } = await estimate(await service.account('free'), 'Hello 龘')
    expect(body.would_be_refused).toEqual([])
  })
})
