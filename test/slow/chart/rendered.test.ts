import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, inject, test } from 'vitest'

import { readConfig } from '../../../src/config/config.ts'
import { secretsThere } from '../../../src/config/secret-files.ts'
import { lint, render } from '../../support/chart/helm.ts'
import type { Rendered } from '../../support/chart/helm.ts'
import { workloadsOf } from '../../support/chart/manifests.ts'
import type { PodContainer, Workload } from '../../support/chart/manifests.ts'
import { customFaults, isCustom, kubernetesFaults } from '../../support/chart/schemas.ts'
import { readDockerfile } from '../../support/compose/read-dockerfile.ts'

const tools = inject('chartTools')
const VALUES = join(import.meta.dirname, 'values')
const FILES = readdirSync(VALUES)
/** How long processes take at most after what they are given (deployment.md). */
const REST_SECONDS = { api: 24, worker: 10 }
const LEAST_DATA_BYTES = 4e9
const GIB = 2 ** 30
const MASTER_KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64')
/** Values of secrets whose form is checked. */
const ACCEPTED: Readonly<Record<string, string>> = {
  MASTER_KEY,
  DATABASE_URL: 'postgres://u:p@db:5432/presenter',
  DATABASE_DIRECT_URL: 'postgres://u:p@db:5432/presenter',
  STRIPE_SECRET_KEY: 'rk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
/** What the image's programs write to. */
const WRITTEN = ['/data', '/cache', '/tmp']

const image = readDockerfile('Dockerfile')
const secrets = mkdtempSync(join(tmpdir(), 'presenter-chart-secrets-'))
afterAll(() => rmSync(secrets, { recursive: true }))

/** A file for a secret, with a value that its setting accepts. */
function secretFile(name: string): string {
  const file = join(secrets, name)
  writeFileSync(file, ACCEPTED[name] ?? 'a'.repeat(40))
  return file
}

/** What a container's process finds in its environment, with files of this machine. */
function environmentOf({ env }: PodContainer): Record<string, string> {
  const given = env.map(({ name, value }) => {
    const isSecret = value?.startsWith('/run/secrets/presenter/') ?? false
    return [name, isSecret ? secretFile(value!.split('/').at(-1)!) : (value ?? 'from-a-secret')]
  })
  const all: Record<string, string> = { ...image.env, ...Object.fromEntries(given) }
  // Files of certificates and plans are those of whoever installs the chart.
  for (const name of Object.keys(all))
    if (/^\/(?:run\/certificates|etc\/presenter)/u.test(all[name]!)) delete all[name]
  return all
}

const selectorOf = (spec: unknown) => (spec as { selector: { matchLabels: object } }).selector.matchLabels
const isChosenBy = (selector: object, { labels }: Workload) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value)

