import { expect } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import { createBatchClient, ITEM } from '../../support/service/batch-client.ts'
import { test } from '../../support/service/default-service.ts'

test('GET /batches pages back from the newest, without items', async ({ defaultService: service }) => {
  const account = createBatchClient(await service.account('scale'))
  const ids: string[] = []
  for (let made = 0; made < 5; made += 1) {
    const { body } = await account.createBatch({ items: [ITEM], title: `${made}` })
    ids.unshift(body.id)
    await account.untilEnded(body.id)
  }
  const list = async (query: string) => (await account.request('GET', `/batches${query}`)).body
  const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id)

  const first = await list('?limit=2')
  expect(idsOf(first)).toEqual(ids.slice(0, 2))
  expect(first).toMatchObject({ has_more: true, next_before: ids[1] })
  expect(first.data[0]).toMatchObject({ status: 'finished', title: '4', item_count: 1, counts: { ready: 1 } })
  expect(first.data[0]).not.toHaveProperty('items')
  const second = await list(`?limit=3&before=${first.next_before}`)
  expect(idsOf(second)).toEqual(ids.slice(2))
  expect(second).toMatchObject({ has_more: false, next_before: null })
  expect(idsOf(await list(`?before=${ids[4]}`))).toEqual([])

  const wrong = await account.request('GET', '/batches?before=nothing&limit=2')
  expectProblem(wrong, 'invalid_request', { before: 'invalid' })
  expectProblem(await account.request('GET', '/batches?limit=51'), 'invalid_request', { limit: 'invalid' })
  expectProblem(await account.request('GET', '/batches?status=running'), 'invalid_request', {
    status: 'unknown',
  })
})
