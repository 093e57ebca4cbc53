import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { EndpointSettings } from '../../src/domain/webhook/event-endpoint.ts'
import type { EventType } from '../../src/domain/webhook/webhook-event.ts'
import { openMoney } from '../support/database/money.ts'
import type { Money } from '../support/database/money.ts'

/** Events of videos that something may ask for. `video.expiring` is written by housekeeping alone. */
const TYPES = [
  'video.queued',
  'video.rendering',
  'video.progress',
  'video.ready',
  'video.failed',
  'video.deleted',
] as const satisfies readonly EventType[]

/** One thing that happens. `which` is taken modulo what there is. */
type Deed =
  | { readonly kind: 'add'; readonly settings: EndpointSettings }
  | { readonly kind: 'pause' | 'resume' | 'remove'; readonly which: number }
  | { readonly kind: 'create' | 'start queued' }
  | VideoDeed

type VideoDeed =
  | { readonly kind: 'relabel'; readonly which: number; readonly metadata: Record<string, string | null> }
  | { readonly kind: 'progress'; readonly which: number; readonly to: number }
  | { readonly kind: 'publish' | 'fail' | 'delete'; readonly which: number }

const which = fc.nat()
const pairs = fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('1', '2'), { minKeys: 1 })
const of = <Kind extends string>(...kinds: readonly Kind[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), which })

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      settings: fc.record({
        url: fc.constant('https://a.example.com/hook'),
        description: fc.constant(null),
        types: fc.subarray([...TYPES], { minLength: 1 }),
        metadata: fc.option(pairs),
        paused: fc.boolean(),
      }),
    }),
  },
  { weight: 2, arbitrary: of('pause', 'resume', 'remove') },
  { weight: 5, arbitrary: fc.constant({ kind: 'create' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('relabel' as const),
      which,
      metadata: fc.dictionary(fc.constantFrom('a', 'b'), fc.option(fc.constantFrom('1', '2')), {
        minKeys: 1,
      }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('progress' as const),
      which,
      to: fc.integer({ min: 0, max: 99 }),
    }),
  },
  { weight: 5, arbitrary: of('publish', 'fail', 'delete') },
  { weight: 2, arbitrary: fc.constant({ kind: 'start queued' as const }) },
)

let money: Money

beforeAll(async () => {
  money = await openMoney()
})
afterAll(() => money.db.destroy())

/** What can be seen of a video. */
interface Seen {
  readonly id: string
  readonly status: string
  readonly progress: number
  readonly metadata: Record<string, string> | null
  readonly deleted: boolean
}

