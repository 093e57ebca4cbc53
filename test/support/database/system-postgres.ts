import { chownSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { freePort } from '../../../src/embedded/free-port.ts'
import { postgresUser } from '../../../src/embedded/postgres-user.ts'
import { runCommand } from '../../../src/process/run-command.ts'
import type { CommandOptions } from '../../../src/process/run-command.ts'

/** Where Debian and its descendants keep each version. */
const VERSIONS = '/usr/lib/postgresql'

/** An empty server with its own client programs, which the embedded one lacks. */
export interface SystemPostgres {
  /** For PostgreSQL's own programs: the server, its superuser, and the programs' folder first on `PATH`. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** The folder with the programs of the newest version on this machine, or that there is none. */
export async function findSystemPostgres(): Promise<{ readonly bin: string } | { readonly missing: string }> {
  const versions = await readdir(VERSIONS).catch(() => [])
  for (const version of versions.toSorted((a, b) => Number(b) - Number(a))) {
    const bin = join(VERSIONS, version, 'bin')
    const found = await Promise.all(
      ['initdb', 'pg_dump'].map((name) => runCommand(join(bin, name), ['--version'])),
    )
    if (found.every(({ ok }) => ok)) return { bin }
  }
  return { missing: 'pg_dump and a server of its version are missing (apt-get install postgresql).' }
}

/** Starts a server in a new folder below `/tmp`, with a password for its superuser. */
export async function startSystemPostgres(bin: string): Promise<SystemPostgres> {
  const folder = await mkdtemp('/tmp/presenter-system-')
  const user = await postgresUser(join(folder, 'not-made-yet'))
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const password = 'of-a-superuser'
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password, { mode: 0o644 })
  const port = String(await freePort())
  const data = join(folder, 'data')
  const options: CommandOptions = { cwd: folder, ...(user !== undefined && { user }) }
  const run = async (program: string, ...args: string[]) => {
    const { ok, output } = await runCommand(join(bin, program), args, options)
    if (!ok) throw new Error(output)
  }
  await run(
    'initdb',
    '-D',
    data,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '-N',
  )
  const server = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`
  await run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', server, 'start')
  return {
    env: {
      PGHOST: '127.0.0.1',
      PGPORT: port,
      PGUSER: 'postgres',
      PGPASSWORD: password,
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    },
    async stop() {
      await run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
