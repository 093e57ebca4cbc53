import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { askByLink, BUILT } from '../../support/twin/recorded-twin.ts'
import type { RecordedTwin } from '../../support/twin/recorded-twin.ts'
import { startTwinService } from '../../support/twin/twin-service.ts'
import type { TwinService } from '../../support/twin/twin-service.ts'

let at: TwinService
let service: TwinService['service']
let owner: TwinService['owner']
let member: TwinService['member']
let start: TwinService['start']
let statusOf: TwinService['statusOf']

beforeAll(async () => {
  at = await startTwinService()
  ;({ service, owner, member, start, statusOf } = at)
})
afterAll(() => at.stop())

const withdrawals = async (twinId: string) =>
  (await service.app.twinRecords.events(twinId)).filter(({ kind }) => kind === 'withdrawn')
const again = (twin: RecordedTwin) => start(owner, { twin_id: twin.twinId, who: 'somebody' })
const rowOf = async (twinId: string) =>
  (await service.query('select state, keeps_videos from twins where id = $1', [twinId]))[0]

describe('the link of a renewal', () => {
  test('withdraws the renewal alone, before and after its consent, and the twin stays', async () => {
    const twin = await start()
    await twin.complete()
    for (const given of [false, true]) {
      const renewal = await again(twin)
      await renewal.recordAll()
      if (given) await renewal.consent()
      expect((await renewal.ask('GET', '')).body).toMatchObject({ withdraws: 'renewal' })
      expect((await renewal.ask('POST', '/withdrawal', { keep_videos: false })).status).toBe(200)
      expect((await renewal.ask('POST', '/withdrawal', { keep_videos: false })).status).toBe(200)
      expect(await renewal.builds.publish(renewal.twinId, BUILT)).toBe(false)
      expect(await rowOf(renewal.twinId)).toEqual({ state: 'withdrawn', keeps_videos: true })
      expect(await statusOf(twin.twinId)).toBe('ready')
      // By a link that nobody has agreed with, whoever has it acts for the account.
      expect(await withdrawals(twin.twinId)).toContainEqual(
        expect.objectContaining({ actor: given ? 'subject' : 'account' }),
      )
    }
    // It can be renewed all the same.
    const renewal = await again(twin)
    await renewal.recordAll()
    await renewal.consent()
    await renewal.builds.publish(renewal.twinId, BUILT)
    expect(await rowOf(twin.twinId)).toEqual({ state: 'ready', keeps_videos: null })
  })

  test('withdraws the twin once the renewal has taken its place, and the link before does not', async () => {
    const twin = await start()
    await twin.complete()
    const before = await twin.keepLink()
    const renewal = await again(twin)
    await renewal.recordAll()
    await renewal.consent()
    expect((await askByLink(service, { token: before }, 'GET', '')).body).toMatchObject({ withdraws: 'twin' })
    await renewal.builds.publish(renewal.twinId, BUILT)
    const old = await askByLink(service, { token: before }, 'POST', '/withdrawal', {})
    expect(old).toMatchObject({ status: 404 })
    expect(old.body.error.message).toContain('Another recording has taken the place')
    expect(await statusOf(twin.twinId)).toBe('ready')
    const own = await renewal.keepLink()
    expect((await askByLink(service, { token: own }, 'POST', '/withdrawal', {})).status).toBe(200)
    expect(await rowOf(twin.twinId)).toEqual({ state: 'withdrawn', keeps_videos: false })
    expect(await withdrawals(twin.twinId)).toMatchObject([{ actor: 'subject', personId: null }])
  })

  test('is not for a member to make', async () => {
    const twin = await start()
    await twin.complete()
    const request = { twin_id: twin.twinId, who: 'somebody' }
    expect((await member.request('POST', '/twin-studio/recordings', request)).status).toBe(403)
  })
})

describe('a recording to which nobody has agreed', () => {
  test('of a twin whose consent has ended takes back itself, and no videos', async () => {
    const twin = await start()
    await twin.complete()
    const own = await twin.keepLink()
    await service.query('update twins set expires_at = clock_timestamp() where id = $1', [twin.twinId])
    await service.query("update twins set state = 'expired', removed_at = clock_timestamp() where id = $1", [
      twin.twinId,
    ])
    const next = await again(twin)
    await next.record('turn')
    expect((await next.ask('GET', '')).body).toMatchObject({ withdraws: 'recording' })
    expect((await next.ask('POST', '/withdrawal', { keep_videos: false })).status).toBe(200)
    expect(await rowOf(twin.twinId)).toEqual({ state: 'expired', keeps_videos: null })
    const events = await service.app.twinRecords.events(twin.twinId)
    expect(events.at(-1)).toMatchObject({ kind: 'recording_given_up', actor: 'account' })
    // The person who agreed has the last word about the videos.
    expect((await askByLink(service, { token: own }, 'POST', '/withdrawal', {})).status).toBe(200)
    expect(await rowOf(twin.twinId)).toEqual({ state: 'withdrawn', keeps_videos: false })
  })

  test('of a new twin ends it, in the name of the account', async () => {
    const twin = await start()
    await twin.record('turn')
    expect((await twin.ask('POST', '/withdrawal', {})).status).toBe(200)
    expect((await twin.ask('POST', '/withdrawal', {})).status).toBe(200)
    expect(await withdrawals(twin.twinId)).toMatchObject([{ actor: 'account', personId: null }])
  })

  test('writes nothing down in the name of the person, until the consent is given', async () => {
    const twin = await start()
    await twin.recordAll()
    const actors = async () =>
      new Set((await service.app.twinRecords.events(twin.twinId)).map(({ actor }) => actor))
    expect(await actors()).not.toContain('subject')
    await twin.consent()
    const given = (await service.app.twinRecords.events(twin.twinId)).at(-1)
    expect(given).toMatchObject({ kind: 'consent_given', actor: 'subject' })
  })

  test('of oneself is withdrawn by that person, from any browser in which they are signed in', async () => {
    const twin = await start(member, { name: 'Me', who: 'me' })
    await twin.complete()
    const elsewhere = { token: twin.token, cookie: member.cookie }
    expect((await askByLink(service, elsewhere, 'POST', '/withdrawal', {})).status).toBe(200)
    expect(await withdrawals(twin.twinId)).toMatchObject([{ actor: 'subject', personId: member.id }])
  })
})

describe('what is written down for good', () => {
  test('does not grow by renaming: a name that is there changes nothing, and others are bounded', async () => {
    const twin = await start()
    const rename = (name: string) => owner.request('PUT', `/twin-studio/${twin.twinId}/name`, { name })
    const renamed = async () =>
      (await service.app.twinRecords.events(twin.twinId)).filter(({ kind }) => kind === 'renamed')
    for (let tries = 0; tries < 3; tries += 1) expect((await rename('Anna')).status).toBe(200)
    expect(await renamed()).toEqual([])
    await rename('Kim')
    expect(await renamed()).toMatchObject([{ details: {} }])
    await service.query(
      `insert into twin_events (twin_id, account_id, kind, actor)
       select id, account_id, 'renamed', 'account' from twins, generate_series(1, 49) where id = $1`,
      [twin.twinId],
    )
    expect(await rename('Lou')).toMatchObject({ status: 429, body: { error: { code: 'daily_limit' } } })
  })
})
