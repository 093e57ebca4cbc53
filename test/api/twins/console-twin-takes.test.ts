import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { BUILD_BROKEN } from '../../../src/domain/twin/twin-failure.ts'
import type { TwinFailure } from '../../../src/domain/twin/twin.ts'
import { entriesBelow } from '../../support/service/entries-below.ts'
import { BUILT, sha256 } from '../../support/twin/recorded-twin.ts'
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

describe('a take', () => {
  const film = { part: 'silence', content_type: 'video/webm;codecs=vp9,opus' }
  const begin = async (twin: RecordedTwin) => (await twin.ask('POST', '/takes', film)).body.id as string

  test('arrives in chunks, goes on after a lost connection, and is what was sent', async () => {
    const twin = await start(member, { name: 'Me', who: 'me' })
    const id = await begin(twin)
    const chunks = [randomBytes(100_000), randomBytes(70_000), randomBytes(10)]
    expect((await twin.send(id, 0, chunks[0]!)).body).toMatchObject({ chunks: 1, size_bytes: 100_000 })
    // The answer was lost: the chunk is sent again, and changes nothing.
    expect((await twin.send(id, 0, chunks[0]!)).body).toMatchObject({ chunks: 1, size_bytes: 100_000 })
    const [shown] = (await twin.ask('GET', '')).body.takes
    for (let number = shown.chunks; number < chunks.length; number += 1)
      await twin.send(id, number, chunks[number]!)
    const whole = Buffer.concat(chunks)
    const finish = () => twin.ask('POST', `/takes/${id}/finish`, { chunks: 3, sha256: sha256(whole) })
    expect((await finish()).body).toMatchObject({ status: 'checking', film_url: expect.any(String) })
    expect((await finish()).status).toBe(200)

    const url = new URL((await twin.ask('GET', '')).body.takes[0].film_url, service.url)
    const played = await fetch(url, { headers: { Range: 'bytes=99990-100009' } })
    expect(played.status).toBe(206)
    expect(played.headers.get('Content-Type')).toBe('video/webm')
    expect(Buffer.from(await played.arrayBuffer()).equals(whole.subarray(99_990, 100_010))).toBe(true)
    url.searchParams.set('expires', '9999999999')
    expect((await fetch(url)).status).toBe(404)
  })

  test('is refused a chunk that is not what was sent, out of order, or too large', async () => {
    const twin = await start()
    const id = await begin(twin)
    const bytes = randomBytes(100)
    const wrong = await twin.send(id, 0, bytes, sha256(randomBytes(1)))
    expect(wrong.body.error.fields.sha256.message).toContain('did not arrive as it was sent')
    const early = await twin.send(id, 2, bytes)
    expect(early.body.error.fields.number.message).toContain('Send chunk 0 next')
    await twin.send(id, 0, bytes)
    const other = await twin.send(id, 0, randomBytes(100))
    expect(other.body.error.fields.number.code).toBe('conflict')
    const large = await twin.send(id, 1, Buffer.alloc(8 * 1024 * 1024 + 1))
    expect(large).toMatchObject({ status: 400, body: { error: { fields: { body: { code: 'too_long' } } } } })
  })

  test('counts a chunk once that arrives twice at once', async () => {
    const twin = await start()
    const id = await begin(twin)
    const bytes = randomBytes(50_000)
    const answers = await Promise.all([1, 2].map(() => twin.send(id, 0, bytes)))
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { chunks: 1 } })
    expect((await twin.ask('GET', '')).body.takes[0]).toMatchObject({ chunks: 1, size_bytes: 50_000 })
  })

  test('of an unknown link is not even read', async () => {
    const headers = { Origin: service.url, 'X-Recording-Token': 'a'.repeat(43) }
    const path = `${service.url}/api/console/recording/takes/tak_1/chunks/0`
    const answer = await fetch(path, { method: 'PUT', headers, body: Buffer.alloc(9 * 1024 * 1024) })
    expect(answer.status).toBe(404)
  })

  test('is refused when chunks are missing, or when it is another film altogether', async () => {
    const twin = await start()
    const id = await begin(twin)
    await twin.send(id, 0, randomBytes(100))
    const finish = (chunks: number) =>
      twin.ask('POST', `/takes/${id}/finish`, { chunks, sha256: 'a'.repeat(64) })
    expect((await finish(2)).body.error.fields.number.message).toContain('Send chunk 1 next')
    expect((await finish(1)).body.error.fields.sha256.message).toContain('Record the part again')
  })

  test('of one recording is not reached by the link of another', async () => {
    const [twin, other] = [await start(), await start()]
    const id = await begin(twin)
    expect((await other.send(id, 0, randomBytes(10))).status).toBe(404)
    expect(
      (await other.ask('POST', `/takes/${id}/finish`, { chunks: 1, sha256: 'a'.repeat(64) })).status,
    ).toBe(404)
  })

  test('takes the place of the one of its part alone', async () => {
    const twin = await start()
    const [turn, silence] = [await twin.record('turn'), await twin.record('silence')]
    const again = await twin.record('turn')
    const ids = (await twin.ask('GET', '')).body.takes.map((take: { id: string }) => take.id)
    expect(ids).toEqual([silence, again])
    expect(ids).not.toContain(turn)
  })

  test('is nothing that anybody can read on the disk', async () => {
    const twin = await start()
    await twin.record('silence', [Buffer.from('a face '.repeat(1_000))])
    const folder = join(service.dataDir, 'media', 'twins')
    const files = (await entriesBelow(folder)).filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(0)
    for (const { parentPath, name } of files) {
      expect((await readFile(join(parentPath, name))).includes('a face')).toBe(false)
      expect(join(parentPath, name)).not.toContain(twin.twinId)
    }
  })
})

