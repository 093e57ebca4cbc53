import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { BUILD_BROKEN } from '../../../src/domain/twin/twin-failure.ts'
import { BUILT } from '../../support/twin/recorded-twin.ts'
import type { RecordedTwin } from '../../support/twin/recorded-twin.ts'
import { startTwinService } from '../../support/twin/twin-service.ts'
import type { TwinService } from '../../support/twin/twin-service.ts'

let at: TwinService
let service: TwinService['service']
let account: TwinService['account']
let owner: TwinService['owner']
let member: TwinService['member']
let stranger: TwinService['stranger']
let start: TwinService['start']
let statusOf: TwinService['statusOf']

beforeAll(async () => {
  at = await startTwinService()
  ;({ service, account, owner, member, stranger, start, statusOf } = at)
})
afterAll(() => at.stop())

const cardOf = async ({ twinId }: RecordedTwin) =>
  (await owner.request('GET', '/twin-studio')).body.data.find(({ id }: { id: string }) => id === twinId)

/** A ready twin that was recorded by a link, and a recording that renews it. */
async function renewed() {
  const twin = await start()
  await twin.complete()
  const again = await start(owner, { twin_id: twin.twinId, who: 'somebody' })
  return { twin, again }
}

describe('a renewal', () => {
  test('leaves its twin as it is until it is ready, and then is that twin, under its name and with its voice', async () => {
    const { twin, again } = await renewed()
    await owner.request('PUT', `/twin-studio/${twin.twinId}/voice`, { slug: 'flite-slt' })
    await again.recordAll()
    await again.consent()
    expect(await cardOf(twin)).toMatchObject({ state: 'ready', renewal: { state: 'building' } })
    expect(await statusOf(twin.twinId)).toBe('ready')
    expect(await statusOf(again.twinId)).toBeNull()
    await owner.request('PUT', `/twin-studio/${twin.twinId}/name`, { name: 'Kim' })
    await service.query("update twins set expires_at = clock_timestamp() + interval '1 day' where id = $1", [
      twin.twinId,
    ])
    expect(await cardOf(twin)).toMatchObject({ expires_soon: true })

    expect(await again.builds.publish(again.twinId, BUILT)).toBe(true)
    expect(await again.builds.publish(again.twinId, BUILT)).toBe(true)
    expect(await cardOf(twin)).toMatchObject({
      name: 'Kim',
      voice_name: 'Sarah',
      state: 'ready',
      expires_soon: false,
      renewal: null,
    })
    const { data } = (await account.request('GET', '/twins')).body
    expect(data.filter(({ name }: { name: string }) => name === 'Kim')).toHaveLength(1)
    for (const { twin: shown } of [(await twin.ask('GET', '')).body, (await again.ask('GET', '')).body]) {
      expect(shown).toMatchObject({ id: twin.twinId, state: 'ready' })
    }
    const kinds = (await service.app.twinRecords.events(twin.twinId)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'consent_given')).toHaveLength(2)
    expect(kinds).toContain('renewed')
    expect(await service.app.audit()).toEqual([])
  })

  test('is one at a time: another link begins it anew', async () => {
    const { twin, again } = await renewed()
    await again.accept(await again.record('turn'))
    const other = await start(owner, { twin_id: twin.twinId, who: 'somebody' })
    expect(other.twinId).toBe(again.twinId)
    expect((await other.ask('GET', '')).body.takes).toEqual([])
    expect((await again.ask('POST', '/words')).status).toBe(404)
    await other.recordAll()
    await other.consent()
    const third = { twin_id: twin.twinId, who: 'somebody' }
    const refused = await owner.request('POST', '/twin-studio/recordings', third)
    expect(refused.body.error.fields.twin_id.message).toContain('is being built')
  })

  test('that fails leaves the twin usable, and is tried again', async () => {
    const { twin, again } = await renewed()
    await again.recordAll()
    await again.consent()
    await again.builds.fail(again.twinId, BUILD_BROKEN)
    expect(await cardOf(twin)).toMatchObject({
      state: 'ready',
      renewal: { state: 'failed', retry: 'possible' },
    })
    expect((await owner.request('POST', `/twin-studio/${again.twinId}/build`)).status).toBe(200)
    expect(await cardOf(twin)).toMatchObject({ renewal: { state: 'building' } })
  })

  test('is ready also when the consent before it has ended meanwhile', async () => {
    const { twin, again } = await renewed()
    await again.recordAll()
    await again.consent()
    await service.query('update twins set expires_at = clock_timestamp() where id = $1', [twin.twinId])
    expect(await statusOf(twin.twinId)).toBeNull()
    await again.builds.publish(again.twinId, BUILT)
    expect(await statusOf(twin.twinId)).toBe('ready')
  })

  test('that is unclear is decided with the film of the consent that it renews beside it', async () => {
    const { twin, again } = await renewed()
    const before = (await twin.takes.list(twin.twinId)).find(({ part }) => part === 'consent')
    await again.recordAll()
    await again.consent()
    await again.builds.askForReview(again.twinId, { likenessToTwin: 0.6 })
    const { body } = await at.operator.request('GET', `/operations/twin-reviews/${again.twinId}`)
    expect(body).toMatchObject({ renewed: { id: before!.id, part: 'consent' }, consent_is_intact: true })
    expect((await fetch(new URL(body.renewed.film_url, service.url))).status).toBe(200)
    const shown = (await service.app.twinRecords.events(again.twinId)).at(-1)
    expect(shown).toMatchObject({
      kind: 'films_shown',
      details: { takes: expect.arrayContaining([before!.id]) },
    })
  })

  test('is withdrawn with its twin', async () => {
    const { twin, again } = await renewed()
    await again.recordAll()
    await again.consent()
    expect((await twin.ask('POST', '/withdrawal', {})).status).toBe(200)
    expect(await again.builds.publish(again.twinId, BUILT)).toBe(false)
    const rows = await service.query('select state, data_key, look from twins where id = any($1)', [
      [twin.twinId, again.twinId],
    ])
    const nothing = { state: 'withdrawn', data_key: null, look: null }
    expect(rows).toEqual([nothing, nothing])
    expect(await statusOf(twin.twinId)).toBeNull()
  })

  test('is for the person whom the twin shows alone, and deleted with it alone', async () => {
    const mine = await start(member, { name: 'Me', who: 'me' })
    await mine.complete()
    const ask = (person: typeof owner, who: string) =>
      person.request('POST', '/twin-studio/recordings', { twin_id: mine.twinId, who })
    for (const [person, who, status] of [
      [owner, 'me', 400],
      [owner, 'somebody', 400],
      [member, 'somebody', 403],
    ] as const) {
      expect((await ask(person, who)).status).toBe(status)
    }
    expect((await ask(stranger, 'somebody')).status).toBe(404)
    const again = await start(member, { twin_id: mine.twinId, who: 'me' })
    expect((await owner.request('DELETE', `/twin-studio/${again.twinId}`)).status).toBe(404)
    const { twin } = await renewed()
    const asMe = { twin_id: twin.twinId, who: 'me' }
    expect((await owner.request('POST', '/twin-studio/recordings', asMe)).status).toBe(400)
  })
})
