import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTwinService } from '../../support/twin/twin-service.ts'
import type { TwinService } from '../../support/twin/twin-service.ts'

let at: TwinService

beforeAll(async () => {
  at = await startTwinService()
})
afterAll(() => at.stop())

test('twins are listed in pages, the newest first, each with its renewal', async () => {
  const made = []
  for (let index = 0; index < 5; index += 1) made.push(await at.start(at.member, { name: 'Me', who: 'me' }))
  await made[1]!.complete()
  await at.start(at.member, { twin_id: made[1]!.twinId, who: 'me' })
  const seen: { id: string; renewal: object | null }[] = []
  let before: string | null = ''
  while (before !== null) {
    const from = before === '' ? '' : `&before=${before}`
    const { body } = await at.owner.request('GET', `/twin-studio?limit=2${from}`)
    expect(body.data.length).toBeLessThanOrEqual(2)
    seen.push(...body.data)
    before = body.next_before
  }
  expect(seen.map(({ id }) => id)).toEqual(made.map(({ twinId }) => twinId).toReversed())
  expect(seen.filter(({ renewal }) => renewal !== null).map(({ id }) => id)).toEqual([made[1]!.twinId])
  const { body } = await at.stranger.request('GET', `/twin-studio?before=${made[0]!.twinId}`)
  expect(body.error.fields.before.code).toBe('invalid')
})
