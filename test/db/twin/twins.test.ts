import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createStoredSecrets } from '../../../src/db/stored-secrets.ts'
import type { TakePart } from '../../../src/domain/twin/twin-take.ts'
import { deriveKeys } from '../../../src/secrets/derive-keys.ts'
import { createSecretBox } from '../../../src/secrets/secret-box.ts'
import { BUILT } from '../../support/twin/recorded-twin.ts'
import { MASTER as OLD, openTwinStores } from '../../support/twin/twin-stores.ts'

const NEW = deriveKeys(randomBytes(32))
const SUBJECT = { actor: 'subject', personId: null } as const
const ACCOUNT = { actor: 'account', personId: 'per_owner' } as const

type Twins = Awaited<ReturnType<typeof openTwinStores>>

let at: Twins
let money: Twins['money']
let stores: Twins['stores']
let recording: Twins['recording']
let evidence: Twins['evidence']
let ready: Twins['ready']

beforeAll(async () => {
  at = await openTwinStores()
  ;({ money, stores, recording, evidence, ready } = at)
})
afterAll(() => at.money.db.destroy())

describe('the key of a twin', () => {
  const folderOf = async (twinId: string) => (await stores().twins.folder(twinId))!

  test('is not readable in the database, and moves to a new master key with the other secrets', async () => {
    const ids = await ready()
    const folder = await folderOf(ids.twinId)
    const before = await stores().keys.find(folder)
    expect(before).toHaveLength(32)
    const both = createSecretBox([NEW.secretBox, OLD.secretBox])
    // Of the accounts' secrets here none is sealed.
    await sql`update accounts set webhook_secret = ${both.seal('whsec', 'x')}`.execute(money.db)
    const rotation = await createStoredSecrets(money.db, both, [NEW.id, OLD.id]).rotate()
    expect(rotation.unopened).toBe(0)
    const withNew = stores(createSecretBox([NEW.secretBox]))
    expect(await withNew.keys.find(folder)).toEqual(before)
    expect((await withNew.records.consents(ids.twinId))[0]?.isIntact).toBe(true)
    await createStoredSecrets(money.db, createSecretBox([OLD.secretBox, NEW.secretBox]), [
      OLD.id,
      NEW.id,
    ]).rotate()
  })

  test('of one row opens nothing when it is put into another', async () => {
    const [mine, theirs] = [await ready(), await ready()]
    await sql`update twins set data_key = (select data_key from twins where id = ${theirs.twinId})
      where id = ${mine.twinId}`.execute(money.db)
    await expect(stores().keys.find(await folderOf(mine.twinId))).rejects.toThrow()
  })

  test('is gone with the withdrawal, at once', async () => {
    const ids = await ready()
    const folder = await folderOf(ids.twinId)
    await stores().removals.withdraw(ids.twinId, SUBJECT, false)
    expect(await stores().keys.find(folder)).toBeNull()
    expect(await stores().twins.look(ids.accountId, ids.twinId)).toBeNull()
  })
})

