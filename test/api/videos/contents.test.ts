import { describe, expect } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

let service: TestService
let account: TestAccount
let ready: string

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  account = await service.account()
  ready = (await account.createVideo({ script: SCRIPT })).body.id
  await account.untilStatus(ready, 'ready')
})

const SCRIPT = '  Hello, “Straße”\n\tand goodbye. 😀 '
const NOBODYS = 'vid_01h455vb4pex5vsknk084sn02q'
const ask = (path: string, from = account) => from.request('GET', `/videos/${path}`)

describe('GET /videos/{id}/script', () => {
  test('gives the script exactly as it was sent', async () => {
    const { status, body } = await ask(`${ready}/script`)
    expect(status).toBe(200)
    expect(body).toEqual({ id: ready, script: SCRIPT })
  })

  test('of a video that is deleted, of another account or of nobody is not there', async () => {
    const { body } = await account.createVideo()
    await account.request('DELETE', `/videos/${body.id}`)
    expectProblem(await ask(`${body.id}/script`), 'not_found')
    expectProblem(await ask(`${ready}/script`, await service.account()), 'not_found')
    expectProblem(await ask(`${NOBODYS}/script`), 'not_found')
  })
})

describe('GET /videos/{id}/file', () => {
  test('leads to the file, by a link of one hour that nobody keeps', async () => {
    const { status, headers, body } = await ask(`${ready}/file`)
    expect([status, body, headers.get('Cache-Control')]).toEqual([302, '', 'no-store'])
    const link = new URL(headers.get('Location') ?? '')
    expect(Number(link.searchParams.get('expires')) * 1_000 - Date.now()).toBeGreaterThan(3_500_000)
    const file = await fetch(link)
    expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'video/mp4'])
    expect(file.headers.get('Content-Disposition')).toMatch(/^inline/u)
    await file.arrayBuffer()
  })

  test('is one line for a client that follows: the id is all that it has stored', async () => {
    const file = await fetch(`${service.url}/api/v1/videos/${ready}/file?download=1`, {
      headers: { Authorization: `Bearer ${account.key}` },
    })
    expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'video/mp4'])
    expect(file.headers.get('Content-Disposition')).toBe(`attachment; filename="${ready}-video.mp4"`)
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0)
  })

  test('of a video that is not ready, or has failed, says so and what to do', async () => {
    const [rendering, failed] = await inStates(['rendering', 'failed'])
    const early = await ask(`${rendering}/file`)
    expectProblem(early, 'not_found')
    expect(early.body.error.message).toMatch(/rendering and has no file yet.*wait=60/u)
    const never = await ask(`${failed}/file`)
    expectProblem(never, 'not_found')
    expect(never.body.error.message).toMatch(/failed, so it has no file/u)
  })

  test('of a video that is deleted, of another account or of nobody is not there', async () => {
    const { body } = await account.createVideo()
    await account.untilStatus(body.id, 'ready')
    const { headers } = await ask(`${body.id}/file`)
    await account.request('DELETE', `/videos/${body.id}`)
    expectProblem(await ask(`${body.id}/file`), 'not_found')
    // Nor by the link that it led to.
    expect((await fetch(headers.get('Location') ?? '')).status).toBe(404)
    expectProblem(await ask(`${ready}/file`, await service.account()), 'not_found')
    expectProblem(await ask(`${NOBODYS}/file`), 'not_found')
  })

  test('any other download is refused', async () => {
    expectProblem(await ask(`${ready}/file?download=0`), 'invalid_request', { download: 'invalid' })
  })
})

/** Rows of videos that are in these states and stay there. */
async function inStates(states: readonly string[]): Promise<string[]> {
  const rows = await service.query<{ id: string }>(
    `insert into videos (id, account_id, request_hash, request_id, workflow_id, origin, status, presenter_id, engine_voice_id,
       presenter_name, script_characters, estimated_seconds, reserved_seconds, charged_seconds, period_started_at, failure_stage,
       failure_reason, created_at, completed_at)
     select 'vid_contents_' || state, id, sha256('x'), 'req_1', 'video/test', 'api', state, 'maya', 'flite:slt', 'Maya', 5, 1, 1,
       case state when 'failed' then 0 end, period_started_at, case state when 'failed' then 'speak' end,
       case state when 'failed' then 'test' end, now(), case state when 'failed' then now() end
     from accounts, unnest($2::text[]) state where id = $1
     returning id`,
    [account.accountId, states],
  )
  return rows.map(({ id }) => id)
}
