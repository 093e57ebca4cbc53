import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeCurrent } from '../../support/service/current-version.ts'
import { heldStudio } from '../../support/service/held-studio.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { startProgram } from '../../support/programs/program.ts'
import type { Program } from '../../support/programs/program.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

const DEPLOYMENT = 'presenter-video'

const studio = heldStudio()
let service: TestService
let newWorker: Program
let connection: Connection
let client: Client

beforeAll(async () => {
  service = await startTestService({
    studio,
    config: { deployment: { name: DEPLOYMENT, buildId: 'old' } },
  })
  connection = await Connection.connect({ address: service.temporalAddress })
  client = new Client({ connection, namespace: service.namespace })
})
afterAll(async () => {
  studio.release()
  newWorker?.process.kill('SIGTERM')
  await newWorker?.ended
  await connection.close()
  await service.stop()
})

/** The release that a run belongs to, and how. */
async function versionOf(workflowId: string) {
  const { raw } = await client.workflow.getHandle(workflowId).describe()
  const { behavior, deploymentVersion } = raw.workflowExecutionInfo?.versioningInfo ?? {}
  return { behavior, buildId: deploymentVersion?.buildId }
}

/** `VERSIONING_BEHAVIOR_PINNED` in the server's own numbering. */
const PINNED = 1

test('a video is finished by the release that began it, while the next one makes those that come', async () => {
  await makeCurrent(service, { deploymentName: DEPLOYMENT, buildId: 'old' })
  const account = await service.account('growth')
  const create = (key: string) => account.createVideo({ script: 'Hello.' }, { 'Idempotency-Key': key })
  await expect.poll(async () => (await create('one')).status, PATIENTLY).toBe(202)
  const { id: begun } = (await create('one')).body

  newWorker = startProgram('test/support/service/quick-worker-program.ts', [], {
    ...service.settings,
    TEMPORAL_WORKER_BUILD_ID: 'new',
  })
  await newWorker.says('worker started')
  await makeCurrent(service, { deploymentName: DEPLOYMENT, buildId: 'new' })

  const { body } = await create('two')
  // The old release still holds everything that it speaks.
  await account.untilStatus(body.id, 'ready')
  expect((await account.request('GET', `/videos/${begun}`)).body.status).toBe('rendering')
  studio.release()
  await account.untilStatus(begun, 'ready')

  const run = (key: string) => `video/${account.accountId}/key/${key}`
  expect(await versionOf(run('one'))).toEqual({ behavior: PINNED, buildId: 'old' })
  expect(await versionOf(run('two'))).toEqual({ behavior: PINNED, buildId: 'new' })
})