describe('a consent', () => {
  test('needs every part accepted and every text ticked', async () => {
    const twin = await start()
    expect((await twin.consent()).body.error.fields.takes.message).toContain(
      'consent, turn, reading, silence',
    )
    await twin.recordAll()
    await twin.record('turn')
    expect((await twin.consent()).body.error.fields.takes.message).toBe('Record these parts first: turn.')
    const half = await twin.ask('POST', '/consent', { full_name: 'Anna Berg', ticked: ['use', 'face'] })
    expect(half.body.error.fields.ticked.message).toContain('mine was not ticked')
  })

  test('is sealed with what was said, ticked and recorded, and by whom', async () => {
    const twin = await start()
    await twin.recordAll()
    await twin.consent()
    const [consent] = await service.app.twinRecords.consents(twin.twinId)
    expect(consent).toMatchObject({
      isIntact: true,
      evidence: {
        twinId: twin.twinId,
        fullName: 'Anna Berg',
        locale: 'en-GB',
        ipAddress: '127.0.0.1',
        sessionHash: sha256(Buffer.from(twin.token)),
      },
    })
    const { statement, words, takes, givenAt, expiresAt } = consent!.evidence
    for (const word of words.words) expect(statement.text).toContain(word)
    expect(takes.map(({ part }) => part)).toEqual(['consent', 'turn', 'reading', 'silence'])
    const months = new Date(expiresAt).getUTCMonth() - new Date(givenAt).getUTCMonth()
    expect((months + 12) % 12).toBe(0)
    expect(new Date(expiresAt).getUTCFullYear() - new Date(givenAt).getUTCFullYear()).toBe(2)
  })

  test('that has ended makes the twin unusable at that moment', async () => {
    const twin = await start()
    await twin.complete()
    const soon = "clock_timestamp() + interval '20 days'"
    await service.query(`update twins set expires_at = ${soon} where id = $1`, [twin.twinId])
    const seen = async () => (await member.request('GET', `/twin-studio/${twin.twinId}`)).body
    expect(await seen()).toMatchObject({ state: 'ready', expires_soon: true })
    await service.query('update twins set expires_at = clock_timestamp() where id = $1', [twin.twinId])
    expect(await seen()).toMatchObject({ state: 'expired', thumbnail_url: null })
    expect(await statusOf(twin.twinId)).toBeNull()
    const body = { script: 'Hello.', twin_id: twin.twinId }
    expect((await account.request('POST', '/videos', { body })).status).toBe(404)
    const again = await start(owner, { twin_id: twin.twinId, who: 'somebody' })
    expect((await again.ask('GET', '')).body.twin).toMatchObject({ id: twin.twinId, state: 'recording' })
  })
})