async function videosOf(accountId: string): Promise<Map<string, Seen>> {
  const { rows } = await sql<Seen>`
    select id, status, progress, metadata, deleted_at is not null as deleted from videos
    where account_id = ${accountId}`.execute(money.db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What has happened to a video, by the difference that it made. */
function happenedTo(before: Seen | undefined, after: Seen): (typeof TYPES)[number] | null {
  if (after.deleted) return before?.deleted === true ? null : 'video.deleted'
  if (before?.status !== after.status) return `video.${after.status}` as (typeof TYPES)[number]
  return Math.floor(after.progress / 25) > Math.floor(before.progress / 25) ? 'video.progress' : null
}

/** An event that an endpoint must have got. */
interface Expected {
  readonly endpointId: string
  readonly about: string
  /** Its endpoint was paused. */
  readonly held: boolean
}

function expectedOf(endpoint: { id: string } & EndpointSettings, type: EventType, video: Seen): Expected[] {
  const has = ([key, value]: [string, string]) => video.metadata?.[key] === value
  const asksFor = endpoint.types.includes(type) && Object.entries(endpoint.metadata ?? {}).every(has)
  const isLost = endpoint.paused && type === 'video.progress'
  if (!asksFor || isLost) return []
  return [{ endpointId: endpoint.id, about: `${type} ${video.id}`, held: endpoint.paused }]
}

async function writtenFor(accountId: string): Promise<string[]> {
  const { rows } = await sql<{ event: string }>`
    select endpoint_id || ' ' || type || ' ' || video_id
      || case when starts_at is null then ' kept' else ' to be sent' end as event
    from webhook_events
    where account_id = ${accountId} and endpoint_id is not null`.execute(money.db)
  return rows.map(({ event }) => event)
}

test('whatever happens in whatever order, each endpoint gets an event of all that it asks for, and of nothing else', async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 5, maxLength: 40 }), async (deeds) => {
      const { id: accountId } = await money.account('starter')
      const endpoints: ({ id: string } & EndpointSettings)[] = []
      const expected: Expected[] = []
      for (const one of deeds) {
        const before = await videosOf(accountId)
        await act(accountId, one, endpoints, [...before.keys()], () => (made += 1))
        for (const video of (await videosOf(accountId)).values()) {
          const type = happenedTo(before.get(video.id), video)
          if (type === null) continue
          expected.push(...endpoints.flatMap((endpoint) => expectedOf(endpoint, type, video)))
        }
      }
      const events = expected.map(({ endpointId, about, held }) => {
        // Nothing is sent to an endpoint that was deleted.
        const isSent = !held && endpoints.some(({ id }) => id === endpointId)
        return `${endpointId} ${about} ${isSent ? 'to be sent' : 'kept'}`
      })
      expect((await writtenFor(accountId)).toSorted()).toEqual(events.toSorted())
    }),
    { numRuns: 25 },
  )
})

/** Does one thing, and keeps `endpoints` as they are then. */
async function act(
  accountId: string,
  one: Deed,
  endpoints: ({ id: string } & EndpointSettings)[],
  videoIds: readonly string[],
  next: () => number,
): Promise<void> {
  const { eventEndpoints, videos, plans } = money
  switch (one.kind) {
    case 'add': {
      const id = `whe_${next()}`
      const added = await eventEndpoints.add({ id, accountId, secret: 'whsec_test', ...one.settings })
      if (added !== null) endpoints.push({ id, ...one.settings })
      return
    }
    case 'create':
      await money.create(accountId, 10, undefined, true)
      return
    case 'start queued':
      await videos.startQueued(accountId, plans)
      return
    case 'pause':
    case 'resume':
    case 'remove':
      await changeEndpoint(accountId, one.kind, endpoints, one.which % Math.max(1, endpoints.length))
      return
    default:
      await changeVideo(accountId, one, videoIds[one.which % Math.max(1, videoIds.length)], next)
  }
}

async function changeEndpoint(
  accountId: string,
  kind: 'pause' | 'resume' | 'remove',
  endpoints: ({ id: string } & EndpointSettings)[],
  at: number,
): Promise<void> {
  const endpoint = endpoints[at]
  if (endpoint === undefined) return
  if (kind === 'remove') {
    await money.eventEndpoints.delete(accountId, endpoint.id)
    endpoints.splice(at, 1)
    return
  }
  const paused = kind === 'pause'
  await money.eventEndpoints.update(accountId, endpoint.id, { paused })
  endpoints[at] = { ...endpoint, paused }
}

async function changeVideo(
  accountId: string,
  one: VideoDeed,
  videoId: string | undefined,
  next: () => number,
): Promise<void> {
  if (videoId === undefined) return
  const { videos } = money
  if (one.kind === 'relabel') await videos.edit(accountId, videoId, { metadata: one.metadata })
  else if (one.kind === 'progress') await videos.recordProgress(videoId, one.to)
  else if (one.kind === 'publish') await videos.publish(accountId, videoId, 5, `evt_${next()}`)
  else if (one.kind === 'delete') await videos.delete(accountId, videoId)
  else {
    const failure = { stage: 'draw', reason: 'Lost.', byRequest: false } as const
    await videos.fail(accountId, videoId, failure, `evt_${next()}`)
  }
}