describe.skipIf('missing' in tools).each(FILES)('%s', async (file) => {
  const args = ['--values', join(VALUES, file)]
  const nothing: Rendered = { text: '', manifests: [] }
  const { manifests } = 'missing' in tools ? nothing : await render(tools.helm, args)
  const workloads = workloadsOf(manifests)
  const lasting = workloads.filter(({ kind }) => kind === 'Deployment')
  const containers = workloads.flatMap(({ pod }) => [...pod.initContainers, ...pod.containers])
  const specsOf = (kind: string) => manifests.filter((each) => each.kind === kind).map(({ spec }) => spec)

  test('Helm has nothing against it', async () => {
    expect('missing' in tools ? null : await lint(tools.helm, args)).toBeNull()
  })

  test('every object is as Kubernetes describes it, without an unknown field', async () => {
    if ('missing' in tools) return
    const own = manifests.filter((each) => !isCustom(each))
    expect(own.length).toBeGreaterThan(5)
    expect(await kubernetesFaults(tools.validator, own)).toBeNull()
    for (const each of manifests.filter(isCustom)) expect(customFaults(tools.modules, each)).toEqual([])
  })

  test('every queue has workers, creations have two, and the tables are migrated first', () => {
    const settings = lasting.map(({ main }) => environmentOf(main))
    const queues = settings.flatMap(({ TASK_QUEUES = '' }) => TASK_QUEUES.split(',').filter(Boolean))
    expect(queues.toSorted()).toEqual(['assembly', 'render', 'speech', 'twins', 'videos', 'webhooks'])
    const creating = lasting.find(({ main }) => environmentOf(main)['TASK_QUEUES']?.includes('videos'))
    const { spec } = manifests.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === creating?.name,
    )!
    expect(spec).toMatchObject({ replicas: expect.toSatisfy((count: number) => count >= 2) })
    const hooks = manifests.filter(({ metadata }) => JSON.stringify(metadata).includes('helm.sh/hook"'))
    expect(hooks).toMatchObject([
      { kind: 'Job', metadata: { annotations: { 'helm.sh/hook': 'pre-install,pre-upgrade' } } },
    ])
    // Before the first installation, nothing of the chart is there that the hook could use.
    expect(workloads.find(({ kind }) => kind === 'Job')!.pod).not.toHaveProperty('serviceAccountName')
  })

  test.each(containers)('$name gains no rights, and keeps the entrypoint of the image', (container) => {
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.command).toBeUndefined()
    expect(container.args[0]).toBe('node')
    expect(container.resources.requests).toMatchObject({
      cpu: expect.any(String),
      memory: expect.any(String),
    })
    expect(container.resources.limits).toMatchObject({ memory: expect.any(String) })
  })

  test.each(workloads)('$name runs as nobody of note, without a token of the cluster', ({ pod }) => {
    expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false })
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(pod).not.toHaveProperty('hostNetwork')
  })

  test.each(workloads)(
    '$name finds settings that it accepts, and no secret in its definition',
    ({ kind, main }) => {
      const given = Object.fromEntries(main.env.map(({ name, value }) => [name, value]))
      const inTheOpen = secretsThere(given).filter(({ isFile }) => !isFile)
      expect(inTheOpen).toEqual([])
      expect(new Set(main.env.map(({ name }) => name)).size).toBe(main.env.length)
      const config = readConfig(environmentOf(main))
      expect(config).toMatchObject({ production: true, host: '0.0.0.0', port: 8080, dataDir: '/data' })
      expect(config.databaseUrl).toBe(ACCEPTED['DATABASE_URL'])
      if (kind === 'Deployment') expect(config.bucket).not.toBeNull()
    },
  )

  test.each(workloads)('$name may write where its programs do, within bounds', ({ kind, pod, main }) => {
    const mounts = main.volumeMounts.filter(({ readOnly }) => readOnly !== true)
    expect(mounts.map(({ mountPath }) => mountPath).toSorted()).toEqual(
      kind === 'Job' ? ['/tmp'] : WRITTEN.toSorted(),
    )
    const bytes = (name: string) =>
      Number.parseInt(pod.volumes.find((volume) => volume.name === name)?.emptyDir?.sizeLimit ?? '', 10) * GIB
    for (const { name } of mounts) expect(bytes(name)).toBeGreaterThan(0)
    if (kind === 'Deployment') expect(bytes('data')).toBeGreaterThanOrEqual(LEAST_DATA_BYTES)
    for (const { name } of [...pod.initContainers, main].flatMap(({ volumeMounts }) => volumeMounts))
      expect(pod.volumes.map((volume) => volume.name)).toContain(name)
    for (const { secret } of pod.volumes) if (secret) expect(secret.defaultMode).toBe(0o440)
  })

  test.each(lasting)('$name is given longer to stop than it takes', ({ pod, main }) => {
    const { stop, taskQueues } = readConfig(environmentOf(main))
    const isApi = main.name === 'api'
    expect(main.args).toEqual(['node', isApi ? 'dist/server.js' : 'dist/worker.js'])
    expect(taskQueues.length).toBeGreaterThan(0)
    const most = isApi
      ? stop.shutdownDelaySeconds + REST_SECONDS.api
      : stop.workerShutdownGraceSeconds + REST_SECONDS.worker
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(most + 5)
  })

  test.each(lasting)('$name is probed at the port for operators', ({ main }) => {
    const { ops } = readConfig(environmentOf(main))
    expect(ops).toEqual({ host: '0.0.0.0', port: 9464 })
    expect(main.ports).toContainEqual({ name: 'ops', containerPort: 9464 })
    expect(main.startupProbe?.httpGet).toEqual({ path: '/livez', port: 'ops' })
    expect(main.livenessProbe?.httpGet).toEqual({ path: '/livez', port: 'ops' })
    expect(main.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'ops' })
  })

  test.each(lasting)('$name is spread, and its pods are moved one at a time', (workload) => {
    const { topologySpreadConstraints: spread } = workload.pod as { topologySpreadConstraints?: unknown }
    expect(spread).toMatchObject([
      { topologyKey: 'kubernetes.io/hostname', maxSkew: 1 },
      { topologyKey: 'topology.kubernetes.io/zone', maxSkew: 1 },
    ])
    for (const { labelSelector } of spread as { labelSelector: { matchLabels: object } }[])
      expect(lasting.filter((each) => isChosenBy(labelSelector.matchLabels, each))).toEqual([workload])
    const budgets = specsOf('PodDisruptionBudget').filter((spec) => isChosenBy(selectorOf(spec), workload))
    expect(budgets).toMatchObject([{ maxUnavailable: 1 }])
    expect(workloads.filter((each) => isChosenBy(selectorOf(budgets[0]), each))).toEqual([workload])
  })

  test('the Service leads to the port of the API, and monitors to every process', () => {
    const [service] = specsOf('Service') as { selector: object; ports: object[] }[]
    const chosen = workloads.filter((workload) => isChosenBy(service!.selector, workload))
    expect(chosen.map(({ main }) => main.name)).toEqual(['api'])
    expect(service!.ports).toMatchObject([{ targetPort: 'http' }])
    expect(chosen[0]!.main.ports).toContainEqual({ name: 'http', containerPort: 8080 })
    for (const spec of specsOf('PodMonitor')) {
      expect(lasting.filter((workload) => !isChosenBy(selectorOf(spec), workload))).toEqual([])
      expect(spec).toMatchObject({ podMetricsEndpoints: [{ port: 'ops', path: '/metrics' }] })
    }
  })

  test('workers that look at films of strangers are kept from the internet where policies are on', () => {
    const policies = specsOf('NetworkPolicy') as {
      podSelector: { matchLabels: object }
      policyTypes: string[]
    }[]
    const filming = lasting.filter(({ main }) => environmentOf(main)['TASK_QUEUES'] === 'twins')
    const kept = policies.filter(({ policyTypes }) => policyTypes.includes('Egress'))
    const isOn = file === 'everything.yaml'
    expect(policies).toHaveLength(isOn ? 2 : 0)
    for (const { podSelector } of kept)
      expect(lasting.filter((each) => isChosenBy(podSelector.matchLabels, each))).toEqual(filming)
  })

  test('who speaks with neural voices has them before it starts', () => {
    for (const { main, pod } of lasting) {
      const { SPEECH_ENGINE: engine, TASK_QUEUES: queues = '' } = environmentOf(main)
      const speaks = engine === 'kokoro' && queues.split(',').includes('speech')
      const isMounted = main.volumeMounts.some(({ mountPath }) => mountPath === '/cache/voices')
      expect([isMounted, pod.initContainers.map(({ name }) => name)]).toEqual(
        file === 'claimed.yaml' && speaks ? [true, []] : [false, speaks ? ['voices'] : []],
      )
    }
  })
})
