import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, inject, test } from 'vitest'

import { secretsThere } from '../../../src/config/secret-files.ts'
import { CHART, render } from '../../support/chart/helm.ts'
import type { Rendered } from '../../support/chart/helm.ts'
import { workloadsOf } from '../../support/chart/manifests.ts'
import type { Workload } from '../../support/chart/manifests.ts'

const tools = inject('chartTools')
const SMALLEST = ['--values', join(import.meta.dirname, 'values/smallest.yaml')]
/** Values that the guide has people write. */
const OF_THE_GUIDE = Array.from(
  readFileSync('docs/kubernetes.md', 'utf8').matchAll(/^```yaml\n(.*?)^```/gmsu),
  ([, text]) => text!,
)
/** Every setting that there is, and those of its secrets. */
const SETTINGS = Array.from(
  readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gmu),
  ([, name]) => name!,
)
const SECRETS = secretsThere(Object.fromEntries(SETTINGS.map((name) => [name, 'x']))).map(({ name }) => name)

function made(...options: readonly string[]): Promise<Rendered> {
  if ('missing' in tools) throw new Error(tools.missing)
  return render(tools.helm, [...SMALLEST, ...options])
}

function another(): Promise<Rendered> {
  if ('missing' in tools) throw new Error(tools.missing)
  return render(tools.helm, SMALLEST, 'another')
}

function workload({ manifests }: Rendered, name: string): Workload {
  const found = workloadsOf(manifests).find(({ main }) => main.name === name)
  if (found === undefined) throw new Error(`There is no ${name}.`)
  return found
}

const valueOf = ({ main }: Workload, variable: string) =>
  main.env.find(({ name }) => name === variable)?.value

describe.skipIf('missing' in tools)('options', () => {
  test.each(['PUBLIC_URL', 'TEMPORAL_ADDRESS', 'S3_BUCKET'])(
    'nothing is installed without %s',
    async (name) => {
      await expect(made('--set', `settings.${name}=null`)).rejects.toThrow(name)
    },
  )

  test('there are secrets among the settings', () => {
    expect(SECRETS).toEqual(expect.arrayContaining(['MASTER_KEY', 'DATABASE_URL', 'STRIPE_SECRET_KEY']))
  })

  test.each(SECRETS)('the secret %s is not accepted where everybody could read it', async (name) => {
    await expect(made('--set-string', `settings.${name}=x`)).rejects.toThrow(name)
  })

  test.each(SECRETS.filter((name) => !name.startsWith('AWS_')))(
    'the secret %s may be a file',
    async (name) => {
      const others = ['MASTER_KEY', 'DATABASE_URL'].filter((other) => other !== name)
      const release = await made('--set', `secret.files={${[...others, name].join(',')}}`)
      expect(valueOf(workload(release, 'api'), `${name}_FILE`)).toBe(`/run/secrets/presenter/${name}`)
    },
  )

  test.each([
    ['a setting that is a number', '--set', 'settings.RATE_LIMIT_REQUESTS_PER_MINUTE=5', 'string'],
    ['a setting that other values make', '--set-string', 'settings.TASK_QUEUES=videos', 'TASK_QUEUES'],
    ['a value that there is not', '--set', 'api.replica=3', 'replica'],
    ['less room than a video may need', '--set', 'workers.studio.dataGiB=3', 'dataGiB'],
    ['a voice engine that there is not', '--set', 'voices.engine=auto', 'engine'],
    ['an entrance without a name', '--set', 'ingress.enabled=true', 'host'],
    ['a queue that there is not', '--set', 'workers.studio.queues={speach}', 'queues'],
    ['a queue without workers', '--set', 'workers.twins=null', 'none serves the queue twins'],
    ['one worker for creations', '--set', 'workers.videos.replicas=1', 'needs two workers'],
    [
      'scaling without figures',
      '--set',
      'workers.studio.scaling.min=1,workers.studio.scaling.max=2',
      'scaling.prometheus',
    ],
    [
      'scaling of workers without child processes',
      '--set',
      'scaling.prometheus=http://p:9090,workers.videos.scaling.min=2,workers.videos.scaling.max=4',
      'no child processes',
    ],
    ['scaling to a part that leaves no room', '--set-string', 'scaling.target=1.5', 'target'],
    ['processes without the master key', '--set', 'secret.files={DATABASE_URL}', 'files'],
  ])('%s is refused', async (_, how, value, why) => {
    await expect(made(how, value)).rejects.toThrow(why)
  })

  test('the guide has values of an installation, of one that is watched, and of one that is scaled', () => {
    expect(OF_THE_GUIDE).toHaveLength(3)
  })

  test.each(OF_THE_GUIDE)('these values of the guide are accepted:\n%s', async (text) => {
    const folder = mkdtempSync(join(tmpdir(), 'presenter-values-'))
    const file = join(folder, 'values.yaml')
    writeFileSync(file, text)
    const release = await made('--values', file)
    rmSync(folder, { recursive: true })
    expect(workloadsOf(release.manifests).length).toBeGreaterThan(4)
  })

  test('an API process that may stop at once, and a worker too, are told so', async () => {
    const release = await made('--set', 'api.shutdownDelaySeconds=0,workers.studio.graceSeconds=0')
    expect(valueOf(workload(release, 'api'), 'SHUTDOWN_DELAY_SECONDS')).toBe('0')
    expect(valueOf(workload(release, 'worker-studio'), 'WORKER_SHUTDOWN_GRACE_SECONDS')).toBe('0')
  })

  test('only the one-shot has the Secret of the owner of the tables', async () => {
    const release = await made('--set', 'migrate.secret.name=owner')
    const having = workloadsOf(release.manifests).filter((each) =>
      JSON.stringify(each.pod).includes('"owner"'),
    )
    expect(having.map(({ main }) => main.name)).toEqual(['migrate'])
  })

  test('two releases of different names have nothing in common', async () => {
    const [one, other] = [await made(), await another()]
    const objects = ({ manifests }: Rendered) =>
      manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(objects(one).filter((each) => objects(other).includes(each))).toEqual([])
    expect(new Set(objects(one)).size).toBe(one.manifests.length)
    const pods = workload(one, 'api').labels
    const [service] = other.manifests.filter(({ kind }) => kind === 'Service')
    expect(pods).not.toMatchObject((service!.spec as { selector: object }).selector)
  })

  test('the one-shot has no settings that need a secret which it has not', async () => {
    const release = await made('--set', 'settings.STRIPE_PRICES=growth=price_1,settings.LOG_LEVEL=warn')
    const one = workload(release, 'migrate')
    expect([valueOf(one, 'STRIPE_PRICES'), valueOf(one, 'LOG_LEVEL')]).toEqual([undefined, 'warn'])
  })

  test('the chart and the program have the same version', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    const chart = readFileSync(join(CHART, 'Chart.yaml'), 'utf8')
    expect(chart).toContain(`\nversion: ${version}\n`)
    expect(chart).toContain(`\nappVersion: ${version}\n`)
  })
})
