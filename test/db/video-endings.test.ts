import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createVideoEndings } from '../../src/db/video/video-endings.ts'
import type { VideoEndings } from '../../src/ports/video/video-endings.ts'
import { openMoney } from '../support/database/money.ts'
import type { Money } from '../support/database/money.ts'

let money: Money
let endings: VideoEndings
let accountId: string

beforeAll(async () => {
  money = await openMoney()
  endings = createVideoEndings(money.db)
})
afterAll(() => money.db.destroy())
beforeEach(async () => {
  accountId = (await money.account('scale')).id
})

/** A video that has ended so many seconds ago; the id of its event. */
async function ended(secondsAgo: number): Promise<string> {
  const id = await money.create(accountId, 1)
  await money.videos.publish(accountId, id, 1, `evt_${id}`)
  await sql`update webhook_events set created_at = clock_timestamp() - make_interval(secs => ${secondsAgo})
    where id = ${`evt_${id}`}`.execute(money.db)
  return `evt_${id}`
}

const since = async (eventId: string) =>
  (await endings.since(accountId, eventId))?.map(({ event }) => event.id)

test('what has ended since an event is told, oldest first, and what was committed late among it', async () => {
  const [, late, last] = [await ended(40), await ended(13), await ended(10)]
  const [newer, newest] = [await ended(5), await ended(1)]
  expect(await since(last)).toEqual([late, newer, newest])
  expect(await since(newest)).toEqual([newer])
})

test('nothing is known of what is older than a day, nor of what another account has', async () => {
  expect(await since(await ended(25 * 3_600))).toBeUndefined()
  const elsewhere = await ended(1)
  accountId = (await money.account('scale')).id
  expect(await since(elsewhere)).toBeUndefined()
})

test('how a video has ended is told with its event, and nothing while it has not', async () => {
  const id = await money.create(accountId, 1)
  expect(await endings.of(accountId, id)).toBeNull()
  await money.videos.publish(accountId, id, 1, `evt_${id}`)
  expect(await endings.of(accountId, id)).toMatchObject({
    event: { id: `evt_${id}`, type: 'video.ready', accountId, subject: { type: 'video', id } },
    video: { id, status: 'ready' },
  })
  const other = (await money.account('scale')).id
  expect(await endings.of(other, id)).toBeNull()
  await money.videos.delete(accountId, id)
  expect(await endings.of(accountId, id)).toBeNull()
})
