import { afterAll, afterEach, beforeEach, describe, expect } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import { heldStudio } from '../../support/service/held-studio.ts'
import { test, useStudio } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { eachWithinOneDay } from '../../support/run/within-one-day.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

/** How speaking these scripts fails. */
const FAILURES = new Map([
  ['Our fault.', 'SpeechEngineRefused'],
  ['Nothing to say.', 'SpeechImpossible'],
  ['On and on and on.', 'SpeechTooLong'],
])

const held = heldStudio()
const { speakPart } = held.speaker
const studio = {
  ...held,
  speaker: {
    ...held.speaker,
    async speakPart(...[request, options]: Parameters<typeof speakPart>) {
      const failure = FAILURES.get(request.script)
      if (failure) throw Object.assign(new Error('It cannot be spoken.'), { name: failure })
      return speakPart(request, options)
    },
  },
}
let service: TestService

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  useStudio(studio)
})
beforeEach(() => held.release())
afterEach(() => held.release())
afterAll(() => useStudio(null))

const me = async (account: TestAccount) => (await account.request('GET', '/me')).body

describe('402 allowance_exceeded', () => {
  test('a script longer than what is left holds nothing and leads to an upgrade', async () => {
    const account = await service.account('free')
    const answer = await account.createVideo({ script: 'seventeen '.repeat(299) })
    expectProblem(answer, 'allowance_exceeded')
    expect(answer.body.error.upgrade_url).toMatch(/^http:/u)
    expect(answer.headers.get('Retry-After')).toBeNull()
    expect(await me(account)).toMatchObject({ remaining_video_seconds: 180, reserved_video_seconds: 0 })
    expect((await account.request('GET', '/videos')).body.data).toEqual([])
  })

  test('a script whose expected length fits is made, and holds all that is left', async () => {
    held.hold()
    const account = await service.account('free')
    const script = 'hello there my friend '.repeat(136)
    const { body: estimate } = await account.request('POST', '/videos/estimate', {
      body: { script, presenter_id: 'maya' },
    })
    expect(estimate).toMatchObject({ video_seconds: 180, would_be_refused: [] })
    const { status } = await account.createVideo({ script })
    expect(status).toBe(202)
    expect(await me(account)).toMatchObject({ remaining_video_seconds: 0, reserved_video_seconds: 180 })
    held.release()
  })

  test('the refusal says how much the script needs and how much is left', async () => {
    const account = await service.account('free')
    await leave(account, 65)
    const { error } = (await account.createVideo({ script: 'seventeen '.repeat(299) })).body
    expect(error.message).toMatch(/needs about 18\d video seconds, and 65 remain/u)
    expect(error.user_message).toMatch(/needs about 3:0\d of video, and 1:05 are left/u)
    const other = await service.account('free')
    await leave(other, 0)
    const { error: used } = (await other.createVideo()).body
    expect(used.user_message).toContain('used up')
  })

  test('what others hold is not there to be held again', async () => {
    held.hold()
    const account = await service.account('starter')
    await leave(account, 20)
    const first = await account.createVideo({ script: 'word '.repeat(30) })
    expect(first.status).toBe(202)
    const refused = await account.createVideo({ script: 'word '.repeat(30) })
    expectProblem(refused, 'allowance_exceeded')
    // What is reserved may come back, so it is not called used up.
    const { error } = refused.body
    expect(error.message).toMatch(/\d+ more are reserved for videos that are being made/u)
    expect(error.user_message).toContain('reserved for videos that are being made. Wait for them to finish')
    held.release()
    await account.untilStatus(first.body.id, 'ready')
  })

  test('many requests at once never hold more than there is', async () => {
    held.hold()
    const account = await service.account('scale')
    await leave(account, 10)
    const answers = await Promise.all(Array.from({ length: 8 }, () => account.createVideo()))
    const accepted = answers.filter(({ status }) => status === 202)
    const body = await me(account)
    expect(accepted.length).toBeGreaterThan(0)
    expect(accepted.length).toBeLessThan(8)
    expect(body.remaining_video_seconds).toBeGreaterThanOrEqual(0)
    expect(body.remaining_video_seconds + body.reserved_video_seconds).toBe(10)
    held.release()
    await Promise.all(accepted.map((video) => account.untilStatus(video.body.id, 'ready')))
  })
})

