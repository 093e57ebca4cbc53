import type { Client } from '@temporalio/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startHeldService } from '../../support/service/held-service.ts'
import type { HeldStudio } from '../../support/service/held-studio.ts'
import { keepHouse } from '../../support/service/keep-house.ts'
import type { TestService } from '../../support/service/service.ts'

let studio: HeldStudio
let service: TestService
let temporal: Client
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ studio, service, temporal, stop } = await startHeldService())
})
beforeEach(() => studio.hold())
afterAll(() => stop())

/** Ends the run of a video as nothing of ours does, and as if that had been some time ago. */
async function loseRun(videoId: string, minutesAgo = 3): Promise<void> {
  const [row] = await service.query<{ workflow_id: string }>(
    `update videos set created_at = created_at - make_interval(mins => $2) where id = $1 returning workflow_id`,
    [videoId, minutesAgo],
  )
  // Soon after midnight that was yesterday, and counted then.
  await service.query(
    `update accounts a set day_videos = a.day_videos - 1 from videos v
     where v.id = $1 and a.id = v.account_id and a.day > (v.created_at at time zone 'utc')::date`,
    [videoId],
  )
  await temporal.workflow.getHandle(row!.workflow_id).terminate('as an operator may')
}

describe('a video whose run was lost', () => {
  test('is made after all, and charged once', async () => {
    const account = await service.account('starter')
    const { body } = await account.createVideo()
    await loseRun(body.id)

    await keepHouse(temporal)
    studio.release()

    await account.untilStatus(body.id, 'ready')
    const movements = await service.query<{ kind: string }>(
      'select kind from ledger where account_id = $1 order by id',
      [account.accountId],
    )
    expect(movements.map(({ kind }) => kind)).toEqual(['grant', 'reserve', 'settle'])
    expect(await service.app.audit()).toEqual([])
  })

  test('waits on when it waited for a slot, and is made in its turn', async () => {
    const account = await service.account('free')
    const first = await account.createVideo()
    const { body } = await account.createVideo({ queue: true })
    await loseRun(body.id)

    await keepHouse(temporal)

    expect((await account.request('GET', `/videos/${body.id}`)).body.status).toBe('queued')
    studio.release()
    await account.untilStatus(first.body.id, 'ready')
    await account.untilStatus(body.id, 'ready')
  })

  test('fails when it is too old to be made, and its slot goes to the next one', async () => {
    const account = await service.account('free')
    const first = await account.createVideo()
    const second = await account.createVideo({ queue: true })
    await loseRun(first.body.id, 45)

    await keepHouse(temporal)

    await account.untilStatus(first.body.id, 'failed')
    expect((await account.request('GET', `/videos/${second.body.id}`)).body.status).toBe('rendering')
    studio.release()
    await account.untilStatus(second.body.id, 'ready')
    expect(await service.app.audit()).toEqual([])
  })

  test('stays deleted when its owner deleted it meanwhile', async () => {
    const account = await service.account('starter')
    const { body } = await account.createVideo()
    await loseRun(body.id)
    await account.request('DELETE', `/videos/${body.id}`)

    await keepHouse(temporal)

    const { data } = (await account.request('GET', '/videos')).body
    expect(data).toEqual([])
    expect((await account.request('GET', '/me')).body.remaining_video_seconds).toBe(3600)
  })
})
