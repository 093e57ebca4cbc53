import { describe, expect } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

let service: TestService
let account: TestAccount
/** Three videos and their events, of the same order. */
let videos: string[]
let events: string[]

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  account = await service.account('scale')
  videos = []
  for (let count = 0; count < 3; count += 1) {
    const { body } = await account.createVideo()
    await account.untilStatus(body.id, 'ready')
    videos.push(body.id)
  }
  const all = (await list('')).body.data as { id: string; video_id: string }[]
  events = videos.map((id) => all.find(({ video_id }) => video_id === id)!.id)
  // As if they had become ready within one second, at moments that clients see as milliseconds.
  await service.query(
    `update webhook_events set status = case id when $1 then 'exhausted' else 'delivered' end,
       created_at = timestamptz '2026-11-21T10:00:00Z' + array_position($2::text[], id) * interval '1.0004 milliseconds'
     where account_id = $3`,
    [events[0], events, account.accountId],
  )
})

const list = (query: string) => account.request('GET', `/webhooks/events?${query}`)

describe('GET /webhooks/events finds the events that pass its filter, and no others:', () => {
  test.each<[string, number[]]>([
    ['status=exhausted', [0]],
    ['status=delivered', [2, 1]],
    ['status=gone', []],
    ['created_after=2026-11-21T10:00:00.001Z', [2, 1]],
    ['created_after=2026-11-21T12:00:00.001%2B02:00', [2, 1]],
    ['created_after=2026-11-21T10:00:00.002Z&status=delivered', [2]],
    ['created_after=2026-11-21T10:00:00.003Z', []],
  ])('%s', async (query, expected) => {
    const { body } = await list(query)
    expect(body.data.map(({ id }: { id: string }) => events.indexOf(id))).toEqual(expected)
  })

  test('those of a video', async () => {
    expect((await list(`video_id=${videos[1]}`)).body.data).toMatchObject([{ id: events[1] }])
    expect((await list(`video_id=${videos[1]}&status=exhausted`)).body.data).toEqual([])
    const stranger = await service.account()
    const answer = await stranger.request('GET', `/webhooks/events?video_id=${videos[1]}`)
    expect(answer.body.data).toEqual([])
  })
})

test('a cursor of events is bound to its filter', async () => {
  const { body } = await list('status=delivered&limit=1')
  expect(body).toMatchObject({ data: [{ id: events[2] }], has_more: true })
  const before = body.next_before
  const next = await list(`status=delivered&before=${before}`)
  expect(next.body).toMatchObject({ data: [{ id: events[1] }], has_more: false, next_before: null })
  for (const query of [`before=${before}`, `status=gone&before=${before}`, `status=gone&before=${events[0]}`])
    expectProblem(await list(query), 'invalid_request', { before: 'conflict' })
  expect((await list(`before=${events[1]}`)).body.data).toMatchObject([{ id: events[0] }])
})

test.each<[string, Record<string, string>]>([
  ['status=done', { status: 'invalid' }],
  ['video_id=a%20b', { video_id: 'invalid' }],
  ['created_after=1', { created_after: 'invalid' }],
  ['created_before=2026-11-21T10:00:00Z', { created_before: 'unknown' }],
])('%s is refused', async (query, fields) => {
  expectProblem(await list(query), 'invalid_request', fields)
})
