import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { expect } from 'vitest'

import { addTwin } from '../../../support/service/cast.ts'
import { test } from '../../../support/service/default-service.ts'
import type { TestService } from '../../../support/service/service.ts'

let service: TestService

test.beforeAll(({ defaultService }) => {
  service = defaultService
})

type Account = Awaited<ReturnType<TestService['account']>>

const KEYS = ['a', 'b', 'c']

/** One thing a client does; several are done at the same time. */
type Deed =
  | { readonly kind: 'create'; readonly key: string; readonly other: boolean; readonly twin: boolean }
  | { readonly kind: 'create and hang up'; readonly key: string; readonly afterMs: number }
  | { readonly kind: 'delete'; readonly which: number }
  | { readonly kind: 'wait for'; readonly which: number }

const key = fc.constantFrom(...KEYS)
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      key,
      other: fc.boolean(),
      twin: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('create and hang up' as const),
      key,
      afterMs: fc.integer({ min: 0, max: 60 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait for' as const), which: fc.nat() }) },
)

const history = fc.array(fc.array(deed, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 })

test('whatever clients do in whatever order, a key makes at most one video and is charged at most once', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (rounds) => {
      const account = await service.account('scale')
      const twin = await addTwin(service, account)
      const prefix = randomUUID()
      const answered = new Map<string, Set<string>>(KEYS.map((name) => [name, new Set()]))
      for (const together of rounds) {
        await Promise.all(together.map((one) => act(account, twin.id, prefix, answered, one)))
      }
      await everythingEnded(account)
      // A key's answers never named two videos.
      for (const ids of answered.values()) expect(ids.size).toBeLessThanOrEqual(1)
      await expectOneVideoAndChargeForEachKey(account, answered, prefix)
      expect(await service.wrongWith(account)).toEqual([])
    }),
    { numRuns: 12, interruptAfterTimeLimit: 40_000, markInterruptAsFailure: false },
  )
})

async function act(
  account: Account,
  twinId: string,
  prefix: string,
  answered: Map<string, Set<string>>,
  one: Deed,
): Promise<void> {
  if (one.kind === 'create') {
    const cast = one.twin ? { presenter_id: undefined, twin_id: twinId } : {}
    const script = one.other ? 'Another script.' : 'Hello there.'
    const { status, body } = await account.createVideo(
      { script, ...cast, idempotency_key: prefix + one.key },
      {},
    )
    // 400: the key was used for another request. 404: its video was deleted.
    expect([202, 400, 404]).toContain(status)
    if (status === 202) answered.get(one.key)!.add(body.id)
  }
  if (one.kind === 'create and hang up') await createAndHangUp(account, prefix + one.key, one.afterMs)
  const ids = [...answered.values()].flatMap((some) => [...some])
  const id = 'which' in one && ids.length > 0 ? ids[one.which % ids.length] : undefined
  if (id === undefined) return
  if (one.kind === 'delete') await account.request('DELETE', `/videos/${id}`)
  if (one.kind === 'wait for') await account.untilStatus(id, 'ready').catch(() => undefined)
}

/** A caller that is gone before, while or after its video is accepted. */
async function createAndHangUp(account: Account, idempotencyKey: string, afterMs: number): Promise<void> {
  await fetch(`${service.url}/api/v1/videos`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${account.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      script: 'Hello there.',
      presenter_id: 'maya',
      idempotency_key: idempotencyKey,
    }),
    signal: AbortSignal.timeout(afterMs),
  }).catch(() => undefined)
}

/** Also requests whose callers are gone are decided, and what was accepted is made. */
async function everythingEnded({ accountId }: Account): Promise<void> {
  const open = async () => {
    const [row] = await service.query<{ open: number }>(
      `select (select count(*) from video_requests where account_id = $1)
         + (select count(*) from videos where account_id = $1 and deleted_at is null
            and status in ('queued', 'rendering')) as open`,
      [accountId],
    )
    return Number(row?.open)
  }
  await expect.poll(open).toBe(0)
}

async function expectOneVideoAndChargeForEachKey(
  { accountId }: Account,
  answered: Map<string, Set<string>>,
  prefix: string,
): Promise<void> {
  const videos = await service.query<{ id: string; key: string; charges: number }>(
    `select v.id, v.idempotency_key as key,
       (select count(*) from ledger l where l.video_id = v.id and l.kind = 'reserve')::int as charges
     from videos v where v.account_id = $1`,
    [accountId],
  )
  expect(new Set(videos.map(({ key: used }) => used)).size).toBe(videos.length)
  for (const video of videos) {
    expect(video.charges).toBe(1)
    const told = answered.get(video.key.slice(prefix.length))!
    for (const id of told) expect(id).toBe(video.id)
  }
}
