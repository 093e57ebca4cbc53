import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'

import { Connection } from '@temporalio/client'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { render } from '../../support/chart/helm.ts'
import { workloadsOf } from '../../support/chart/manifests.ts'
import { preparePods } from '../../support/chart/pods.ts'
import type { PodsHere, Probe, RunningPod } from '../../support/chart/pods.ts'
import { createTestDatabase } from '../../support/database/database.ts'
import { createTestClient } from '../../support/service/client.ts'
import { startS3Server } from '../../support/tools/s3-server.ts'
import type { S3Server } from '../../support/tools/s3-server.ts'

const tools = inject('chartTools')
const versitygw = inject('versitygw')
/** A key may ask 60 times a minute. */
const WITHIN_RATE = { timeout: 300_000, interval: 2_000 }
const SOON = { timeout: 300_000, interval: 200 }
/** What is mounted, what the image has, and the stand-in for its PATH. */
const ROOT_FOLDERS = ['app', 'cache', 'data', 'path', 'run', 'tmp']

describe.skipIf('missing' in tools || versitygw === null)('what was rendered', () => {
  let bucket: S3Server
  let here: PodsHere
  /** By their containers' names; the one-shot is not among them. */
  const pods = new Map<string, RunningPod>()
  let migration: { readonly end: number | string; readonly output: string; readonly root: string[] }

  beforeAll(async () => {
    if ('missing' in tools) return
    bucket = await startS3Server(versitygw!)
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, ...bucketSettings } = bucket.env
    const namespace = await makeNamespace()
    const given = { MASTER_KEY: randomBytes(32).toString('base64'), DATABASE_URL: await createTestDatabase() }
    here = await preparePods({
      presenter: {
        ...given,
        AWS_ACCESS_KEY_ID: AWS_ACCESS_KEY_ID!,
        AWS_SECRET_ACCESS_KEY: AWS_SECRET_ACCESS_KEY!,
      },
      owner: given,
    })
    const settings = {
      PUBLIC_URL: `http://127.0.0.1:${here.apiPort}`,
      TEMPORAL_ADDRESS: inject('temporalAddress'),
      TEMPORAL_NAMESPACE: namespace,
      ...bucketSettings,
    }
    const { manifests } = await render(tools.helm, [
      '--values',
      join(import.meta.dirname, 'values/light.yaml'),
      ...Object.entries(settings).flatMap(([name, value]) => ['--set-string', `settings.${name}=${value}`]),
      '--set',
      'secret.files={MASTER_KEY,DATABASE_URL},migrate.secret.files={MASTER_KEY,DATABASE_URL}',
      '--set',
      'migrate.secret.name=owner,workers.studio.processes=1,workers.twins.processes=1',
    ])
    const workloads = workloadsOf(manifests)
    const oneShot = await here.start(workloads.find(({ kind }) => kind === 'Job')!)
    migration = { end: await oneShot.ended, output: oneShot.output(), root: await oneShot.atRoot() }
    for (const workload of workloads.filter(({ kind }) => kind === 'Deployment'))
      pods.set(workload.main.name, await here.start(workload))
  })
  afterAll(async () => {
    await here?.remove()
    await bucket?.stop()
  })

  test('the one-shot migrates the tables, and writes nothing but its log', () => {
    expect(migration.end, migration.output).toBe(0)
    expect(migration.output).toContain('the database has been migrated')
    expect(migration.root.toSorted()).toEqual(ROOT_FOLDERS)
  })

  test.each(['api', 'worker-studio', 'worker-twins', 'worker-videos'])(
    '%s answers its probes as a pod that may stay, and is measured',
    async (name) => {
      const pod = pods.get(name)!
      let last: string | false = false
      void pod.ended.then(() => (last = pod.output()))
      const answers = async (probe: Probe) => (await pod.ask(probe)) || last
      await expect.poll(() => answers('startupProbe'), SOON).toBe(true)
      await expect.poll(() => answers('readinessProbe'), SOON).toBe(true)
      expect(await pod.ask('livenessProbe')).toBe(true)
      expect(await pod.metrics()).toContain(`role="${name === 'api' ? 'api' : 'worker'}"`)
    },
  )

  test('the pods make a video together, and its file is in the bucket', async () => {
    const api = pods.get('api')!
    const admin = async (...words: string[]) => {
      const { code, output } = await api.exec(['node', 'dist/admin/main.js', ...words])
      expect(code, output).toBe(0)
      return output
    }
    const owner = ['--email', 'you@example.com', '--name', 'You', '--plan', 'growth']
    const account = /acc_[0-9a-z]+/u.exec(await admin('accounts', 'create', ...owner))![0]
    const key = await admin('keys', 'create', '--account', account, '--name', 'Website')
    const client = createTestClient(api.url, /pv_live_\w{20,}/u.exec(key)![0])
    const create = () =>
      client.createVideo({ script: 'Hello from the pods.', idempotency_key: 'the-first-one' })
    await expect.poll(async () => (await create()).status, WITHIN_RATE).toBe(202)
    const { body } = await create()
    const look = async () => (await client.request('GET', `/videos/${body.id}`)).body
    await expect.poll(async () => (await look()).status, WITHIN_RATE).toBe('ready')
    expect(await bucket.objects()).toContainEqual(expect.stringMatching(new RegExp(`${body.id}/.*mp4$`, 'u')))
  })

  test.each(['worker-studio', 'worker-twins', 'worker-videos', 'api'])(
    '%s ends by itself when it is asked to, and has written only where it may',
    async (name) => {
      const pod = pods.get(name)!
      expect(await pod.stop(), pod.output()).toBe(0)
      expect((await pod.atRoot()).toSorted()).toEqual(ROOT_FOLDERS)
    },
  )
})

/** A namespace of its own, as an operator makes one; the one-shot does the rest. */
async function makeNamespace(): Promise<string> {
  const namespace = `chart-${randomUUID()}`
  const connection = await Connection.connect({ address: inject('temporalAddress') })
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  })
  await connection.close()
  return namespace
}
