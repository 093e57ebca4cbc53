import { once } from 'node:events'

import { describe, expect } from 'vitest'

import { test } from '../../support/service/default-service.ts'
import { HALVES, hasNoPython, useInstalledSdk } from '../../support/sdk/python-programs.ts'
import type { Half } from '../../support/sdk/python-programs.ts'
import { answerIsLost, answers, neverSent, startWay } from '../../support/sdk/way.ts'
import type { Met, Way } from '../../support/sdk/way.ts'

const PASSES = { error: { code: 'service_unavailable', retryable: true } }

/** What a creation meets, and how often it is sent. */
const AGAIN: readonly (readonly [string, Met[]])[] = [
  ['when its answer is lost', [answerIsLost, answerIsLost]],
  ['when the connection breaks', [neverSent]],
  ['when a proxy cannot reach the service', [answers(502)]],
  ['when the service says that it passes', [answers(503, PASSES)]],
  [
    'when a code of a later version says that it passes',
    [answers(418, { error: { code: 'new', retryable: true } })],
  ],
  ['when it says when to come back', [answers(429, '', { 'Retry-After': '0' })]],
]

/** What a creation meets, and what is raised. */
const NOT_AGAIN: readonly (readonly [string, Met, object])[] = [
  [
    'when nothing will change',
    answers(403, { error: { code: 'plan_required' } }),
    { error: 'PlanRequiredError', status: 403 },
  ],
  [
    'by a code that is not known',
    answers(422, { error: { code: 'new', retryable: false } }),
    { error: 'ApiError', code: 'new' },
  ],
  ['after any other answer of a proxy', answers(500), { error: 'ApiError', code: 'unknown' }],
  [
    'after 409, whatever it says',
    answers(409, { error: { code: 'conflict', retryable: true } }),
    { error: 'ApiError', code: 'conflict' },
  ],
  [
    'before the next day',
    answers(429, { error: { code: 'daily_limit', retryable: true } }, { 'Retry-After': '1' }),
    { error: 'DailyLimitError', retry_after: 1 },
  ],
  [
    'when that would take more than a minute',
    answers(429, { error: { code: 'rate_limited', retryable: true } }, { 'Retry-After': '61' }),
    { error: 'RateLimitedError', retry_after: 61 },
  ],
  ['when it is not our JSON', answers(200, '<html>'), { error: 'ApiError', status: 200 }],
]

describe.skipIf(hasNoPython)('the Python SDK', () => {
  const given = useInstalledSdk()

  async function on(half: Half, ...met: Met[]) {
    const [account, way] = await Promise.all([given.service.account('scale'), startWay(given.service.url)])
    way.meet(/^\/videos$/u, ...met)
    return { account, way, run: { half, url: way.url, key: account.key } }
  }

  const keysOf = ({ sent }: Way) => [...new Set(sent.map(({ key }) => key))]

  describe.each(HALVES)('with %s', (half) => {
    test.concurrent.each(AGAIN)('sends a creation again, with its key, %s: one video', async (_, met) => {
      const { account, way, run } = await on(half, ...met)
      const made = await given.sdk.run(run, 'create')
      await way.stop()
      expect(made).toMatchObject({ key: keysOf(way)[0] })
      expect(way.sent).toHaveLength(met.length + 1)
      expect(keysOf(way)).toHaveLength(1)
      const { body } = await account.request('GET', '/videos')
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual([made.id])
      expect(await given.service.wrongWith(account)).toEqual([])
    })

    test.concurrent.each(NOT_AGAIN)('does not send it again %s', async (_, met, raises) => {
      const { way, run } = await on(half, met)
      const raised = await given.sdk.run(run, 'create', 'mine')
      await way.stop()
      expect(raised).toMatchObject({ key: 'mine', ...raises })
      expect(way.sent).toHaveLength(1)
    })

    test.concurrent('sends it four times at most, and raises an error with the key', async () => {
      const { way, run } = await on(half, neverSent, neverSent, neverSent, neverSent)
      const raised = await given.sdk.run(run, 'create')
      expect(raised.error).toBe('ConnectionError')
      expect(way.sent).toHaveLength(4)
      expect(keysOf(way)).toEqual([raised.key])
      expect(await given.sdk.run(run, 'create', raised.key)).toMatchObject({ key: raised.key })
      await way.stop()
    })

    test.concurrent('ends a call when its time is over', async () => {
      const { way, run } = await on(half)
      way.always(/^\/me/u, () => undefined)
      expect(await given.sdk.run(run, 'me', 0.2)).toMatchObject({ error: 'TimeoutError' })
      await way.stop()
    })

    test.concurrent('killed before it heard of its video, has the same one later for the key it stored', async () => {
      const { account, way, run } = await on(half)
      const accepted = new Promise<void>((resolve) => {
        // The service has answered; the answer never arrives.
        way.meet(/^\/videos$/u, async (_, _response, real) => {
          await (await real()).arrayBuffer()
          resolve()
        })
      })
      const program = given.sdk.start(run, 'create', 'stored')
      await accepted
      program.kill('SIGKILL')
      await once(program, 'close')
      const { id } = await given.sdk.run(run, 'create', 'stored')
      await way.stop()
      const video = await account.untilStatus(id, 'ready')
      const [list, me] = [await account.request('GET', '/videos'), await account.request('GET', '/me')]
      expect(list.body.data).toHaveLength(1)
      expect(me.body.used_video_seconds).toBe(Math.ceil(video.duration_seconds))
      expect(await given.service.wrongWith(account)).toEqual([])
    })

    test.concurrent('logs neither key nor script', async () => {
      const { account, way, run } = await on(half)
      const program = given.sdk.start({ ...run, extraEnv: { PRESENTER_LOG: 'debug' } }, 'create')
      let log = ''
      program.stderr!.on('data', (piece: Buffer) => (log += piece.toString()))
      await once(program, 'close')
      await way.stop()
      expect(log).toMatch(/^presenter-video POST \/videos 202 \d+ ms req_\w+\n$/u)
      expect(log).not.toContain(account.key)
    })
  })
})
