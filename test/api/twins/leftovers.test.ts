import { randomBytes } from 'node:crypto'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDatabase } from '../../../src/db/database.ts'
import type { Db } from '../../../src/db/database.ts'
import { createTwinRemovals } from '../../../src/db/twin/twin-removals.ts'
import { createLog } from '../../../src/process/log.ts'
import { sha256 } from '../../support/twin/recorded-twin.ts'
import type { RecordedTwin } from '../../support/twin/recorded-twin.ts'
import { startTwinService } from '../../support/twin/twin-service.ts'
import type { TwinService } from '../../support/twin/twin-service.ts'

let at: TwinService
let service: TwinService['service']
let start: TwinService['start']
let db: Db

beforeAll(async () => {
  at = await startTwinService()
  ;({ service, start } = at)
  db = openDatabase(service.databaseUrl, createLog({ level: 'silent' }))
})
afterAll(async () => {
  await db.destroy()
  await at.stop()
})

const FILM = { part: 'silence', content_type: 'video/webm' }
const begin = async (twin: RecordedTwin) => (await twin.ask('POST', '/takes', FILM)).body.id as string

const chunkRows = ({ twinId }: RecordedTwin) =>
  service.query(
    'select number from twin_take_chunks where take_id in (select id from twin_takes where twin_id = $1)',
    [twinId],
  )

describe('of an upload', () => {
  test('only the chunks that count are kept, however many are sent under one number at once', async () => {
    const twin = await start()
    const id = await begin(twin)
    const holder = new pg.Client({ connectionString: service.databaseUrl })
    await holder.connect()
    await holder.query('begin')
    // Both are kept before either is counted.
    await holder.query('select id from twin_takes where id = $1 for update', [id])
    const sent = [randomBytes(10), randomBytes(50_000)].map((bytes) => twin.send(id, 0, bytes))
    await expect.poll(() => at.keptFiles(twin)).toHaveLength(2)
    await holder.query('commit')
    await holder.end()
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 400])
    expect(await at.keptFiles(twin)).toHaveLength(1)
  })

  test('that is given up no list of its chunks stays', async () => {
    const twin = await start()
    await twin.send(await begin(twin), 0, randomBytes(100))
    expect(await chunkRows(twin)).toHaveLength(1)
    await begin(twin)
    expect(await chunkRows(twin)).toEqual([])
  })
})

test('of a withdrawn twin nothing stays that was measured of its person, and no hash of a film but in the consent', async () => {
  const twin = await start()
  await twin.complete()
  await service.query(
    `update twins set voice_match = '{"method":"pitch"}', quality = '{"gap_correlation":0.7}' where id = $1`,
    [twin.twinId],
  )
  await service.query(
    `update twin_takes set seconds = 20, sound_late_seconds = 0.1, checks = '[{"name":"face"}]' where twin_id = $1`,
    [twin.twinId],
  )
  expect((await twin.ask('POST', '/withdrawal', { keep_videos: false })).status).toBe(200)
  await createTwinRemovals(db).removed(twin.twinId)
  const left = await service.query('select pitch_hz, voice_match, quality from twins where id = $1', [
    twin.twinId,
  ])
  expect(left).toEqual([{ pitch_hz: null, voice_match: null, quality: null }])
  const takes = await service.query(
    `select distinct size_bytes, chunks, sha256, seconds, sound_late_seconds, checks from twin_takes where twin_id = $1`,
    [twin.twinId],
  )
  const nothing = {
    size_bytes: 0,
    chunks: 0,
    sha256: null,
    seconds: null,
    sound_late_seconds: null,
    checks: [],
  }
  expect(takes).toEqual([nothing])
  const [consent] = await service.app.twinRecords.consents(twin.twinId)
  expect(consent?.evidence.takes[0]?.sha256).toMatch(/^[0-9a-f]{64}$/u)
})

test('a film that housekeeping has forgotten leaves no list of its chunks', async () => {
  const twin = await start()
  const id = await begin(twin)
  const bytes = randomBytes(100)
  await twin.send(id, 0, bytes, sha256(bytes))
  await twin.takes.forgotten(id)
  expect(await chunkRows(twin)).toEqual([])
})

test('of a withdrawn twin to which nobody has agreed, not even the name stays', async () => {
  const nameOf = async ({ twinId }: RecordedTwin) =>
    (await service.query('select name from twins where id = $1', [twinId]))[0]
  const [recorded, agreed] = [await start(), await start()]
  await recorded.record('turn')
  await agreed.complete()
  for (const twin of [recorded, agreed]) {
    expect((await twin.ask('POST', '/withdrawal', {})).status).toBe(200)
    await createTwinRemovals(db).removed(twin.twinId)
  }
  expect(await nameOf(recorded)).toEqual({ name: 'Former twin' })
  // That of a consent goes with its record.
  expect(await nameOf(agreed)).toEqual({ name: 'Anna' })
})
