import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Connection } from '@temporalio/client'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { createTestClient } from '../../support/service/client.ts'
import { followStartGuide } from '../../support/compose/start-guide.ts'
import { startStack } from '../../support/compose/stack.ts'
import type { Stack } from '../../support/compose/stack.ts'
import { decodeVideo } from '../../support/picture/finished-video.ts'

const programs = inject('composePrograms')
/** The file that is tested: another one can be named, such as that of an earlier commit. */
const FILE = process.env['COMPOSE_FILE'] ?? 'docker-compose.yml'
const START = followStartGuide()
/** The neural voices' files may be on this machine or on the internet: not for this stack. */
const NO_INTERNET = { HTTPS_PROXY: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9' }
/** A key may ask 60 times a minute. */
const WITHIN_RATE = { timeout: 120_000, interval: 2_000 }

describe.skipIf('missing' in programs)('docker-compose.yml', () => {
  let stack: Stack

  beforeAll(async () => {
    if ('missing' in programs) return
    stack = await startStack({
      file: FILE,
      env: (apiPort) => ({ ...START.env, PUBLIC_URL: `http://127.0.0.1:${apiPort}` }),
      ...programs,
      extraEnv: { voices: NO_INTERNET },
    })
    await stack.up
  })
  afterAll(() => stack?.stop())

  /** Runs `docker compose run --rm SERVICE …` of the guide. @param account Stands where the guide has `acc_…`. */
  async function operate(part: string, account = ''): Promise<string> {
    const words = START.commands.find((command) => command.join(' ').includes(part)) ?? []
    const [run, remove, name = '', ...command] = words
    expect([run, remove]).toEqual(['run', '--rm'])
    const filled = command.map((word) => (word === 'acc_…' ? account : word.replaceAll('"', '')))
    const { code, output } = await stack.run(name, filled)
    expect(code, output).toBe(0)
    return output
  }

  async function query(
    user: string,
    secret: string,
    text: string,
    database = 'presenter',
  ): Promise<pg.QueryResult> {
    const url = `postgres://${user}:${secret}@${stack.postgresAddress}/${database}`
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return await client.query(text)
    } finally {
      await client.end()
    }
  }

  test('makes a video by the commands of the guide with a light voice, although the neural ones could not be fetched', async () => {
    expect(await stack.outcome('voices')).not.toBe(0)
    expect(START.commands[0]).toEqual(['up', '--build', '--detach'])
    expect(START.commands[1]).toEqual(['logs', '--follow', 'api'])
    const account = /acc_[0-9a-z]+/u.exec(await operate('accounts create'))![0]
    const key = /pv_live_\w{20,}/u.exec(await operate('keys create', account))![0]
    expect(await operate('people invite', account)).toContain(`${stack.apiUrl}/join#`)
    const client = createTestClient(stack.apiUrl, key)
    const create = () =>
      client.createVideo({ script: 'Hello from the containers.', idempotency_key: 'the-first-one' })
    // Refused with 503 until the worker has warmed up, as clients know it.
    await expect.poll(async () => (await create()).status, WITHIN_RATE).toBe(202)
    const { body } = await create()
    const look = async () => (await client.request('GET', `/videos/${body.id}`)).body
    await expect.poll(async () => (await look()).status, WITHIN_RATE).toBe('ready')
    const response = await fetch((await look()).video_url)
    const file = join(tmpdir(), `${body.id}.mp4`)
    await writeFile(file, Buffer.from(await response.arrayBuffer()))
    const video = await decodeVideo(file, { x: 0, y: 0, width: 16, height: 16 })
    await rm(file)
    expect([video.width, video.height]).toEqual([1280, 720])
    expect(video.frameTimes.length).toBeGreaterThan(30)
  })

  test('has healthy servers', async () => {
    for (const service of ['postgres', 'temporal', 'api', 'worker', 'twins']) {
      await expect.poll(() => stack.isHealthy(service), WITHIN_RATE).toBe(true)
    }
    expect((await fetch(`${stack.apiUrl}/readyz`)).status).toBe(200)
  })

  test.each(['temporal-schema', 'temporal-namespace', 'migrate'])('%s may run again', async (service) => {
    const { code, output } = await stack.run(service)
    expect(code, output).toBe(0)
  })

  test("gives Temporal's history the shards that it cannot have later", async () => {
    const connection = await Connection.connect({ address: stack.temporalAddress })
    const { historyShardCount } = await connection.workflowService.getClusterInfo({})
    await connection.close()
    expect(historyShardCount).toBe(512)
  })

  test.each([
    ['make a table', 'create table mine (id int)'],
    ['empty a table', 'truncate videos'],
    ['switch off what keeps the ledger', 'alter table ledger disable trigger all'],
    ['change a function', 'alter function reserve_video owner to presenter'],
    ['make a role', 'create role another superuser'],
    ['run a program', `copy accounts to program 'cat'`],
    ['read a file of the server', `select pg_read_file('/etc/passwd')`],
  ])('the API and the workers cannot %s in the database', async (_, statement) => {
    await expect(query('presenter', START.env['DATABASE_PASSWORD']!, statement)).rejects.toThrow(
      /permission denied|must be owner/u,
    )
  })

  test.each([
    ['presenter', 'temporal', START.env['DATABASE_PASSWORD']!],
    ['presenter', 'postgres', START.env['DATABASE_PASSWORD']!],
    ['presenter_owner', 'temporal_visibility', START.env['DATABASE_OWNER_PASSWORD']!],
    ['temporal', 'presenter', START.env['TEMPORAL_DATABASE_PASSWORD']!],
    ['temporal', 'template1', START.env['TEMPORAL_DATABASE_PASSWORD']!],
  ])('%s does not get into the database %s', async (user, database, secret) => {
    await expect(query(user, secret, 'select 1', database)).rejects.toThrow('permission denied for database')
  })

  test('no password opens another role', async () => {
    await expect(query('presenter_owner', START.env['DATABASE_PASSWORD']!, 'select 1')).rejects.toThrow(
      'password',
    )
    await expect(query('postgres', START.env['TEMPORAL_DATABASE_PASSWORD']!, 'select 1')).rejects.toThrow(
      'password',
    )
  })

  test('no role but the one of the image rules the server', async () => {
    const { rows } = await query(
      'postgres',
      START.env['POSTGRES_PASSWORD']!,
      'select rolname from pg_roles where rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls',
      'postgres',
    )
    expect(rows).toEqual([{ rolname: 'postgres' }])
  })
})
