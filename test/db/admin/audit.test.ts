import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { auditBooks } from '../../../src/db/audit.ts'
import type { Account } from '../../../src/domain/account/account.ts'
import { openMoney } from '../../support/database/money.ts'
import type { Money } from '../../support/database/money.ts'

let money: Money
let account: Account
/** One of each: unfinished, ready, failed, deleted while it was made, deleted when it was ready. */
let ids: Record<'unfinished' | 'ready' | 'failed' | 'stopped' | 'deleted', string>

const FAILURE = { stage: 'speak', reason: 'test', byRequest: false } as const

beforeAll(async () => {
  money = await openMoney()
})
beforeEach(async () => {
  account = await money.account('scale')
  const create = () => money.create(account.id, 10)
  ids = {
    unfinished: await create(),
    ready: await create(),
    failed: await create(),
    stopped: await create(),
    deleted: await create(),
  }
  await money.videos.publish(account.id, ids.ready, 4, `evt_${ids.ready}`)
  await money.videos.fail(account.id, ids.failed, FAILURE, `evt_${ids.failed}`)
  await money.videos.delete(account.id, ids.stopped)
  await money.videos.publish(account.id, ids.deleted, 6, `evt_${ids.deleted}`)
  await money.videos.delete(account.id, ids.deleted)
})
afterAll(() => money.db.destroy())

/** What the audit says of this test's account. */
async function differences(): Promise<string[]> {
  const found = await auditBooks(money.db)
  return found
    .filter(({ accountId }) => accountId === account.id)
    .map(({ rule, expected, found: is }) => `${rule}: ${is}, not ${expected}`)
}

/** Changes what is never to be changed. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await money.db.transaction().execute(async (db) => {
    await sql`alter table ledger disable trigger ledger_append_only`.execute(db)
    await statement.execute(db)
    await sql`alter table ledger enable trigger ledger_append_only`.execute(db)
  })
}

test('the books of every sort of video are right', async () => {
  expect(await differences()).toEqual([])
})

describe('a planted difference is named', () => {
  test.each([
    ['remaining_seconds', 'remaining seconds are the sum of the ledger'],
    ['reserved_seconds', 'reserved seconds are those of unfinished videos'],
    ['used_seconds', 'used seconds are those charged in this period'],
    ['rendering_videos', 'rendering videos are counted'],
    ['day_videos', 'the day’s videos are counted'],
  ])('in the account’s %s', async (column, rule) => {
    await sql`update accounts set ${sql.ref(column)} = ${sql.ref(column)} + 7 where id = ${account.id}`.execute(
      money.db,
    )
    expect(await differences()).toEqual([
      expect.stringMatching(new RegExp(`^${rule}: (\\d+), not \\d+$`, 'u')),
    ])
  })

  test.each([
    ['seconds', 'a day’s seconds are those charged on it'],
    ['videos', 'a day’s ready videos are counted'],
  ])('in the %s of a day', async (column, rule) => {
    const figure = sql.ref(column)
    await sql`update usage_days set ${figure} = ${figure} + 7 where account_id = ${account.id}`.execute(
      money.db,
    )
    expect(await differences()).toEqual([expect.stringContaining(rule)])
  })

  test('when a movement is changed', async () => {
    await tamper(
      sql`update ledger set seconds = seconds + 1 where video_id = ${ids.ready} and kind = 'settle'`,
    )
    const found = await differences()
    expect(found).toContain('a video costs what was charged: 3, not 4')
    expect(found.some((line) => line.startsWith('remaining seconds'))).toBe(true)
    expect(found.some((line) => line.startsWith('a movement’s balance'))).toBe(true)
  })

  test('when a movement is taken out', async () => {
    await tamper(sql`delete from ledger where video_id = ${ids.failed} and kind = 'release'`)
    const found = await differences()
    expect(found).toContain('an ended video is settled or released once: 0, not 1')
    expect(found.some((line) => line.startsWith('movements are numbered without gaps'))).toBe(true)
  })

  test('when the newest movement is taken out', async () => {
    const newest = sql`(select max(number) from ledger where account_id = ${account.id})`
    await tamper(sql`delete from ledger where account_id = ${account.id} and number = ${newest}`)
    expect(await differences()).not.toEqual([])
  })

  test('when an unfinished video was released', async () => {
    await sql`select move_seconds(${account.id}, 'release', 10, ${ids.unfinished}, ${ids.unfinished}, now())`.execute(
      money.db,
    )
    expect(await differences()).toContain('an ended video is settled or released once: 1, not 0')
  })

  test('when a video costs less than is written on it', async () => {
    await sql`update videos set charged_seconds = 9 where id = ${ids.ready}`.execute(money.db)
    expect(await differences()).toContain('a video costs what was charged: 4, not 9')
  })

  test('when a test video is among live ones, and has moved seconds', async () => {
    await sql`update videos set test_outcome = 'ready', reserved_seconds = 0 where id = ${ids.failed}`.execute(
      money.db,
    )
    expect((await differences()).toSorted()).toEqual([
      'a test video is among test data, and no other is: 0, not 1',
      'an ended video is settled or released once: 1, not 0',
    ])
  })

  test('when live videos are among test data', async () => {
    const live = await money.account('scale')
    await sql`update accounts set test_of = ${live.id} where id = ${account.id}`.execute(money.db)
    const line = 'a test video is among test data, and no other is: 1, not 0'
    expect(await differences()).toEqual(Object.keys(ids).map(() => line))
  })

  test.each([
    [
      'lost',
      sql`delete from webhook_events where video_id = `,
      'a video has one event when it has ended: 0, not 1',
    ],
    [
      'of the wrong kind',
      sql`update webhook_events set type = 'video.failed' where video_id = `,
      'an event says what became of the video: 0, not 1',
    ],
  ])('when an event is %s', async (_, statement, line) => {
    await sql`${statement} ${ids.ready}`.execute(money.db)
    expect(await differences()).toEqual([line])
  })
})
