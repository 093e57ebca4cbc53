import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TakePart } from '../../../src/domain/twin/twin-take.ts'
import { openTwinStores } from '../../support/twin/twin-stores.ts'

const SUBJECT = { actor: 'subject', personId: null } as const
const PARTS: TakePart[] = ['consent', 'turn', 'reading', 'silence']

let at: Awaited<ReturnType<typeof openTwinStores>>

beforeAll(async () => {
  at = await openTwinStores()
})
afterAll(() => at.money.db.destroy())

const rowOf = async (twinId: string) => {
  const { rows } = await sql<Record<string, unknown>>`select * from twins where id = ${twinId}`.execute(
    at.money.db,
  )
  return rows[0]!
}

test('of a twin that was withdrawn stays nothing that was measured of its person', async () => {
  const { removals, takes, records } = at.stores()
  const { twinId } = await at.ready(PARTS)
  const checks = [{ code: 'lips', outcome: 'passed', measured: 0.7, limit: 0.3, message: '' }]
  await sql`update twin_takes set checks = ${JSON.stringify(checks)} where twin_id = ${twinId}`.execute(
    at.money.db,
  )
  expect(await rowOf(twinId)).toMatchObject({ pitch_hz: 107, quality: expect.anything() as object })
  await removals.withdraw(twinId, SUBJECT, false)
  await removals.removed(twinId)
  expect(await rowOf(twinId)).toMatchObject({
    pitch_hz: null,
    voice_match: null,
    quality: null,
    look: null,
    data_key: null,
    name: 'Anna',
  })
  for (const take of await takes.list(twinId)) {
    expect(take).toMatchObject({ checks: [], seconds: null, soundLateSeconds: null, hasFilm: false })
  }
  const events = JSON.stringify(await records.events(twinId))
  expect(events).not.toContain('gap_correlation')
})

test('the name of a withdrawn twin goes with the last record of its consents', async () => {
  const { removals, records } = at.stores()
  const { twinId } = await at.ready(PARTS)
  await removals.withdraw(twinId, SUBJECT, false)
  await sql`update twins set withdrawn_at = withdrawn_at - interval '37 months' where id = ${twinId}`.execute(
    at.money.db,
  )
  expect((await rowOf(twinId))['name']).toBe('Anna')
  expect(await records.forgetConsents(0, 100)).toBeGreaterThan(0)
  expect((await rowOf(twinId))['name']).toBe('Former twin')
})

test('the words of a recording that came to no consent are forgotten when it has ended', async () => {
  const { recordings, records } = at.stores()
  const words = {
    words: ['candle'],
    statement: 'I am Anna.',
    statementVersion: 'en-1',
    expiresAt: new Date(Date.now() + 60_000),
  }
  const ids = await at.recording()
  const open = await at.recording()
  for (const { recordingId } of [ids, open]) {
    await recordings.drawWords(recordingId, { ...words, id: `psc_${recordingId}` })
  }
  expect(await records.forgetWords(100)).toBe(0)
  await sql`update twin_recordings set ended_at = clock_timestamp() where id = ${ids.recordingId}`.execute(
    at.money.db,
  )
  expect(await records.forgetWords(100)).toBe(1)
  expect(await recordings.words(ids.recordingId)).toEqual({ triesUsed: 0, open: null })
  expect((await recordings.words(open.recordingId)).open).not.toBeNull()
})
