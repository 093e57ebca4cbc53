import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { BUILT } from '../../support/twin/recorded-twin.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import type { SignedInPerson } from '../../support/http/signed-in.ts'
import { startTwinService } from '../../support/twin/twin-service.ts'
import type { TwinService } from '../../support/twin/twin-service.ts'

let at: TwinService
let service: TwinService['service']
let account: TwinService['account']
let owner: TwinService['owner']
let member: TwinService['member']
let stranger: TwinService['stranger']
let operator: TwinService['operator']
let start: TwinService['start']
let statusOf: TwinService['statusOf']

beforeAll(async () => {
  at = await startTwinService()
  ;({ service, account, owner, member, stranger, operator, start, statusOf } = at)
})
afterAll(() => at.stop())

describe('a consent that is not clear', () => {
  test('is decided by an operator alone, who sees the evidence side by side', async () => {
    const twin = await start()
    await twin.recordAll()
    await twin.consent()
    await twin.builds.askForReview(twin.twinId, { likeness: 0.61 })
    expect(await statusOf(twin.twinId)).toBe('building')
    const path = `/operations/twin-reviews/${twin.twinId}`
    for (const person of [owner, member]) expect((await person.request('GET', path)).status).toBe(403)
    expect((await owner.request('POST', path, { approved: true })).status).toBe(403)

    const { data } = (await operator.request('GET', '/operations/twin-reviews')).body
    expect(data.map((review: { twin_id: string }) => review.twin_id)).toContain(twin.twinId)
    const { body } = await operator.request('GET', path)
    expect(body).toMatchObject({
      findings: { likeness: 0.61 },
      consent_is_intact: true,
      consent: { fullName: 'Anna Berg' },
    })
    expect(body.takes).toHaveLength(4)
    for (const { film_url: url } of body.takes)
      expect((await fetch(new URL(url, service.url))).status).toBe(200)

    expect((await operator.request('POST', path, { approved: false })).status).toBe(400)
    expect(await twin.builds.reviewDecision(twin.twinId)).toBeNull()
    const refusal = { approved: false, reason: 'Two different people.' }
    expect((await operator.request('POST', path, refusal)).status).toBe(200)
    expect(await twin.builds.reviewDecision(twin.twinId)).toEqual(refusal)
    const kinds = (await service.app.twinRecords.events(twin.twinId)).map(({ kind }) => kind)
    expect(kinds.slice(-3)).toEqual(['review_asked', 'films_shown', 'review_refused'])
  })
})

describe('withdrawal', () => {
  test('by the link is one request: nothing of the twin is there from then on', async () => {
    const twin = await start()
    await twin.recordAll()
    const [{ film_url: film }] = (await twin.ask('GET', '')).body.takes
    expect((await fetch(new URL(film, service.url))).status).toBe(200)
    await twin.consent()
    await twin.builds.publish(twin.twinId, BUILT)
    expect((await twin.ask('POST', '/withdrawal', {})).body).toEqual({ state: 'withdrawn' })
    expect((await twin.ask('POST', '/withdrawal', {})).status).toBe(200)
    expect(await statusOf(twin.twinId)).toBeNull()
    expect((await fetch(new URL(film, service.url))).status).toBe(404)
    const body = { script: 'Hello.', twin_id: twin.twinId }
    expect((await account.request('POST', '/videos', { body })).status).toBe(404)
    const [row] = await service.query('select data_key, look, keeps_videos from twins where id = $1', [
      twin.twinId,
    ])
    expect(row).toEqual({ data_key: null, look: null, keeps_videos: false })
  })

  test('is not for the account to take back, to overrule or to decide', async () => {
    const twin = await start(member, { name: 'Me', who: 'me' })
    await twin.complete()
    const path = `/twin-studio/${twin.twinId}`
    expect((await owner.request('POST', `${path}/withdrawal`, {})).status).toBe(404)
    expect((await member.request('DELETE', path)).status).toBe(403)
    expect((await member.request('POST', `${path}/withdrawal`, {})).body).toMatchObject({
      state: 'withdrawn',
    })
    for (const keeps of [true, false]) {
      await member.request('POST', `${path}/withdrawal`, { keep_videos: keeps })
    }
    const again = { twin_id: twin.twinId, who: 'somebody' }
    expect((await owner.request('POST', '/twin-studio/recordings', again)).status).toBe(400)
    expect((await owner.request('DELETE', path)).status).toBe(200)
    const [row] = await service.query('select keeps_videos from twins where id = $1', [twin.twinId])
    expect(row).toEqual({ keeps_videos: false })
  })

  test('deletes the finished videos of a twin that the account had deleted, when its person wants it', async () => {
    const twin = await start(member, { name: 'Me', who: 'me' })
    await twin.complete()
    await owner.request('DELETE', `/twin-studio/${twin.twinId}`)
    expect((await member.request('GET', '/twin-studio')).body.data).not.toContainEqual(
      expect.objectContaining({ id: twin.twinId }),
    )
    const elsewhere = async () => (await member.request('GET', '/twin-studio')).body.of_me_elsewhere
    expect(await elsewhere()).toContainEqual(expect.objectContaining({ id: twin.twinId, keeps_videos: true }))
    const [before] = await service.query('select keeps_videos from twins where id = $1', [twin.twinId])
    expect(before).toEqual({ keeps_videos: true })
    expect((await member.request('POST', `/twin-studio/${twin.twinId}/withdrawal`, {})).status).toBe(200)
    expect(await elsewhere()).not.toContainEqual(expect.objectContaining({ id: twin.twinId }))
    const [after] = await service.query('select keeps_videos from twins where id = $1', [twin.twinId])
    expect(after).toEqual({ keeps_videos: false })
  })
})

