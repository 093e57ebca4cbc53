import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

const SECRET = 'a secret that only operators have'

let service: TestService

beforeAll(async () => {
  service = await startTestService({ worker: false, config: { temporalCodecSecret: SECRET } })
})
afterAll(() => service.stop())

const decode = (body: object) =>
  fetch(`${service.url}/temporal-codec/decode`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${SECRET}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

test.each([{}, { metadata: null }, { metadata: {}, data: '' }])(
  'a payload of nothing comes back as one: %j',
  async (payload) => {
    const answer = await decode({ payloads: [payload] })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ payloads: [{ metadata: {}, data: '' }] })
  },
)

test.each([
  { payloads: null },
  { payloads: [null] },
  { payloads: [{ data: null }] },
  { payloads: [{ metadata: { a: 1 } }] },
])('what is no payload is the fault of whoever sends it: %j', async (body) => {
  expect((await decode(body)).status).toBe(400)
})
