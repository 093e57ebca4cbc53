import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'

import { startProgram } from '../../support/programs/program.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import type { TestClient } from '../../support/service/client.ts'
import { startS3Server } from '../../support/tools/s3-server.ts'
import type { S3Server } from '../../support/tools/s3-server.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

const program = inject('versitygw')

const READING = ['s3:ListBucket', 's3:GetObject']
const ALL = [...READING, 's3:PutObject', 's3:DeleteObject']

/** What lacks for a minute is believed to lack; then a busy machine has to look once more. */
const OVER_A_MINUTE = { timeout: 180_000, interval: 500 }

describe.skipIf(program === null)('a bucket that refuses writes from one moment to the next', () => {
  let server: S3Server
  let service: TestService
  let key: Awaited<ReturnType<S3Server['addKey']>>

  beforeAll(async () => {
    server = await startS3Server(program!)
    key = await server.addKey(ALL)
    for (const [name, value] of Object.entries(key)) vi.stubEnv(name, value)
    service = await startTestService({ config: { bucket: server.settings } })
    const account = await service.account()
    const { body } = await account.createVideo({ script: 'Four five six.' })
    await account.untilStatus(body.id, 'ready')
    // The service has read its key by now; what follows is the owner's.
    vi.unstubAllEnvs()
  })
  afterAll(async () => {
    await service.stop()
    await server.stop()
  })

  test('has videos wait, and be ready when it takes files again; meanwhile it is told what is so', async () => {
    const account = await service.account()
    const create = async () => (await account.createVideo({ script: 'One two three.' })).body.id
    const readiness = async () =>
      ((await (await fetch(`${service.url}/readyz`)).json()) as { checks: object }).checks

    await server.allow(key, READING)
    const id = await create()
    await expect.poll(readiness, PATIENTLY).toMatchObject({ media: 'not ready: takes no files' })
    const paused = () => service.logLines.some((line) => line.includes('the media store takes no files'))
    await expect.poll(paused, PATIENTLY).toBe(true)
    expect((await account.request('GET', `/videos/${id}`)).body.status).toBe('rendering')

    await server.allow(key, ALL)
    await account.untilStatus(id, 'ready')
    await account.untilStatus(await create(), 'ready')
    await expect.poll(readiness, PATIENTLY).toMatchObject({ media: 'ready' })
  })
  test('for a minute, and everybody, has creations refused before anything is charged, and taken when it is over', async () => {
    const account = await service.account()
    const another = await service.account()
    const create = (who: TestClient, key: string) =>
      who.askForVideo({ script: 'Seven eight.', idempotency_key: key })
    const made = await account.createVideo({ script: 'Seven eight.', idempotency_key: 'before' })
    await account.untilStatus(made.body.id, 'ready')

    await server.allow(key, READING)
    let n = 0
    await expect
      .poll(async () => (await create(account, `meanwhile-${(n += 1)}`)).status, OVER_A_MINUTE)
      .toBe(503)
    const refused = await create(another, 'refused')
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'service_unavailable' } } })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(service.logLines.join('\n')).toMatch(/lacks store.*no video can be made: creations are refused/u)
    const readiness = await (await fetch(`${service.url}/readyz`)).json()
    expect(readiness).toMatchObject({ checks: { workers: 'not ready: no video can be made' } })
    expect((await create(account, 'before')).body.id, 'a repeated key is answered as before').toBe(
      made.body.id,
    )
    expect((await account.request('GET', `/videos/${made.body.id}`)).body.status).toBe('ready')

    await server.allow(key, ALL)
    const { body } = await another.createVideo({ script: 'Seven eight.', idempotency_key: 'refused' })
    await another.untilStatus(body.id, 'ready')
  })
  test('has an API process start all the same, and say why it is not ready', async () => {
    const refused = await server.addKey(READING)
    const api = startProgram('src/server.ts', [], {
      ...service.settings,
      ...server.env,
      ...refused,
      PORT: '0',
      SHUTDOWN_DELAY_SECONDS: '0',
    })
    try {
      await api.says('API listening')
      expect(api.output()).toMatch(/Allow s3:PutObject.*the media store refuses this process/u)
      const url = /"url":"([^"]+)"/u.exec(api.output())?.[1] ?? ''
      const readiness = async () => (await fetch(`${url}/readyz`)).json()
      await expect
        .poll(readiness, PATIENTLY)
        .toMatchObject({ checks: { postgresql: 'ready', media: 'not ready: takes no files' } })
    } finally {
      api.process.kill('SIGTERM')
      expect(await api.ended).toBe(0)
    }
  })
})