describe('a twin in the application', () => {
  test('is not ready for the API while it is built, and not found while it is recorded', async () => {
    const twin = await start()
    const body = { script: 'Hello.', twin_id: twin.twinId }
    expect(await account.request('POST', '/videos', { body })).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    })
    await twin.recordAll()
    await twin.consent()
    expect(await account.request('POST', '/videos', { body })).toMatchObject({
      status: 409,
      body: { error: { code: 'twin_not_ready' } },
    })
  })

  test('is renamed and given a voice, of three that are near the person’s pitch or any other', async () => {
    const twin = await start()
    await twin.complete()
    const path = `/twin-studio/${twin.twinId}`
    const { body } = await member.request('GET', path)
    expect(body.suggested_voices).toHaveLength(3)
    expect(body.suggested_voices[0]).toMatchObject({
      name: expect.stringMatching(/ \(matched to your pitch\)$/u),
      voice_match: { method: 'pitch', f0_hz: 107 },
    })
    const chosen = await member.request('PUT', `${path}/voice`, { slug: body.suggested_voices[0].slug })
    expect(chosen.body.voice).toEqual(body.suggested_voices[0])
    const other = await member.request('PUT', `${path}/voice`, { slug: 'flite-slt' })
    expect(other.body.voice).toMatchObject({ name: 'Sarah', voice_match: { method: 'chosen' } })
    expect((await member.request('PUT', `${path}/voice`, { slug: 'nobody' })).status).toBe(404)
    expect((await member.request('PUT', `${path}/name`, { name: 'Kim' })).body).toMatchObject({ name: 'Kim' })
  })

  test('is nobody’s business of another account', async () => {
    const twin = await start()
    const path = `/twin-studio/${twin.twinId}`
    expect((await stranger.request('GET', path)).status).toBe(404)
    expect((await stranger.request('PUT', `${path}/name`, { name: 'Kim' })).status).toBe(404)
    expect((await stranger.request('PUT', `${path}/voice`, { slug: 'flite-slt' })).status).toBe(404)
    expect((await stranger.request('POST', `${path}/withdrawal`, {})).status).toBe(404)
    expect((await stranger.request('DELETE', path)).status).toBe(404)
  })

  test('shows its films to the person in them, and to no colleague', async () => {
    const twin = await start(member, { name: 'Me', who: 'me' })
    await twin.record('silence')
    const films = async (person: SignedInPerson) =>
      (await person.request('GET', `/twin-studio/${twin.twinId}`)).body.takes.map(
        ({ film_url: url }: { film_url: string | null }) => url,
      )
    expect(await films(member)).toEqual([expect.any(String)])
    expect(await films(owner)).toEqual([null])
  })

  test('of a plan without twins is listed, and needs an upgrade', async () => {
    const free = await service.account('starter')
    const person = await signedIn(service, free)
    const twin = await start(person)
    await twin.complete()
    await service.query("update accounts set plan_id = 'free' where id = $1", [free.accountId])
    expect((await free.request('GET', '/twins')).body.data).toMatchObject([
      { status: 'ready', usable_in_videos: false },
    ])
    const body = { script: 'Hello.', twin_id: twin.twinId }
    const refused = await free.request('POST', '/videos', { body })
    expect(refused).toMatchObject({ status: 402, body: { error: { code: 'plan_required' } } })
    await service.query("update accounts set plan_id = 'starter' where id = $1", [free.accountId])
    expect((await free.request('GET', '/twins')).body.data).toMatchObject([{ usable_in_videos: true }])
    expect((await free.request('POST', '/videos/estimate', { body })).status).toBe(200)
  })
})
