import { randomUUID } from 'node:crypto'

import { expect } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

let account: Awaited<ReturnType<TestService['account']>>

test.beforeAll(async ({ defaultService }) => {
  account = await defaultService.account('scale')
})

test('`color` means `colour`, also beside it, and makes no other request of an idempotency key', async () => {
  const key = { 'Idempotency-Key': randomUUID() }
  const british = { background: { colour: '#abcdef' }, brand_colour: '#123456' }
  const american = { background: { color: '#ABCDEF' }, brand_color: '#123456' }
  const both = {
    background: { colour: '#abcdef', color: '#ABCDEF' },
    brand_colour: null,
    gestures: 'calm',
    camera: 'directed',
    background_blur: 'none',
    brand_color: '#123456',
  }
  const first = await account.createVideo({ options: british }, key)
  for (const options of [american, both]) {
    const { status, body } = await account.createVideo({ options }, key)
    expect({ status, id: body.id }).toEqual({ status: 202, id: first.body.id })
    expect(body.options).toMatchObject(british)
    expect(JSON.stringify(body.options)).not.toContain('color"')
  }
})

test.each<[string, unknown, Record<string, string>]>([
  [
    'a background in two colours',
    { background: { colour: '#ffffff', color: '#000000' } },
    { 'options.background.colour': 'conflict', 'options.background.color': 'conflict' },
  ],
  [
    'a brand in two colours, beside another fault',
    { brand_colour: '#ffffff', brand_color: '#000000', captions: 'on' },
    {
      'options.brand_colour': 'conflict',
      'options.brand_color': 'conflict',
      'options.captions': 'invalid',
    },
  ],
  ['a colour in words', { brand_color: 'red' }, { 'options.brand_color': 'invalid' }],
  [
    'a set beside a colour',
    { background: { set: 'loft', color: '#ffffff' } },
    { 'options.background': 'conflict' },
  ],
])('%s is refused by name', async (_, options, fields) => {
  expectProblem(await account.createVideo({ options }), 'invalid_request', fields)
})
