import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { deriveKeys } from '../../../src/secrets/derive-keys.ts'
import { createSecretBox } from '../../../src/secrets/secret-box.ts'
import { openTwinStores } from '../../support/twin/twin-stores.ts'

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

/** Changes rows that refuse to be changed, as somebody with the database in their hands could. */
async function tamper(statement: string): Promise<void> {
  await sql`alter table twin_consents disable trigger user`.execute(money.db)
  await sql.raw(statement).execute(money.db)
  await sql`alter table twin_consents enable trigger user`.execute(money.db)
}

describe('consents and events', () => {
  test.each([
    'update twin_consents set evidence = evidence',
    'delete from twin_consents',
    'truncate twin_consents',
    'update twin_consents set evidence = null, forgotten_at = clock_timestamp()',
    "update twin_events set details = '{}'",
    'delete from twin_events',
    'truncate twin_events',
  ])('refuse: %s', async (statement) => {
    await ready()
    await expect(sql.raw(statement).execute(money.db)).rejects.toThrow('append-only')
  })

  test('of one account are chained, so that a change of any is seen, and only there', async () => {
    const first = await recording()
    const { records, audit } = stores()
    await records.consent(evidence(first), 1_000)
    const second = await recording([], first.accountId)
    const later = evidence(second)
    await records.consent(later, 1_000)
    await ready()
    expect(await audit()).toEqual([])

    await tamper(`update twin_consents set evidence = replace(evidence, 'Anna Berg', 'Eve Berg')
      where twin_id = '${first.twinId}'`)
    expect((await audit()).map(({ accountId }) => accountId)).toEqual([first.accountId])
    expect((await records.consents(first.twinId))[0]?.isIntact).toBe(false)
    expect((await records.consents(second.twinId))[0]?.isIntact).toBe(true)
    // Whoever computes the digests anew still lacks the key of the seals.
    await tamper(`update twin_consents set digest = sha256(convert_to(evidence, 'UTF8'))
      where twin_id = '${first.twinId}'`)
    const found = (await audit()).map(({ rule }) => rule)
    expect(found).toHaveLength(2)
    expect(found).toContain(`consent ${later.consentId} is as it was given`)

    await tamper(`delete from twin_consents where twin_id = '${first.twinId}'`)
    expect((await audit()).map(({ rule }) => rule)).toContain('consents are numbered without gaps')
    await tamper(`delete from twin_consents where account_id = '${first.accountId}'`)
    expect(await audit()).toEqual([
      {
        accountId: first.accountId,
        videoId: null,
        rule: 'every consent that was given is there',
        expected: 2,
        found: 0,
      },
    ])
  })

  test('say nothing any more once they need not be proved, and the chain of those that stay holds', async () => {
    const old = await recording()
    const { records, removals, audit } = stores()
    const before = evidence(old, { givenAt: '2020-01-01T00:00:00Z', expiresAt: '2022-01-01T00:00:00Z' })
    await records.consent(before, 1_000)
    const later = await recording([], old.accountId)
    await records.consent(evidence(later), 1_000)
    await tamper(`update twin_consents set given_at = '2020-01-01' where id = '${before.consentId}'`)

    expect(await records.forgetConsents(360, 100)).toBe(0)
    expect(await records.forgetConsents(36, 100)).toBe(1)
    expect(await records.forgetConsents(36, 100)).toBe(0)
    expect(await records.consents(old.twinId)).toEqual([])
    expect((await records.consents(later.twinId))[0]?.isIntact).toBe(true)
    expect((await records.events(old.twinId)).at(-1)).toMatchObject({
      kind: 'consent_forgotten',
      details: { consent_id: before.consentId },
    })
    expect((await audit()).filter(({ accountId }) => accountId === old.accountId)).toEqual([])

    // One that was withdrawn counts from its withdrawal.
    await removals.withdraw(later.twinId, { actor: 'subject', personId: null }, false)
    expect(await records.forgetConsents(36, 100)).toBe(0)
    await sql`update twins set withdrawn_at = '2021-01-01' where id = ${later.twinId}`.execute(money.db)
    await tamper(`update twin_consents set given_at = '2020-06-01' where account_id = '${old.accountId}'`)
    expect(await records.forgetConsents(36, 100)).toBe(1)
  })

  test('that somebody else has emptied are told', async () => {
    const ids = await ready([], { expiresAt: '2022-01-01T00:00:00Z' })
    await sql
      .raw(
        `update twin_consents set evidence = null, forgotten_at = clock_timestamp() where twin_id = '${ids.twinId}'`,
      )
      .execute(money.db)
    const found = (await stores().audit()).filter(({ accountId }) => accountId === ids.accountId)
    expect(found.map(({ rule }) => rule)).toEqual([expect.stringContaining('was forgotten by housekeeping')])
  })

  test('given at the same time are both kept, one after the other', async () => {
    const first = await recording()
    const second = await recording([], first.accountId)
    const { records, audit } = stores()
    const given = [first, second].map((ids) => records.consent(evidence(ids), 1_000))
    expect(await Promise.all(given)).toEqual(['given', 'given'])
    expect((await audit()).filter(({ accountId }) => accountId === first.accountId)).toEqual([])
  })

  test('are given once for a recording, however often it is tried', async () => {
    const ids = await recording()
    const { records } = stores()
    const tries = [evidence(ids), evidence(ids)].map((one) => records.consent(one, 1_000))
    expect((await Promise.all(tries)).toSorted()).toEqual(['ended', 'given'])
    expect(await records.consents(ids.twinId)).toHaveLength(1)
  })

  test('are not given with a take that was replaced meanwhile, and the recording goes on', async () => {
    const ids = await recording(['turn'])
    const { records, takes } = stores()
    const [seen] = await takes.list(ids.twinId)
    const agreed = { id: seen!.id, part: 'turn', sha256: '', recordedAt: '', checks: [] } as const
    const again = {
      ...ids,
      id: 'tak_again',
      part: 'turn',
      contentType: 'video/webm',
      textVersion: 'en-1',
    } as const
    await takes.begin(again, false, 1_000)
    expect(await records.consent(evidence(ids, { takes: [agreed] }), 1_000)).toBe('ended')
    expect(await records.consents(ids.twinId)).toEqual([])
    const [twin] = (await sql`select state from twins where id = ${ids.twinId}`.execute(money.db)).rows
    expect(twin).toEqual({ state: 'recording' })
  })

  test('go on to be sealed when the master key was lost, and those before are not taken for intact', async () => {
    const first = await recording()
    await stores().records.consent(evidence(first), 1_000)
    const other = stores(createSecretBox([deriveKeys(randomBytes(32)).secretBox]))
    const second = await recording([], first.accountId)
    expect(await other.records.consent(evidence(second), 1_000)).toBe('given')
    expect((await other.records.consents(first.twinId))[0]?.isIntact).toBe(false)
    expect((await other.records.consents(second.twinId))[0]?.isIntact).toBe(true)
  })
})
