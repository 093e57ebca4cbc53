import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { BUILT, sha256 } from '../../support/twin/recorded-twin.ts'
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

describe('a recording', () => {
  test('is made by its link alone, and leads to a twin that the API lists', async () => {
    const twin = await start()
    const begun = await twin.ask('GET', '')
    expect(begun).toMatchObject({
      status: 200,
      body: {
        twin: { id: twin.twinId, state: 'recording', name: 'Anna' },
        account_name: 'Test',
        is_open: true,
        tries_left: 3,
        takes: [],
      },
    })
    expect(await statusOf(twin.twinId)).toBeNull()
    await twin.recordAll()
    expect((await twin.consent()).body).toMatchObject({ is_open: false, twin: { state: 'building' } })
    expect(await statusOf(twin.twinId)).toBe('building')
    await twin.builds.publish(twin.twinId, BUILT)

    const { data } = (await account.request('GET', '/twins')).body
    const listed = data.find(({ id }: { id: string }) => id === twin.twinId)
    expect(listed).toMatchObject({
      status: 'ready',
      usable_in_videos: true,
      voice_name: 'Robert (matched to your pitch)',
    })
    expect(listed.thumbnail_url).toContain(`${service.url}/media/twins/${twin.twinId}/thumbnail?expires=`)
  })

  test.each(['', 'a'.repeat(43)])('is opened by no other token: %j', async (token) => {
    const headers = { Origin: service.url, 'X-Recording-Token': token }
    const answer = await fetch(`${service.url}/api/console/recording`, { headers })
    expect(answer.status).toBe(404)
  })

  test('keeps of its link only the hash', async () => {
    const twin = await start()
    const rows = await service.query<{ row: string }>('select r::text as row from twin_recordings r')
    expect(JSON.stringify(rows)).not.toContain(twin.token)
    expect(JSON.stringify(rows)).toContain(sha256(Buffer.from(twin.token)))
    expect(service.logLines.join('\n')).not.toContain(twin.token)
  })

  test('of oneself is for that person alone, signed in', async () => {
    const twin = await start(member, { name: 'Me', who: 'me' })
    expect((await twin.ask('GET', '')).body.twin).toMatchObject({ is_me: true })
    const headers = { Origin: service.url, 'X-Recording-Token': twin.token, Cookie: owner.cookie }
    expect((await fetch(`${service.url}/api/console/recording`, { headers })).status).toBe(404)
  })

  test('takes the place of the one before it', async () => {
    const first = await start()
    const again = await start(owner, { twin_id: first.twinId, who: 'somebody' })
    expect((await first.ask('POST', '/words')).status).toBe(404)
    expect((await again.ask('POST', '/words')).status).toBe(200)
  })

  test('of a twin that is being built, or of another account’s, is refused', async () => {
    const twin = await start()
    await twin.recordAll()
    await twin.consent()
    const again = { twin_id: twin.twinId, who: 'somebody' }
    expect((await owner.request('POST', '/twin-studio/recordings', again)).status).toBe(400)
    expect((await stranger.request('POST', '/twin-studio/recordings', again)).status).toBe(404)
  })

  test('that sends too much is told when to go on', async () => {
    const twin = await start()
    await service.query(
      `insert into rate_limits (caller_id, bucket, hits) select id, 'recording',
       (select array_agg(clock_timestamp()) from generate_series(1, 240)) from twin_recordings where twin_id = $1
       on conflict (caller_id, bucket) do update set hits = excluded.hits`,
      [twin.twinId],
    )
    const answer = await twin.ask('GET', '')
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
  })
})

