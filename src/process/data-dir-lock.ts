import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { z } from 'zod'

import { processIdentity } from './process-status.ts'
import { parseState } from './state-file.ts'

const Holder = z.object({ pid: z.number(), identity: z.string(), since: z.string() })
type Holder = z.infer<typeof Holder>

/** A takeover takes milliseconds; another start that is at it gets five seconds. */
const ATTEMPTS = 250
const POLL_MS = 20

/** An exclusive lock. */
export interface Lock {
  /** Releases the lock. Safe to repeat. */
  release(): Promise<void>
}

/**
 * Locks the data directory for this process, and creates it when it is missing.
 *
 * The lock of a dead process, after a kill or a power failure, is taken over.
 * @throws when a service is running on it; the message names its process, since when it runs, and what to do.
 */
export async function lockDataDir(dataDir: string): Promise<Lock> {
  return lockFolder(dataDir, 'service.lock', (holder) => heldBy(holder, dataDir))
}

/**
 * Locks a folder for one purpose like `lockDataDir`, and creates it when it is missing.
 *
 * @param name the name of the lock file.
 * @param explain returns the error message about the process that holds the lock.
 */
export async function lockFolder(
  folder: string,
  name: string,
  explain: (holder: { pid: number; since: string }) => string,
): Promise<Lock> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, name)
  const own: Holder = {
    pid: process.pid,
    identity: processIdentity(process.pid) ?? '',
    since: new Date().toISOString(),
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await create(file, own)) return { release: () => release(file, own) }
    const found = await look(file)
    if (found.holder !== null) throw new Error(explain(found.holder))
    if (found.dead) await removeDead(file, own)
  }
  throw new Error(`${file} could not be taken over from a dead process. Remove the file and start again.`)
}

/** At one stroke with its content, so that nobody reads a lock without a holder. */
async function create(file: string, own: Holder): Promise<boolean> {
  const draft = `${file}.${randomUUID()}.new`
  await writeFile(draft, `${JSON.stringify(own)}\n`, { mode: 0o600 })
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Removes a dead lock, one process at a time: of two that find the same dead one, the slower would
 * otherwise remove the new lock of the faster.
 */
async function removeDead(file: string, own: Holder): Promise<void> {
  const turn = `${file}.takeover`
  if (!(await create(turn, own))) {
    if ((await look(turn)).dead) await rm(turn, { force: true })
    await delay(POLL_MS)
    return
  }
  try {
    if ((await look(file)).dead) await rm(file, { force: true })
  } finally {
    await rm(turn, { force: true })
  }
}

async function release(file: string, own: Holder): Promise<void> {
  const content = await readFile(file, 'utf8').catch(() => '')
  if (content === `${JSON.stringify(own)}\n`) await rm(file, { force: true })
}

/**
 * Who holds a lock, if anyone, and whether there is one that nobody holds any more: its process is
 * gone, its number belongs to another program, or it cannot be read.
 */
async function look(file: string): Promise<{ holder: Holder | null; dead: boolean }> {
  const content = await readFile(file, 'utf8').catch(() => null)
  if (content === null) return { holder: null, dead: false }
  const holder = parseState(content, Holder)
  const alive = holder !== null && processIdentity(holder.pid) === holder.identity
  return alive ? { holder, dead: false } : { holder: null, dead: true }
}

function heldBy(holder: { pid: number; since: string }, dataDir: string): string {
  return (
    `A service is already running on ${dataDir}: process ${holder.pid}, since ${holder.since}. ` +
    'Use that service, stop it first, or set DATA_DIR to a different folder to run a second one.'
  )
}
