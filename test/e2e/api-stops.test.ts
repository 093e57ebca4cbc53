import { afterAll, beforeAll, expect, test } from 'vitest'

import { PATIENTLY } from '../support/run/patiently.ts'
import { startProgram } from '../support/programs/program.ts'
import type { Program } from '../support/programs/program.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'

let service: TestService
let api: Program

beforeAll(async () => {
  service = await startTestService({ worker: false })
  api = startProgram('src/server.ts', [], {
    ...service.settings,
    PORT: '0',
    SHUTDOWN_DELAY_SECONDS: '10',
  })
  await api.says('API listening')
})
afterAll(async () => {
  api.process.kill('SIGKILL')
  await api.ended
  await service.stop()
})

test('an API process that is asked to stop says that it is not ready, answers for a while, and ends', async () => {
  const url = /"url":"([^"]+)"/u.exec(api.output())?.[1] ?? ''
  const look = async (path: string) => {
    // Each by a connection of its own, as a load balancer would open it.
    const response = await fetch(url + path, { headers: { Connection: 'close' } })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  await expect.poll(() => look('/readyz'), PATIENTLY).toMatchObject({ status: 200 })
  api.process.kill('SIGTERM')
  await expect.poll(() => look('/readyz'), PATIENTLY).toEqual({ status: 503, body: { status: 'stopping' } })
  expect(await look('/livez')).toMatchObject({ status: 200 })
  expect((await look('/api/v1/me')).status).toBe(401)
  expect(await api.ended).toBe(0)
})