describe('429 concurrency_limit', () => {
  test('one more than the plan renders at once has to wait for a slot', async () => {
    held.hold()
    const account = await service.account('free')
    const { body } = await account.createVideo()

    const answer = await account.createVideo()

    expectProblem(answer, 'concurrency_limit')
    expect(answer.body.error.message).toContain('The Free plan renders one video at the same time')
    expect(answer.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/u)
    const before = await me(account)
    expect(before.remaining_video_seconds + before.reserved_video_seconds).toBe(180)
    held.release()
    await account.untilStatus(body.id, 'ready')
    expect((await account.createVideo()).status).toBe(202)
  })

  test('test videos have slots of their own', async () => {
    held.hold()
    const live = await service.account('free')
    const tests = await service.testData(live.accountId)
    for (const account of [live, tests]) {
      expect((await account.createVideo()).status).toBe(202)
      expectProblem(await account.createVideo(), 'concurrency_limit')
    }
  })

  test('as many as the plan allows are let in of a crowd', async () => {
    held.hold()
    const account = await service.account('starter')
    const answers = await Promise.all(Array.from({ length: 9 }, () => account.createVideo()))
    const accepted = answers.filter(({ status }) => status === 202)
    expect(accepted).toHaveLength(3)
    for (const answer of answers) if (answer.status !== 202) expectProblem(answer, 'concurrency_limit')
    held.release()
    await Promise.all(accepted.map((video) => account.untilStatus(video.body.id, 'ready')))
  })
})

describe('429 daily_limit', () => {
  eachWithinOneDay()

  test('the day’s last place taken, the next is told to wait until 00:00 UTC', async () => {
    const account = await service.account('free')
    await acceptedToday(account, 4)
    const last = await account.createVideo()
    await account.untilStatus(last.body.id, 'ready')

    const answer = await account.createVideo()

    expectProblem(answer, 'daily_limit')
    expect(answer.body.error.message).toContain('The Free plan allows 5 videos a day')
    const retryAfter = Number(answer.headers.get('Retry-After'))
    const midnight = new Date().setUTCHours(24, 0, 0, 0)
    expect(Math.abs(retryAfter - (midnight - Date.now()) / 1000)).toBeLessThan(60)
    expect(await me(account)).toMatchObject({ reserved_video_seconds: 0 })
  })

  test('a video that failed through no fault of its request gives its place in the day back', async () => {
    const account = await service.account('free')
    await acceptedToday(account, 4)
    const failing = await account.createVideo({ script: 'Our fault.' })
    await account.untilStatus(failing.body.id, 'failed')
    expect((await account.createVideo()).status).toBe(202)
  })

  test.each(['Nothing to say.', 'On and on and on.'])(
    'a video that its own request makes fail gives its seconds back and keeps its place: %s',
    async (script) => {
      const account = await service.account('free')
      await acceptedToday(account, 4)
      const failing = await account.createVideo({ script })
      await account.untilStatus(failing.body.id, 'failed')
      expectProblem(await account.createVideo(), 'daily_limit')
      expect(await me(account)).toMatchObject({ remaining_video_seconds: 180, reserved_video_seconds: 0 })
    },
  )

  test('a deleted video keeps its place in the day', async () => {
    const account = await service.account('free')
    await acceptedToday(account, 4)
    const { body } = await account.createVideo()
    await account.request('DELETE', `/videos/${body.id}`)
    expectProblem(await account.createVideo(), 'daily_limit')
  })

  test('the next day starts from nothing', async () => {
    const account = await service.account('free')
    await acceptedToday(account, 5)
    expectProblem(await account.createVideo(), 'daily_limit')
    await service.query('update accounts set day = day - 1 where id = $1', [account.accountId])
    expect((await account.createVideo()).status).toBe(202)
  })
})

/** As if the account had used up all but so many seconds. */
async function leave(account: TestAccount, seconds: number): Promise<void> {
  const { remaining_video_seconds } = await me(account)
  await service.query(`select move_seconds($1, 'expire', $2, null, 'test', now())`, [
    account.accountId,
    seconds - remaining_video_seconds,
  ])
}

/** As if the account had made so many videos today. */
async function acceptedToday(account: TestAccount, videos: number): Promise<void> {
  await service.query('update accounts set day_videos = $2 where id = $1', [account.accountId, videos])
}
