import { Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { readConfig } from '../../../src/config/config.ts'
import { certificatePath, SERVER_NAME } from '../../support/http/certificates.ts'
import { startProgram } from '../../support/programs/program.ts'
import type { Program } from '../../support/programs/program.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startTemporalGateway } from '../../support/temporal/temporal-gateway.ts'
import type { TemporalGateway } from '../../support/temporal/temporal-gateway.ts'

const WORKERS = 20
/** Three for each worker, 12 for the service that runs beside them, and this test's own; a PostgreSQL of a managed kind takes a hundred or so. */
const MOST_CONNECTIONS = WORKERS * 3 + 12 + 1
/** They share two cores with each other here, and with all other tests. */
const VERY_PATIENTLY = { timeout: 240_000, interval: 500 }
/** Activities, in the server's own numbering of what a queue holds. */
const ACTIVITY_TASKS = 2

let gateway: TemporalGateway
let service: TestService
let connection: Connection
let programs: Program[] = []

beforeAll(async () => {
  gateway = await startTemporalGateway(inject('temporalAddress'), 'key')
  const { temporalAccess } = readConfig({ ...accessOf(), TEMPORAL_ADDRESS: gateway.address })
  service = await startTestService({
    // The steps of workflows, and those that use the database, are the others'.
    config: { temporalAccess, taskQueues: ['speech', 'render', 'assembly'] },
    apiTemporalAddress: gateway.address,
    workerTemporalAddress: gateway.address,
  })
  connection = await Connection.connect({ address: service.temporalAddress })
})
afterAll(async () => {
  for (const { process } of programs) process.kill('SIGTERM')
  await Promise.all(programs.map(({ ended }) => ended))
  await connection.close()
  await service.stop()
  await gateway.stop()
})

function accessOf() {
  return {
    TEMPORAL_API_KEY: 'key',
    TEMPORAL_TLS_SERVER_NAME: SERVER_NAME,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: certificatePath('authority.crt'),
  }
}

function startOne(): Program {
  return startProgram('src/worker.ts', [], {
    ...service.settings,
    ...accessOf(),
    TEMPORAL_ADDRESS: gateway.address,
    PUBLIC_URL: 'https://video.example.com',
    TASK_QUEUES: 'videos,webhooks',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  })
}

/** How many processes ask the server for work. */
async function polling(): Promise<number> {
  const { pollers } = await connection.workflowService.describeTaskQueue({
    namespace: service.namespace,
    taskQueue: { name: 'videos' },
    taskQueueType: ACTIVITY_TASKS,
  })
  return new Set(pollers?.map(({ identity }) => identity)).size
}

async function connectionsAtPostgres(): Promise<number> {
  const [row] = await service.query<{ count: number }>(
    'select count(*)::int from pg_stat_activity where datname = current_database()',
  )
  return row?.count ?? 0
}

test('twenty workers that start at once on a strict server are all at work, and spare the database', async () => {
  const startedAt = performance.now()
  programs = Array.from({ length: WORKERS }, startOne)

  await expect.poll(polling, VERY_PATIENTLY).toBe(WORKERS)
  const seconds = Math.round((performance.now() - startedAt) / 1000)

  const account = await service.account('scale')
  const made = await Promise.all(Array.from({ length: 10 }, () => account.createVideo()))
  expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 202))
  for (const { body } of made) await account.untilStatus(body.id, 'ready', 120_000)
  const connections = await connectionsAtPostgres()
  process.stderr.write(
    `${WORKERS} workers at work after ${seconds} s; ${connections} connections at PostgreSQL.\n`,
  )

  expect(programs.filter(({ process }) => process.exitCode !== null)).toEqual([])
  expect(connections).toBeLessThanOrEqual(MOST_CONNECTIONS)
  expect(gateway.refused()).toEqual([])
}, 300_000)
