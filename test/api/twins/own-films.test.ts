import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { BUILD_BROKEN } from '../../../src/domain/twin/twin-failure.ts'
import { entriesBelow } from '../../support/service/entries-below.ts'
import { askByLink, BUILT, openLink } from '../../support/twin/recorded-twin.ts'
import type { RecordedTwin } from '../../support/twin/recorded-twin.ts'
import { startTwinService } from '../../support/twin/twin-service.ts'
import type { TwinService } from '../../support/twin/twin-service.ts'

let at: TwinService
let service: TwinService['service']
let owner: TwinService['owner']
let member: TwinService['member']
let start: TwinService['start']

beforeAll(async () => {
  at = await startTwinService()
  ;({ service, owner, member, start } = at)
})
afterAll(() => at.stop())

const filmOf = async (twin: RecordedTwin) => {
  const { takes } = (await twin.ask('GET', '')).body
  return new URL(takes[0].film_url, service.url)
}
const startAs = (person: typeof owner, twin: RecordedTwin, who: string) =>
  person.request('POST', '/twin-studio/recordings', { twin_id: twin.twinId, who })

/** Names of the takes whose films or chunks lie in the folder of a twin. */
async function keptTakes({ twinId }: RecordedTwin): Promise<string[]> {
  const [row] = await service.query<{ object_folder: string }>(
    'select object_folder from twins where id = $1',
    [twinId],
  )
  const folder = join(service.dataDir, 'media', row!.object_folder, 'takes')
  const entries = await entriesBelow(folder)
  return entries.filter((entry) => entry.isFile()).map(({ parentPath }) => parentPath)
}

describe('the films of somebody who is recorded', () => {
  test('are not to be had by another link for the twin, and are removed with it', async () => {
    const twin = await start()
    await twin.record('turn')
    const film = await filmOf(twin)
    expect((await fetch(film)).status).toBe(200)
    const again = await start(owner, { twin_id: twin.twinId, who: 'somebody' })
    expect((await again.ask('GET', '')).body.takes).toEqual([])
    expect((await fetch(film)).status).toBe(404)
    expect(await keptTakes(twin)).toEqual([])
  })

  test('are not to be had by recording the twin as oneself', async () => {
    const twin = await start()
    await twin.record('turn')
    for (const person of [owner, member]) {
      expect((await startAs(person, twin, 'me')).status).toBe(400)
      const { body } = await person.request('GET', `/twin-studio/${twin.twinId}`)
      expect(body).toMatchObject({ is_me: false, takes: [{ film_url: null }] })
    }
  })

  test('are judged for that person: colleagues see no more than that they are there', async () => {
    const twin = await start()
    const check = { code: 'sharp', outcome: 'passed', measured: 9, limit: 4, message: '' } as const
    await twin.accept(await twin.record('turn'), [check])
    expect((await twin.ask('GET', '')).body.takes).toMatchObject([{ checks: [{ code: 'sharp' }] }])
    for (const person of [owner, member]) {
      const { body } = await person.request('GET', `/twin-studio/${twin.twinId}`)
      expect(body.takes).toMatchObject([{ part: 'turn', status: 'accepted', checks: [] }])
    }
  })

  test('are not to be had by whoever made the link, once it was opened', async () => {
    const twin = await start()
    await twin.record('turn')
    const { token } = twin
    for (const [method, path, body] of [
      ['GET', ''],
      ['POST', '/browser', {}],
      ['POST', '/words', {}],
      ['POST', '/takes', { part: 'turn', content_type: 'video/webm' }],
      ['POST', '/withdrawal', {}],
      ['POST', '/own-links', {}],
    ] as const) {
      const answer = await askByLink(service, { token, cookie: owner.cookie }, method, path, body)
      expect(answer.status, path).toBe(404)
    }
    expect((await twin.ask('GET', '')).body.takes).toHaveLength(1)
  })

  test('are shown while they are recorded, and not after the consent', async () => {
    const twin = await start(member, { name: 'Me', who: 'me' })
    await twin.recordAll()
    expect((await twin.ask('GET', '')).body.takes[0].film_url).toEqual(expect.any(String))
    await twin.consent()
    for (const take of (await twin.ask('GET', '')).body.takes) expect(take.film_url).toBeNull()
    const { body } = await member.request('GET', `/twin-studio/${twin.twinId}`)
    for (const take of body.takes) expect(take.film_url).toBeNull()
  })

  test('are not to be had after that by a link that was given before', async () => {
    const twin = await start()
    await twin.recordAll()
    const film = await filmOf(twin)
    const status = async (link: URL) => (await fetch(link)).status
    expect(await status(film)).toBe(200)
    await twin.consent()
    expect(await status(film)).toBe(404)
    await twin.builds.askForReview(twin.twinId, {})
    const review = `/operations/twin-reviews/${twin.twinId}`
    const { takes } = (await at.operator.request('GET', review)).body
    const shown = new URL(takes[0].film_url, service.url)
    expect(await status(shown)).toBe(200)
    expect((await at.operator.request('POST', review, { approved: true })).status).toBe(200)
    expect(await status(shown)).toBe(200)
    await twin.builds.publish(twin.twinId, BUILT)
    for (const link of [film, shown]) expect(await status(link)).toBe(404)
  })

  test('go at once when a part is recorded again', async () => {
    const twin = await start()
    await twin.record('turn')
    const film = await filmOf(twin)
    const again = await twin.record('turn')
    expect((await fetch(film)).status).toBe(404)
    expect((await keptTakes(twin)).every((path) => path.includes(again))).toBe(true)
  })
})

