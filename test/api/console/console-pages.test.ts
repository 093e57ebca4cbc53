import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import type { SignedInPerson } from '../../support/http/signed-in.ts'

let service: TestService
let owner: SignedInPerson
let operator: SignedInPerson
let accountId: string

beforeAll(async () => {
  service = await startTestService({ worker: false })
  const account = await service.account()
  accountId = account.accountId
  owner = await signedIn(service, account)
  operator = await signedIn(service, account, { isOperator: true })
  // At one moment each, so that only the id tells one from the next; a key works again where a later one does not.
  await service.query(
    `insert into api_keys (id, account_id, name, hash, master_key_id, prefix, last_four, created_at, revoked_at)
     select 'key_' || n, $1, 'key ' || n, sha256(('key' || n)::bytea), (select id from master_keys limit 1), 'pv_live_',
       'abcd', '2026-01-01', case when n % 3 <> 0 then now() end from generate_series(10, 60) as n`,
    [accountId],
  )
  await service.query(
    `insert into people (id, name, email) select 'per_' || n, 'Person ' || n, 'p' || n || '@example.com'
     from generate_series(10, 60) as n`,
  )
  await service.query(
    `insert into members (account_id, person_id, role, joined_at)
     select $1, 'per_' || n, 'member', '2036-01-01' from generate_series(10, 60) as n`,
    [accountId],
  )
  await service.query(
    `insert into invitations (id, token_hash, account_id, email, role, created_at, expires_at)
     select 'inv_' || n, sha256(('inv' || n)::bytea), $1, 'i' || n || '@example.com', 'member', now(),
       now() + interval '1 day' from generate_series(10, 60) as n`,
    [accountId],
  )
  await service.query(
    `insert into twins (id, account_id, name, state, created_at)
     select 'twn_' || n, $1, 'Twin ' || n, 'review', '2026-01-01' from generate_series(10, 60) as n`,
    [accountId],
  )
  for (let count = 0; count < 3; count += 1) {
    const another = await signedIn(service, await service.account('free'))
    await another.request('POST', '/plans/starter/order')
  }
})
afterAll(() => service.stop())

/** A row names itself, or the twin that it is about. */
type Row = { readonly id: string; readonly twin_id?: string }

/** All pages of a list, each of so many rows. */
async function pagesOf(person: SignedInPerson, path: string, limit: number, rows = 'data') {
  const pages: Row[][] = []
  let after: string | null = null
  do {
    const { status, body } = await person.request(
      'GET',
      `${path}?limit=${limit}${after === null ? '' : `&after=${after}`}`,
    )
    expect(status).toBe(200)
    pages.push(body[rows])
    after = body.next_after
  } while (after !== null)
  return pages
}

describe.each([
  ['/keys', 52, 'data', () => owner],
  ['/people', 53, 'members', () => owner],
  ['/people/invitations', 51, 'data', () => owner],
  ['/plan-requests', 3, 'data', () => operator],
  ['/operations/twin-reviews', 51, 'data', () => operator],
] as const)('%s', (path, count, rows, who) => {
  test('comes in pages, each row once', async () => {
    const limit = count > 10 ? 20 : 2
    const pages = await pagesOf(who(), path, limit, rows)
    expect(pages.map((page) => page.length)).toEqual(count > 10 ? [20, 20, count - 40] : [2, count - 2])
    expect(new Set(pages.flat().map(({ id, twin_id }) => twin_id ?? id)).size).toBe(count)
    // In the order in which one page has them.
    const [first] = await pagesOf(who(), path, 50, rows)
    expect(pages.flat().slice(0, 50)).toEqual(first)
  })

  test('has 20 rows unless it is asked for up to 50, from an id of its own', async () => {
    const usual = (await who().request('GET', path)).body[rows]
    expect(usual).toHaveLength(Math.min(20, count))
    for (const query of ['limit=51', 'limit=0', 'after=nothing_like_it', 'after=a%00b', 'more=1']) {
      expect((await who().request('GET', `${path}?${query}`)).status).toBe(400)
    }
  })
})

test('keys that work come before those that do not', async () => {
  const keys = (await pagesOf(owner, '/keys', 20)).flat() as unknown as { status: string }[]
  const statuses = keys.map(({ status }) => status)
  expect(statuses.lastIndexOf('active')).toBe(statuses.indexOf('revoked') - 1)
})

test('nothing of another account comes after an id of it', async () => {
  const stranger = await signedIn(service, await service.account())
  for (const path of ['/keys?after=key_30', '/people?after=per_30', '/people/invitations?after=inv_30']) {
    expect((await stranger.request('GET', path)).status).toBe(400)
  }
})
