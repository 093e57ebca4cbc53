import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { PATIENTLY } from '../../support/run/patiently.ts'
import { startTwinService } from '../../support/twin/twin-service.ts'
import type { TwinService } from '../../support/twin/twin-service.ts'

let at: TwinService
let holder: pg.Client

beforeAll(async () => {
  at = await startTwinService()
  holder = new pg.Client({ connectionString: at.service.databaseUrl })
  await holder.connect()
})
afterAll(async () => {
  await holder.end()
  await at.stop()
})

/** Does something while a request waits for rows that are locked here; what was done is there when it goes on. */
async function meanwhile<Answer>(
  [lock, id]: readonly [sql: string, id: string],
  ask: () => Promise<Answer>,
  change: () => Promise<unknown>,
): Promise<Answer> {
  await holder.query('begin')
  await holder.query(lock, [id])
  const answer = ask()
  const waiting = async () =>
    (
      await at.service.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length
  await expect.poll(waiting, PATIENTLY).toBe(1)
  await change()
  await holder.query('commit')
  return answer
}

test('a twin that is withdrawn while it is recorded again stays withdrawn', async () => {
  const twin = await at.start()
  const answer = await meanwhile(
    ['select 1 from accounts where id = $1 for update', at.account.accountId],
    () => at.owner.request('POST', '/twin-studio/recordings', { twin_id: twin.twinId, who: 'somebody' }),
    () =>
      at.service.query(
        `update twins set state = 'withdrawn', withdrawn_at = now(), keeps_videos = false where id = $1`,
        [twin.twinId],
      ),
  )
  expect(answer).toMatchObject({
    status: 400,
    body: { error: { fields: { twin_id: { code: 'conflict' } } } },
  })
  const [row] = await at.service.query('select state from twins where id = $1', [twin.twinId])
  expect(row).toEqual({ state: 'withdrawn' })
})

test('no part of a recording that has just ended is replaced', async () => {
  const twin = await at.start()
  await twin.recordAll()
  const [{ id }] = (await at.service.query('select id from twin_recordings where twin_id = $1', [
    twin.twinId,
  ])) as [{ id: string }]
  const answer = await meanwhile(
    ['select 1 from twin_recordings where id = $1 for update', id],
    () => twin.ask('POST', '/takes', { part: 'turn', content_type: 'video/webm' }),
    () => holder.query('update twin_recordings set ended_at = now() where id = $1', [id]),
  )
  expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  const takes = await at.service.query('select distinct status from twin_takes where twin_id = $1', [
    twin.twinId,
  ])
  expect(takes).toEqual([{ status: 'accepted' }])
})