describe('a build that failed', () => {
  const again = (twin: RecordedTwin) => owner.request('POST', `/twin-studio/${twin.twinId}/build`)
  const cardOf = async (twin: RecordedTwin) =>
    (await owner.request('GET', `/twin-studio/${twin.twinId}`)).body

  async function failed(failure: TwinFailure): Promise<RecordedTwin> {
    const twin = await start()
    await twin.recordAll()
    await twin.consent()
    await twin.builds.fail(twin.twinId, failure)
    return twin
  }

  test('asks for one part again by the same link, and keeps the others', async () => {
    const failure = { code: 'TakeUnusable', part: 'silence', message: 'Look into the lens.' } as const
    const twin = await failed(failure)
    expect(await statusOf(twin.twinId)).toBeNull()
    const { body } = await twin.ask('GET', '')
    expect(body).toMatchObject({ is_open: true, twin: { state: 'failed', failure, retry: null } })
    const outcomes = body.takes.map(({ part, status }: { part: string; status: string }) => [part, status])
    expect(Object.fromEntries(outcomes)).toEqual({
      consent: 'accepted',
      turn: 'accepted',
      reading: 'accepted',
      silence: 'refused',
    })
    expect((await twin.consent()).body.error.fields.takes.message).toBe('Record these parts first: silence.')
    await twin.accept(await twin.record('silence'))
    expect((await twin.consent()).body).toMatchObject({ twin: { state: 'building', failure: null } })
    expect(await service.app.twinRecords.consents(twin.twinId)).toHaveLength(2)
  })

  test('by a fault of the machine is tried again as it is, with the same consent', async () => {
    const twin = await failed(BUILD_BROKEN)
    expect(await cardOf(twin)).toMatchObject({ state: 'failed', retry: 'possible', failure: { part: null } })
    expect((await twin.ask('GET', '')).body).toMatchObject({ is_open: false })
    expect((await stranger.request('POST', `/twin-studio/${twin.twinId}/build`)).status).toBe(404)
    const tries = await Promise.all([again(twin), again(twin)])
    for (const answer of tries) expect(answer).toMatchObject({ status: 200, body: { state: 'building' } })
    const events = await service.app.twinRecords.events(twin.twinId)
    expect(events.filter(({ kind }) => kind === 'build_retried')).toHaveLength(1)
    expect(await service.app.twinRecords.consents(twin.twinId)).toHaveLength(1)
    await twin.builds.publish(twin.twinId, BUILT)
    expect(await statusOf(twin.twinId)).toBe('ready')
  })

  test('is not tried again when its films are gone, and says so', async () => {
    const twin = await failed(BUILD_BROKEN)
    const [first] = await twin.takes.list(twin.twinId)
    await twin.takes.forgotten(first!.id)
    expect(await cardOf(twin)).toMatchObject({ retry: 'films_gone' })
    const refused = await again(twin)
    expect(refused.status).toBe(400)
    expect(refused.body.error.fields.twin_id.message).toContain('no longer kept')
  })

  test('by its recording, or after its consent has ended, is not tried again as it is', async () => {
    const dark = await failed({ code: 'BadLight', part: 'reading', message: 'Turn on a light.' })
    const ended = await failed(BUILD_BROKEN)
    await service.query('update twins set expires_at = clock_timestamp() where id = $1', [ended.twinId])
    for (const twin of [dark, ended]) {
      expect(await cardOf(twin)).toMatchObject({ retry: null })
      expect((await again(twin)).status).toBe(400)
      expect(await cardOf(twin)).toMatchObject({ state: 'failed' })
    }
  })
})