describe('a withdrawal', () => {
  test('names what is left to remove until it is gone', async () => {
    const ids = await ready(['consent'])
    const { removals, takes } = stores()
    const folder = await stores().twins.folder(ids.twinId)
    const videos = [await money.create(ids.accountId, 10), await money.create(ids.accountId, 10)]
    await sql`update videos set twin_id = ${ids.twinId}, presenter_id = null where account_id = ${ids.accountId}`.execute(
      money.db,
    )
    await money.videos.publish(ids.accountId, videos[0]!, 9, 'evt_1')
    expect(await removals.pending(ids.twinId)).toBeNull()

    await removals.withdraw(ids.twinId, ACCOUNT, true)
    const kept = {
      folder,
      unfinishedVideos: [{ videoId: videos[1], workflowId: `video/${videos[1]}` }],
      videoIds: [],
    }
    expect(await removals.pending(ids.twinId)).toMatchObject(kept)
    await removals.removed(ids.twinId)
    expect(await removals.unremoved(100)).not.toContainEqual(expect.objectContaining({ twinId: ids.twinId }))
    expect((await takes.list(ids.twinId)).map(({ hasFilm }) => hasFilm)).toEqual([false])

    await removals.withdraw(ids.twinId, SUBJECT, false)
    expect(await removals.pending(ids.twinId)).toMatchObject({ videoIds: [videos[0]] })
    await removals.withdraw(ids.twinId, ACCOUNT, true)
    expect(await removals.pending(ids.twinId)).toMatchObject({ videoIds: [videos[0]] })
    expect(await removals.unremoved(100)).toContainEqual({ accountId: ids.accountId, twinId: ids.twinId })
  })

  test('ends a build: nothing that comes later makes the twin ready or failed', async () => {
    const ids = await recording()
    const { records, builds, removals, twins } = stores()
    await records.consent(evidence(ids), 1_000)
    await removals.withdraw(ids.twinId, SUBJECT, false)
    expect(await builds.material(ids.twinId)).toBeNull()
    expect(await builds.askForReview(ids.twinId, {})).toBe(false)
    expect(await builds.publish(ids.twinId, BUILT)).toBe(false)
    expect(await builds.fail(ids.twinId, { code: 'TooDark', part: null, message: '' })).toBe(false)
    expect((await twins.find(ids.accountId, ids.twinId))?.state).toBe('withdrawn')
  })
})

describe('housekeeping', () => {
  test('expires twins whose consent has ended, and says what is to be removed of them', async () => {
    const ids = await ready([], { expiresAt: new Date(Date.now() - 1_000).toISOString() })
    const { removals, twins, recordings } = stores()
    expect(await removals.pending(ids.twinId)).toBeNull()
    expect(await removals.expireDue()).toBe(1)
    expect(await removals.expireDue()).toBe(0)
    expect(await removals.pending(ids.twinId)).toMatchObject({ videoIds: [], unfinishedVideos: [] })
    await removals.removed(ids.twinId)

    const before = await twins.folder(ids.twinId)
    expect(before).toBeNull()
    const next = {
      ...ids,
      id: 'rec_again',
      tokenHash: randomBytes(32),
      personId: null,
      startedBy: 'per_1',
      recordsUntil: new Date(Date.now() + 86_400_000),
    }
    await recordings.start(next, 1, ['expired'])
    expect(await twins.folder(ids.twinId)).toMatch(/^twins\/[0-9a-f]{40}$/u)
    expect(await removals.pending(ids.twinId)).toBeNull()
  })

  test('forgets films of takes after their days, but neither the proof of a consent nor what is still needed', async () => {
    const parts: TakePart[] = ['consent', 'turn', 'reading', 'silence']
    const done = await ready(parts)
    const building = await recording(parts)
    const underWay = await recording(parts)
    const { records, takes } = stores()
    await records.consent(evidence(building), 1_000)
    const due = async (days: number) =>
      (await takes.forgettable(days, 1_000))
        .filter(({ twinId }) => [done.twinId, building.twinId, underWay.twinId].includes(twinId))
        .map(({ takeId }) => takeId)
    expect(await due(7)).toEqual([])
    expect(await due(0)).toEqual(parts.slice(1).map((part) => `tak_${done.twinId}_${part}`))
    await takes.forgotten(`tak_${done.twinId}_turn`)
    expect(await due(0)).toHaveLength(2)
    expect((await takes.find(`tak_${done.twinId}_turn`))?.hasFilm).toBe(false)
  })
})

test('a film of a take is found by its own twin alone, and no longer when it was forgotten', async () => {
  const [ids, other] = [await recording(['turn']), await recording()]
  const { twins, takes } = stores()
  const take = `tak_${ids.twinId}_turn` as const
  const folder = await twins.folder(ids.twinId)
  expect(await twins.fileKey(ids.twinId, take)).toBe(`${folder}/takes/${take}/film`)
  expect(await twins.fileKey(other.twinId, take)).toBeNull()
  expect(await twins.fileKey(ids.twinId, 'preview')).toBeNull()
  await takes.forgotten(take)
  expect(await twins.fileKey(ids.twinId, take)).toBeNull()
})
