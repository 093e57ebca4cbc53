import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readConfig } from '../../../src/config/config.ts'
import { MOST_CHUNK_BYTES } from '../../../src/domain/twin/twin-take.ts'
import { entriesBelow } from '../../support/service/entries-below.ts'
import { sha256 } from '../../support/twin/recorded-twin.ts'
import type { RecordedTwin } from '../../support/twin/recorded-twin.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import type { SignedInPerson } from '../../support/http/signed-in.ts'
import { startTwinService } from '../../support/twin/twin-service.ts'
import type { TwinService } from '../../support/twin/twin-service.ts'

const CHUNK = randomBytes(MOST_CHUNK_BYTES)
/** Where only the number of uploads matters. */
const SMALL = randomBytes(1_000)
const FILM = { part: 'silence', content_type: 'video/webm' }

let at: TwinService
let service: TwinService['service']
let owner: TwinService['owner']
let start: TwinService['start']

beforeAll(async () => {
  at = await startTwinService()
  ;({ service, owner, start } = at)
})
afterAll(() => at.stop())

const begin = async (twin: RecordedTwin) => (await twin.ask('POST', '/takes', FILM)).body.id as string

/** Recordings of as many accounts as it takes for all to be uploaded at a time. */
async function startMany(count: number): Promise<RecordedTwin[]> {
  const owners: SignedInPerson[] = []
  for (let at = 0; at < count / 5; at += 1) owners.push(await signedIn(service, await service.account()))
  return Promise.all(Array.from({ length: count }, (_, at) => start(owners[Math.floor(at / 5)])))
}

/** A chunk whose last byte is kept back until it is let go. */
interface Held {
  readonly status: Promise<number>
  letGo(): void
}

function holdUpload({ token, cookie }: RecordedTwin, takeId: string, chunk = CHUNK): Held {
  const sending = request(`${service.url}/api/console/recording/takes/${takeId}/chunks/0`, {
    method: 'PUT',
    headers: {
      Origin: service.url,
      Cookie: cookie,
      'X-Recording-Token': token,
      'X-Chunk-SHA256': sha256(chunk),
      'Content-Length': chunk.length,
    },
  })
  const status = new Promise<number>((resolve, reject) => {
    sending.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sending.once('error', reject)
  })
  sending.write(chunk.subarray(0, -1))
  return { status, letGo: () => sending.end(chunk.subarray(-1)) }
}

/** Bytes that lie where uploads arrive. */
async function arrived(): Promise<number> {
  const folder = join(service.dataDir, 'scratch')
  const entries = await entriesBelow(folder)
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name))
        .then(({ size }) => size)
        .catch(() => 0),
    )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

describe('an upload', () => {
  test('whose whole is not what was recorded ends its take, and leaves nothing to be read again', async () => {
    const twin = await start()
    const id = await begin(twin)
    const bytes = randomBytes(100)
    await twin.send(id, 0, bytes)
    const finish = (sha: string) => twin.ask('POST', `/takes/${id}/finish`, { chunks: 1, sha256: sha })
    const refused = await finish('a'.repeat(64))
    expect(refused.body.error.fields.sha256.message).toContain('Record the part again')
    expect(await at.keptFiles(twin)).toEqual([])
    // Not even with the right one.
    expect((await finish(sha256(bytes))).status).toBe(400)
    expect((await twin.send(id, 1, bytes)).body.error.fields.take.code).toBe('conflict')
    expect((await twin.ask('GET', '')).body.takes).toEqual([])
  })

  test('is one of two at a time by one link', async () => {
    const twin = await start()
    const id = await begin(twin)
    const held = [holdUpload(twin, id), holdUpload(twin, id)]
    await expect.poll(arrived).toBe(2 * (CHUNK.length - 1))
    const third = await twin.send(id, 0, Buffer.from('more'))
    expect(third).toMatchObject({ status: 429 })
    expect(Number(third.headers.get('Retry-After'))).toBeGreaterThan(0)
    for (const one of held) one.letGo()
    expect(await Promise.all(held.map(({ status }) => status))).toEqual([200, 200])
    expect((await twin.send(id, 1, Buffer.from('more'))).status).toBe(200)
  })

  test('is one of ten at a time for one account, and no other account waits for it', async () => {
    const twins = await Promise.all(Array.from({ length: 6 }, () => start()))
    const ids = await Promise.all(twins.map(begin))
    const held = twins
      .slice(0, 5)
      .flatMap((twin, index) => [1, 2].map(() => holdUpload(twin, ids[index]!, SMALL)))
    await expect.poll(arrived).toBe(held.length * (SMALL.length - 1))
    const eleventh = await twins[5]!.send(ids[5]!, 0, Buffer.from('more'))
    expect(eleventh).toMatchObject({ status: 429 })
    const elsewhere = await start(at.stranger)
    expect((await elsewhere.send(await begin(elsewhere), 0, Buffer.from('more'))).status).toBe(200)
    for (const one of held) one.letGo()
    await Promise.all(held.map(({ status }) => status))
    expect((await twins[5]!.send(ids[5]!, 0, Buffer.from('more'))).status).toBe(200)
  })

  test('takes no memory that grows with it, however many keep a last byte back', async () => {
    const twins = await startMany(20)
    const ids = await Promise.all(twins.map(begin))
    const used = () => {
      const { arrayBuffers, heapUsed } = process.memoryUsage()
      return arrayBuffers + heapUsed
    }
    const before = used()
    const held = twins.flatMap((twin, index) => [
      holdUpload(twin, ids[index]!),
      holdUpload(twin, ids[index]!),
    ])
    await expect.poll(arrived).toBe(held.length * (CHUNK.length - 1))
    // Forty chunks are 320 MB: held in memory, they would be that and more.
    expect(used() - before).toBeLessThan(100 * 1024 ** 2)
    for (const one of held) one.letGo()
    for (const { status } of held) expect(await status).toBe(200)
    await expect.poll(arrived).toBe(0)
  })

  test('is refused when this process has as many as it takes', async () => {
    const twins = await startMany(33)
    const ids = await Promise.all(twins.map(begin))
    const held = twins
      .slice(0, 32)
      .flatMap((twin, index) => [1, 2].map(() => holdUpload(twin, ids[index]!, SMALL)))
    await expect.poll(arrived).toBe(held.length * (SMALL.length - 1))
    const refused = await twins[32]!.send(ids[32]!, 0, Buffer.from('more'))
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'service_unavailable' } } })
    for (const one of held) one.letGo()
    await Promise.all(held.map(({ status }) => status))
  })
})

