import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'

import { startS3Server } from '../support/s3-server.ts'
import type { S3Server } from '../support/s3-server.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

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

  test('has videos fail that can be tried again, with their seconds given back, and the next ones made', async () => {
    const account = await service.account()
    const create = async () => (await account.createVideo({ script: 'One two three.' })).body.id
    const { body: before } = await account.request('GET', '/me')

    await server.allow(key, READING)
    const { error } = await account.untilStatus(await create(), 'failed')
    expect(error).toMatchObject({ code: 'render_failed', retryable: true })
    expect((await account.request('GET', '/me')).body).toEqual(before)

    await server.allow(key, ALL)
    await account.untilStatus(await create(), 'ready')
  })
})