describe('the words of the statement', () => {
  test('are four others for each of three tries, and hold until the next are drawn', async () => {
    const twin = await start()
    const drawn = []
    for (let tries = 1; tries <= 3; tries += 1) drawn.push((await twin.ask('POST', '/words')).body)
    expect(drawn.map(({ tries_left: left }) => left)).toEqual([2, 1, 0])
    for (const { words, statement } of drawn) {
      expect(new Set(words).size).toBe(4)
      for (const word of words) expect(statement).toContain(word)
      expect(statement).toContain('I am Anna.')
    }
    expect(new Set(drawn.map(({ statement }) => statement)).size).toBe(3)
    expect((await twin.ask('GET', '')).body.words.words).toEqual(drawn[2].words)
    const fourth = await twin.ask('POST', '/words')
    expect(fourth).toMatchObject({
      status: 404,
      body: { error: { message: expect.stringContaining('3 times') } },
    })
  })

  test('hold for whoever stops and begins again, in one take at a time, and not for longer than before', async () => {
    const twin = await start()
    const consent = { part: 'consent', content_type: 'video/webm' }
    expect((await twin.ask('POST', '/takes', consent)).status).toBe(400)
    const { words } = (await twin.ask('POST', '/words')).body
    expect((await twin.ask('POST', '/takes', consent)).status).toBe(200)
    expect((await twin.ask('GET', '')).body).toMatchObject({ words: { words }, tries_left: 2 })
    expect((await twin.ask('POST', '/takes', consent)).status).toBe(200)
    const held = await service.query(
      `select t.status, p.words from twin_takes t left join twin_passcodes p on p.take_id = t.id
       where t.twin_id = $1 order by t.created_at`,
      [twin.twinId],
    )
    expect(held).toEqual([
      { status: 'replaced', words: null },
      { status: 'uploading', words },
    ])
    await service.query(
      `update twin_passcodes set expires_at = clock_timestamp()
       where take_id in (select id from twin_takes where twin_id = $1)`,
      [twin.twinId],
    )
    expect((await twin.ask('POST', '/takes', consent)).status).toBe(400)
  })

  test('are used up by a film that is complete: another take of the statement needs others', async () => {
    const twin = await start()
    const consent = { part: 'consent', content_type: 'video/webm' }
    await twin.ask('POST', '/words')
    const { id } = (await twin.ask('POST', '/takes', consent)).body
    await service.query('update twin_takes set uploaded_at = clock_timestamp() where id = $1', [id])
    expect((await twin.ask('GET', '')).body).toMatchObject({ words: null, tries_left: 2 })
    expect((await twin.ask('POST', '/takes', consent)).status).toBe(400)
  })

  test('stay in the statement that was shown when the twin is renamed before it is read', async () => {
    const twin = await start()
    const { statement } = (await twin.ask('POST', '/words')).body
    await owner.request('PUT', `/twin-studio/${twin.twinId}/name`, { name: 'Kim' })
    expect((await twin.ask('GET', '')).body.words).toMatchObject({ statement })
    const consent = await twin.read()
    expect((await twin.takes.find(consent))?.statement).toBe(statement)
    await twin.accept(consent)
    for (const part of ['turn', 'reading', 'silence'] as const) await twin.accept(await twin.record(part))
    await twin.consent()
    const [kept] = await service.app.twinRecords.consents(twin.twinId)
    expect(kept?.evidence.statement).toEqual({ version: 'en-1', text: statement })
    expect(statement).toContain('I am Anna.')
  })

  test('are not heard in a film that arrives long after they were used', async () => {
    const twin = await start()
    await twin.ask('POST', '/words')
    const { id } = (await twin.ask('POST', '/takes', { part: 'consent', content_type: 'video/webm' })).body
    const film = Buffer.from('a film')
    await twin.send(id, 0, film)
    await service.query(
      "update twin_passcodes set used_at = used_at - interval '31 minutes' where take_id = $1",
      [id],
    )
    const late = await twin.ask('POST', `/takes/${id}/finish`, { chunks: 1, sha256: sha256(film) })
    expect(late).toMatchObject({ status: 400 })
    expect(late.body.error.fields.take.message).toContain('within 30 minutes')
  })

  test('expire', async () => {
    const twin = await start()
    await twin.ask('POST', '/words')
    await service.query("update twin_passcodes set expires_at = clock_timestamp() - interval '1 second'")
    expect((await twin.ask('GET', '')).body.words).toBeNull()
    expect((await twin.ask('POST', '/takes', { part: 'consent', content_type: 'video/webm' })).status).toBe(
      400,
    )
  })
})

test('camera and microphone are for the recording page alone', async () => {
  const policyOf = async (path: string) =>
    (await fetch(`${service.url}${path}`)).headers.get('Permissions-Policy')
  expect(await policyOf('/record')).toBe('camera=(self), microphone=(self)')
  for (const path of ['/', '/twins', '/docs', '/api/v1/twins']) {
    expect(await policyOf(path)).toBe('camera=(), microphone=()')
  }
})