describe('the link of a recording', () => {
  test('is for members to make for a new twin, and for owners alone for one that there is', async () => {
    const twin = await start(member)
    expect((await startAs(member, twin, 'somebody')).status).toBe(403)
    expect((await startAs(owner, twin, 'somebody')).status).toBe(200)
  })

  test('shows what it is for before it is opened, and records in the browser that opens it', async () => {
    const { body } = await owner.request('POST', '/twin-studio/recordings', { name: 'Anna', who: 'somebody' })
    const token = body.path.split('#')[1]
    const looked = await askByLink(service, { token }, 'GET', '')
    expect(looked.body).toMatchObject({ access: 'look', is_open: true, takes: [], withdraws: 'nothing' })
    expect((await askByLink(service, { token }, 'POST', '/words', {})).status).toBe(404)
    const cookie = await openLink(service, token)
    expect(looked.headers.get('Set-Cookie')).toContain('HttpOnly; SameSite=Strict')
    // A second tab of the same browser, and one whose answer was lost.
    expect((await askByLink(service, { token, cookie }, 'POST', '/browser', {})).status).toBe(200)
    expect((await askByLink(service, { token, cookie }, 'GET', '')).body).toMatchObject({ access: 'browser' })
    expect((await askByLink(service, { token }, 'GET', '')).status).toBe(404)
  })

  test('of oneself shows the twin in another browser, where nothing is recorded', async () => {
    const twin = await start(member, { name: 'Me', who: 'me' })
    await twin.record('turn')
    const elsewhere = { token: twin.token, cookie: member.cookie }
    expect((await askByLink(service, elsewhere, 'GET', '')).body).toMatchObject({ access: 'own', takes: [] })
    expect((await askByLink(service, elsewhere, 'POST', '/words', {})).status).toBe(404)
  })

  test('gives no consent in any other browser than the one that recorded', async () => {
    const twin = await start(member, { name: 'Me', who: 'me' })
    await twin.recordAll()
    const consent = { full_name: 'Anna Berg', ticked: ['use', 'face', 'mine'] }
    for (const cookie of ['', member.cookie]) {
      const answer = await askByLink(service, { token: twin.token, cookie }, 'POST', '/consent', consent)
      expect(answer.status).toBe(404)
    }
    expect((await twin.consent()).status).toBe(200)
  })

  test('takes nothing over: a consent needs all parts of its own recording', async () => {
    const twin = await start()
    await twin.recordAll()
    const again = await start(owner, { twin_id: twin.twinId, who: 'somebody' })
    expect((await again.consent()).body.error.fields.takes.message).toContain(
      'consent, turn, reading, silence',
    )
  })
})

describe('the link that a person keeps', () => {
  test('takes the consent back from any browser, and shows no films', async () => {
    const twin = await start()
    expect((await twin.ask('POST', '/own-links', {})).status).toBe(404)
    await twin.complete()
    const token = await twin.keepLink()
    expect((await askByLink(service, { token }, 'GET', '')).body).toMatchObject({
      access: 'own',
      withdraws: 'twin',
      takes: [],
      twin: { state: 'ready' },
    })
    expect((await askByLink(service, { token }, 'POST', '/own-links', {})).status).toBe(404)
    expect((await askByLink(service, { token }, 'POST', '/withdrawal', {})).status).toBe(200)
    expect(await at.statusOf(twin.twinId)).toBeNull()
  })

  test('records nothing, also when a part has to be recorded again', async () => {
    const twin = await start()
    await twin.recordAll()
    await twin.consent()
    const token = await twin.keepLink()
    await twin.builds.fail(twin.twinId, { ...BUILD_BROKEN, code: 'TakeUnusable', part: 'silence' })
    const take = { part: 'silence', content_type: 'video/webm' }
    expect((await askByLink(service, { token }, 'POST', '/takes', take)).status).toBe(404)
    expect((await twin.ask('POST', '/takes', take)).status).toBe(200)
  })

  test('is there a few times, each good for itself, and in the database as a hash', async () => {
    const twin = await start()
    await twin.complete()
    const tokens = []
    for (let made = 0; made < 10; made += 1) tokens.push(await twin.keepLink())
    expect((await twin.ask('POST', '/own-links', {})).status).toBe(400)
    for (const token of tokens) expect((await askByLink(service, { token }, 'GET', '')).status).toBe(200)
    const rows = JSON.stringify(await service.query('select l::text as row from twin_own_links l'))
    for (const token of tokens) expect(rows).not.toContain(token)
  })
})
