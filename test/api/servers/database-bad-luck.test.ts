import type { Client } from '@temporalio/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  BUILD_TWIN,
  CHECK_TAKE,
  REMOVE_TWIN,
  startRenderingSignal,
  VIDEOS_QUEUE,
} from '../../../src/workflows/contract.ts'
import type { createTestClient } from '../../support/service/client.ts'
import { startHeldService } from '../../support/service/held-service.ts'
import type { HeldStudio } from '../../support/service/held-studio.ts'
import { startMortalPostgres } from '../../support/database/mortal-postgres.ts'
import type { MortalPostgres } from '../../support/database/mortal-postgres.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import type { TestService } from '../../support/service/service.ts'

let postgres: MortalPostgres
let studio: HeldStudio
let service: TestService
let temporal: Client
let stop: () => Promise<void>

beforeEach(async () => {
  postgres = await startMortalPostgres()
  ;({ studio, service, temporal, stop } = await startHeldService({ databaseUrl: postgres.url }))
})
afterEach(async () => {
  await stop()
  await postgres.stop()
})

/** Asks until it is accepted, as a client does that has an idempotency key. */
async function createInTheEnd(account: ReturnType<typeof createTestClient>, key: string): Promise<string> {
  for (;;) {
    const { status, body } = await account.askForVideo({ idempotency_key: key })
    if (status === 202) return body.id as string
    expect([status, body.error?.code]).toEqual([503, 'service_unavailable'])
  }
}

const runOf = (accountId: string, key: string) => temporal.workflow.getHandle(`video/${accountId}/key/${key}`)

const linesAbout = (event: string, id: string) =>
  service.logLines.filter((line) => line.includes(event) && line.includes(id))

test('a database that fails over loses no accepted video, and charges none twice', async () => {
  const account = await service.account('scale')
  studio.release()
  const keys = Array.from({ length: 12 }, (_, n) => `key-${n}`)
  const first = await Promise.all(keys.slice(0, 4).map((key) => createInTheEnd(account, key)))
  const later = Promise.all(keys.slice(4).map((key) => createInTheEnd(account, key)))

  await service.query(`insert into rate_limits (caller_id, bucket) values ('before', 'the fail-over')`)

  await postgres.failOver()
  await expect.poll(async () => (await account.request('GET', '/me')).status, PATIENTLY).toBe(200)

  const ids = [...first, ...(await later)]
  expect(new Set(ids).size).toBe(keys.length)
  for (const id of ids) await account.untilStatus(id, 'ready')
  expect(await service.query(`select from rate_limits where caller_id = 'before'`)).toEqual([])
  expect(await service.app.audit()).toEqual([])
})

describe('after the database was restored to an earlier time', () => {
  test('runs of videos without rows end by themselves, with a line in the log each, and the others go on', async () => {
    const before = await service.account('free')
    const known = await createInTheEnd(before, 'known')
    await postgres.backUp()
    const other = await service.account('free')
    const spoken = await createInTheEnd(other, 'spoken')
    const waiting = await other.createVideo({ idempotency_key: 'waiting', queue: true })
    expect(waiting.body.status).toBe('queued')

    await postgres.restore()
    studio.release()
    // Otherwise it would look by itself half a minute later.
    await runOf(other.accountId, 'waiting').signal(startRenderingSignal)

    await before.untilStatus(known, 'ready')
    for (const [key, videoId] of [
      ['spoken', spoken],
      ['waiting', String(waiting.body.id)],
    ] as const) {
      const run = async () => (await runOf(other.accountId, key).describe()).status.name
      await expect.poll(run, PATIENTLY).toBe('FAILED')
      await expect.poll(() => linesAbout('video without a row', videoId), PATIENTLY).toHaveLength(1)
    }
    expect(await service.app.audit()).toEqual([])
  })

  test('runs of twins without rows end by themselves, with a line in the log each', async () => {
    const input = { accountId: 'acc_none', twinId: 'twn_none' }
    const run = (workflow: string, args: object) =>
      temporal.workflow.execute(workflow, { workflowId: workflow, taskQueue: VIDEOS_QUEUE, args: [args] })
    expect(await run(BUILD_TWIN, input)).toMatchObject({ status: 'gone' })
    expect(await run(CHECK_TAKE, { ...input, takeId: 'tak_none' })).toBe('gone')
    expect(await run(REMOVE_TWIN, input)).toBe('kept')
    // What a run writes into the log comes after its end.
    await expect.poll(() => linesAbout('ends', 'twn_none'), PATIENTLY).toHaveLength(2)
    await expect.poll(() => linesAbout('ends', 'tak_none'), PATIENTLY).toHaveLength(1)
  })
})
