import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { readConfig } from '../../../src/config/config.ts'
import { certificate, certificatePath, SERVER_NAME } from '../../support/http/certificates.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startTemporalGateway } from '../../support/temporal/temporal-gateway.ts'
import type { TemporalGateway } from '../../support/temporal/temporal-gateway.ts'

/** A worker that is refused waits for half a minute before it believes it. */
const VERY_PATIENTLY = { timeout: 120_000 }

/** As Temporal Cloud: TLS, a key or a certificate, no operator service and no health service. */
let gateway: TemporalGateway
let folder: string

beforeAll(async () => {
  gateway = await startTemporalGateway(inject('temporalAddress'), 'first key')
  folder = await mkdtemp(path.join(tmpdir(), 'presenter-key-'))
})
afterAll(async () => {
  await gateway.stop()
  await rm(folder, { recursive: true })
})

/** A service that reaches Temporal by the gateway alone, with these settings. */
async function startThrough(env: Record<string, string>): Promise<TestService> {
  const { temporalAccess } = readConfig({
    TEMPORAL_ADDRESS: gateway.address,
    TEMPORAL_TLS_SERVER_NAME: SERVER_NAME,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: certificatePath('authority.crt'),
    ...env,
  })
  return startTestService({
    config: { temporalAccess },
    apiTemporalAddress: gateway.address,
    workerTemporalAddress: gateway.address,
  })
}

test.each([
  ['an API key', { TEMPORAL_API_KEY: 'first key' }],
  [
    'a client certificate',
    {
      TEMPORAL_TLS_CLIENT_CERT_PATH: certificatePath('client.crt'),
      TEMPORAL_TLS_CLIENT_KEY_PATH: certificatePath('client.key'),
    },
  ],
])('a video is made on a server that asks for %s', async (_, env) => {
  const service = await startThrough(env)
  try {
    const account = await service.account()
    const { status, body } = await account.createVideo()
    expect(status).toBe(202)
    await account.untilStatus(body.id, 'ready')
    expect(gateway.refused()).toEqual([])
    // Fifty workers that start at once would be refused.
    expect(gateway.calls('Schedule')).toBe(0)
  } finally {
    await service.stop()
  }
})

test('a client certificate that is renewed in its files is used without a restart, and no request is refused', async () => {
  const files = { crt: path.join(folder, 'client.crt'), key: path.join(folder, 'client.key') }
  const put = async (part: 'crt' | 'key', name: string) =>
    writeFile(files[part], certificate(`${name}.${part}`))
  await Promise.all([put('crt', 'client'), put('key', 'client')])
  const service = await startThrough({
    TEMPORAL_TLS_CLIENT_CERT_PATH: files.crt,
    TEMPORAL_TLS_CLIENT_KEY_PATH: files.key,
  })
  const times = (message: string) => service.logLines.filter((line) => line.includes(message)).length
  try {
    const account = await service.account()
    gateway.trust('Test authority', 'renewed authority')
    // Before its key is replaced as well, it is of no use.
    await put('crt', 'renewed-client')
    await expect.poll(() => times('the last ones stay in use'), PATIENTLY).toBe(2)
    expect((await account.createVideo()).status).toBe(202)
    await put('key', 'renewed-client')
    // By the API's connection and by that of the workers.
    await expect.poll(() => times('Temporal certificates renewed'), PATIENTLY).toBe(2)
    await expect.poll(() => times('workers use the renewed Temporal certificate'), PATIENTLY).toBe(1)

    gateway.trust('renewed authority')

    const { status, body } = await account.createVideo()
    expect(status).toBe(202)
    await account.untilStatus(body.id, 'ready')
    expect(gateway.refused()).toEqual([])
  } finally {
    await service.stop()
    gateway.trust('Test authority')
  }
})

test('an API key that is renewed in its file is used without a restart, by the API and by the worker', async () => {
  const file = path.join(folder, 'key')
  await writeFile(file, 'first key\n')
  const service = await startThrough({ TEMPORAL_API_KEY_FILE: file })
  try {
    const account = await service.account()
    expect(await readiness(service)).toMatchObject({ temporal: 'ready' })
    gateway.accept('second key')
    const expired = { postgresql: 'ready', temporal: 'not ready: the API key or the certificate is refused' }
    await expect.poll(() => readiness(service), PATIENTLY).toMatchObject(expired)
    expectProblem(await account.askForVideo(), 'service_unavailable')

    await writeFile(file, 'second key\n')

    await madeInTheEnd(account)
    expect(await readiness(service)).toMatchObject({ temporal: 'ready' })
  } finally {
    await service.stop()
    gateway.accept('first key')
  }
})

test('a worker that has long been refused works on when its API key is renewed, without a restart', async () => {
  const file = path.join(folder, 'expired key')
  await writeFile(file, 'first key')
  const service = await startThrough({ TEMPORAL_API_KEY_FILE: file })
  try {
    gateway.accept('third key')
    const paused = () => service.logLines.some((line) => line.includes('worker paused until it is accepted'))
    await expect.poll(paused, VERY_PATIENTLY).toBe(true)

    await writeFile(file, 'third key')

    await madeInTheEnd(await service.account())
  } finally {
    await service.stop()
    gateway.accept('first key')
  }
})

/** What is said of each server. The API takes requests all along, because reads need no Temporal. */
async function readiness(service: TestService): Promise<unknown> {
  const response = await fetch(`${service.url}/readyz`)
  expect(response.status).toBe(200)
  return ((await response.json()) as { checks: unknown }).checks
}

/** A client that repeats its request until it is accepted, and waits for its video. */
async function madeInTheEnd(account: Awaited<ReturnType<TestService['account']>>): Promise<void> {
  let id = ''
  const create = async () => {
    const { status, body } = await account.createVideo()
    id = body.id
    return status
  }
  await expect.poll(create, PATIENTLY).toBe(202)
  await account.untilStatus(id, 'ready')
}
