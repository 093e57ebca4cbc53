import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { freePort } from '../../../src/embedded/free-port.ts'
import { runCommand } from '../../../src/process/run-command.ts'
import { findSystemPostgres, startSystemPostgres } from '../../support/database/system-postgres.ts'
import type { SystemPostgres } from '../../support/database/system-postgres.ts'
import { startProgram } from '../../support/programs/program.ts'
import type { Program } from '../../support/programs/program.ts'
import { isLeftOut } from '../../support/run/left-out.ts'
import { createTestClient } from '../../support/service/client.ts'

const programs = inject('composePrograms')
const found = await findSystemPostgres()
const bin = isLeftOut('The restore drill', found) ? null : found.bin
const SLOWLY = 240_000
/** A script that is spoken for longer than it takes to end a worker. */
const LONG = 'This sentence is spoken and drawn while the power goes out. '.repeat(12).trim()

/** The commands of the page, block by block in its order. */
const PAGE = (await readFile('docs/production.md', 'utf8')).split(/^## Backups$/mu)[1] ?? ''
const [backUp = '', roles = '', restore = '', migrate = '', audit = '', compare = '', beginAtOnce = ''] =
  Array.from(PAGE.matchAll(/^ *```sh\n(.*?)^ *```/gmsu), ([, code = '']) => code)

const PASSWORDS = {
  DATABASE_OWNER_PASSWORD: randomUUID(),
  DATABASE_PASSWORD: randomUUID(),
  TEMPORAL_DATABASE_PASSWORD: randomUUID(),
}

describe.skipIf(bin === null || 'missing' in programs)('the restore drill of docs/production.md', () => {
  /** Where an operator types: what the page names of the project is there. */
  let folder: string
  let before: SystemPostgres
  let after: SystemPostgres
  const running: Program[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'presenter-drill-'))
    for (const name of ['deploy', 'dist']) await symlink(join(process.cwd(), name), join(folder, name))
    await mkdir(join(folder, 'tools'))
    if ('temporal' in programs) await symlink(programs.temporal, join(folder, 'tools/temporal'))
    before = await startSystemPostgres(bin!)
    after = await startSystemPostgres(bin!)
  })
  afterAll(async () => {
    for (const { process: child } of running) child.kill('SIGKILL')
    await Promise.all(running.map(({ ended }) => ended))
    await Promise.all([before, after].map((server) => server?.stop()))
    await rm(folder, { recursive: true, force: true })
  })

  const masterKey = randomBytes(32).toString('base64')
  /** What the page has an operator set, for a server; Temporal's namespace is empty at first. */
  const settings = (server: SystemPostgres, namespace: string): Record<string, string> => ({
    ...PASSWORDS,
    ...server.env,
    // Temporal's program looks for settings of its own there.
    HOME: folder,
    MASTER_KEY: masterKey,
    MEDIA: join(folder, 'media'),
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    TEMPORAL_NAMESPACE: namespace,
    DATA_DIR: folder,
    SPEECH_ENGINE: 'flite',
    STUDIO_PROCESSES: '1',
    RATE_LIMIT_REQUESTS_PER_MINUTE: '1000',
  })

  /** Types blocks of the page, one after the other, in one shell. */
  async function type(env: Readonly<Record<string, string>>, ...blocks: string[]): Promise<string> {
    expect(blocks).not.toContain('')
    const { ok, output } = await runCommand('sh', ['-e', '-c', blocks.join('\n')], { cwd: folder, env })
    expect(ok, output).toBe(true)
    return output
  }

  /** Starts the processes of an installation; `client` asks it with a key. */
  async function startProcesses(server: SystemPostgres, namespace: string) {
    const port = String(await freePort())
    const url = `http://127.0.0.1:${port}`
    const { PGHOST, PGPORT } = server.env
    const env = {
      ...settings(server, namespace),
      DATABASE_URL: `postgres://presenter:${PASSWORDS.DATABASE_PASSWORD}@${PGHOST}:${PGPORT}/presenter`,
      PUBLIC_URL: url,
      PORT: port,
      HOST: '127.0.0.1',
    }
    const api = startProgram('src/server.ts', [], env)
    const worker = startProgram('src/worker.ts', [], env)
    running.push(api, worker)
    await Promise.all([api.says('API listening'), worker.says('worker started')])
    const admin = async (...words: string[]) => {
      const program = startProgram('src/admin/main.ts', words, env)
      expect(await program.ended, program.output()).toBe(0)
      return program.output()
    }
    const kill = async () => {
      for (const { process: child } of [worker, api]) child.kill('SIGKILL')
      await Promise.all([worker.ended, api.ended])
    }
    return { url, admin, kill }
  }

  const linesOf = async (name: string) =>
    (await readFile(join(folder, name), 'utf8')).split('\n').filter(Boolean)

  test('brings everything back, names what is left over, and goes on without anything of Temporal', async () => {
    const first = `drill-${randomUUID()}`
    await type(settings(before, first), roles, migrate)
    const lost = await startProcesses(before, first)
    const [account] = /acc_[0-9a-z]+/u.exec(
      await lost.admin(
        'accounts',
        'create',
        '--email',
        'you@example.com',
        '--name',
        'You',
        '--plan',
        'growth',
      ),
    )!
    const [key] = /pv_live_\w{20,}/u.exec(
      await lost.admin('keys', 'create', '--account', account, '--name', 'Website'),
    )!
    const client = createTestClient(lost.url, key)
    const make = async (script: string) => (await client.createVideo({ script })).body.id as string
    const kept = await make('This video is still there after the drill.')
    const gone = await make('The files of this video were not in the backup.')
    for (const id of [kept, gone]) await client.untilStatus(id, 'ready', SLOWLY)
    const open = await make(LONG)
    await lost.kill()
    await type(settings(before, first), backUp)
    await rename(join(folder, 'media/videos', gone), join(folder, 'elsewhere'))
    await mkdir(join(folder, 'media/videos/vid_later'))
    await writeFile(join(folder, 'media/videos/vid_later/video.mp4'), '')

    // A new server, and a Temporal that knows of nothing.
    const second = `drill-${randomUUID()}`
    const env = settings(after, second)
    const said = await type(env, roles, restore, migrate, audit, compare)
    expect(said).toContain('the Temporal namespace is as this release needs it')
    expect(await linesOf('without-files.txt')).toEqual([gone])
    expect(await linesOf('without-row.txt')).toEqual(['vid_later'])

    // It was being made when the power went out, and housekeeping leaves the youngest to those who make them.
    const aside = `update videos set created_at = created_at - interval '3 minutes' where id = '${open}' returning status`
    expect(await type(env, `psql --dbname=presenter --command="${aside}"`)).toContain('rendering')
    const restored = await startProcesses(after, second)
    await type({ ...env, PATH: `${join(folder, 'tools')}:${env['PATH']}` }, beginAtOnce)
    const again = createTestClient(restored.url, key)
    await again.untilStatus(open, 'ready', SLOWLY)
    const { video_url: link } = (await again.request('GET', `/videos/${kept}`)).body
    expect((await fetch(link)).status).toBe(200)
    await type(env, audit)
  })

  test.each(['create table mine (id int)', 'truncate videos', 'alter table ledger disable trigger all'])(
    'and the service still may not: %s',
    async (statement) => {
      const { ok, output } = await runCommand('psql', ['--dbname=presenter', `--command=${statement}`], {
        env: { ...after.env, PGUSER: 'presenter', PGPASSWORD: PASSWORDS.DATABASE_PASSWORD },
      })
      expect(ok).toBe(false)
      expect(output).toMatch(/permission denied|must be owner/u)
    },
  )
})