describe('an account', () => {
  const { plans, twins } = readConfig({})
  const smallPlans = new Map(
    [...plans].map(([id, plan]) => [id, { ...plan, twinTakesADay: 5, twinBuildsADay: 1 }]),
  )

  test('has at most five open recordings, also when many are started at once', async () => {
    const account = await startTwinService({ twins })
    const name = { name: 'Anna', who: 'somebody' }
    const ask = () => account.owner.request('POST', '/twin-studio/recordings', name)
    const answers = await Promise.all(Array.from({ length: 12 }, ask))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    const refused = answers.filter(({ status }) => status !== 200)
    for (const { status, body } of refused) {
      expect(status).toBe(429)
      expect(body.error.user_message).toContain('5 recordings are open already')
    }
    expect((await account.owner.request('GET', '/twin-studio')).body.data).toHaveLength(5)
    // The one of a twin that is recorded again takes the place of its own.
    const { id } = answers.find(({ status }) => status === 200)!.body
    const again = { twin_id: id, who: 'somebody' }
    expect((await account.owner.request('POST', '/twin-studio/recordings', again)).status).toBe(200)
    await account.stop()
  })

  test('sends as many takes and has as many twins built in a day as its plan says', async () => {
    const account = await startTwinService({ plans: smallPlans })
    const twin = await account.start()
    await twin.recordAll()
    expect((await twin.consent()).status).toBe(200)
    const other = await account.start()
    await other.record('turn')
    const refused = await other.ask('POST', '/takes', FILM)
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'daily_limit' } } })
    await account.service.query("update twin_takes set created_at = created_at - interval '2 days'")
    await other.recordAll()
    expect((await other.consent()).body.error).toMatchObject({ code: 'daily_limit' })
    await account.stop()
  })

  test('sends no take more, and has no twin more built, when many are asked for at once', async () => {
    const account = await startTwinService({ plans: smallPlans })
    const three = await Promise.all([account.start(), account.start(), account.start()])
    const begun = await Promise.all(
      [...three, ...three, ...three].map((twin) => twin.ask('POST', '/takes', FILM)),
    )
    expect(begun.filter(({ status }) => status === 200)).toHaveLength(5)
    for (const { status, body } of begun) if (status !== 200) expect(body.error.code).toBe('daily_limit')

    const yesterday = "update twin_takes set created_at = created_at - interval '1 day'"
    for (const twin of three) {
      await account.service.query(yesterday)
      await twin.recordAll()
    }
    const given = await Promise.all(three.map((twin) => twin.consent()))
    const statuses = given.map(({ status }) => status)
    expect([200, 429].map((one) => statuses.filter((status) => status === one).length)).toEqual([1, 2])
    await account.stop()
  })

  test('keeps as many bytes of films as it may, and has room again when they go', async () => {
    const limits = { openRecordings: 5, storedBytes: 10_000 }
    const account = await startTwinService({ twins: { ...twins, twinLimits: limits } })
    const twin = await account.start()
    const id = await begin(twin)
    expect((await twin.send(id, 0, randomBytes(9_000))).status).toBe(200)
    const refused = await twin.send(id, 1, randomBytes(2_000))
    expect(refused.body.error.fields.take.message).toContain('as many films')
    const again = await begin(twin)
    expect((await twin.send(again, 0, randomBytes(9_000))).status).toBe(200)
    await account.stop()
  })

  test('without twins in its plan records none', async () => {
    const free = await service.account('free')
    const person = await signedIn(service, free)
    const request = { name: 'Anna', who: 'somebody' }
    const refused = await person.request('POST', '/twin-studio/recordings', request)
    expect(refused).toMatchObject({ status: 402, body: { error: { code: 'plan_required' } } })
    expect((await person.request('GET', '/twin-studio')).body.data).toEqual([])
    const twin = await start(owner)
    await service.query("update accounts set plan_id = 'free' where id = $1", [at.account.accountId])
    expect((await twin.ask('POST', '/takes', FILM)).status).toBe(402)
    await service.query("update accounts set plan_id = 'growth' where id = $1", [at.account.accountId])
  })
})
