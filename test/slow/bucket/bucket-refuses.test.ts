import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'

import { PATIENTLY } from '../../support/run/patiently.ts'
import { startS3Server } from '../../support/tools/s3-server.ts'
import type { S3Server } from '../../support/tools/s3-server.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

const program = inject('versitygw')

const READING = ['s3:ListBucket', 's3:GetObject']
const ALL = [...READING, 's3:PutObject', 's3:DeleteObject']

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
})
