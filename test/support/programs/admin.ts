import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

import { wayTo } from '../database/database.ts'
import { FROM_SOURCE } from '../../../scripts/support/from-source.ts'

/** What a command came to. */
export interface AdminAnswer {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** `npm run -s admin -- …`, as an operator runs it. */
export interface Admin {
  /** Fails with nothing: a command that fails answers with its code. */
  say(...args: string[]): Promise<AdminAnswer>
  /** The same with `--json`: what it prints, or the text it fails with. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at any member of any output
  json(...args: string[]): Promise<any>
  stop(): Promise<void>
}

/** The process that runs commands until one of them ends it. */
interface Desk {
  readonly process: ChildProcess
  readonly answers: AsyncIterator<string>
}

/**
 * Runs commands one at a time.
 *
 * @param settings of the service that is worked on: DATABASE_URL, MASTER_KEY and the like.
 */
export function createAdmin(settings: Record<string, string>): Admin {
  let desk: Desk | null = null
  const given = { ...settings, ...wayOf(settings) }
  async function say(...args: string[]): Promise<AdminAnswer> {
    desk ??= openDesk(given)
    desk.process.stdin?.write(`${JSON.stringify(args)}\n`)
    const { value, done } = await desk.answers.next()
    if (done === true) throw new Error('The program ended without an answer; its reason is above.')
    const { isLast, ...answer } = JSON.parse(value) as AdminAnswer & { isLast: boolean }
    if (isLast) desk = null
    return answer
  }
  return {
    say,
    async json(...args) {
      const { stdout, stderr } = await say(...args, '--json')
      return JSON.parse(stdout || JSON.stringify(stderr))
    },
    async stop() {
      if (desk === null) return
      const ended = once(desk.process, 'exit')
      desk.process.stdin?.end()
      await ended
    },
  }
}

function openDesk(settings: Record<string, string>): Desk {
  const program = fileURLToPath(new URL('admin-program.ts', import.meta.url))
  const child = spawn(process.execPath, [...FROM_SOURCE, program], {
    env: { ...process.env, ...settings },
    stdio: ['pipe', 'inherit', 'inherit', 'pipe'],
  })
  const answers = createInterface(child.stdio[3] as Readable)[Symbol.asyncIterator]()
  return { process: child, answers }
}

/** The settings of a pooler, where tests go through one. */
function wayOf({ DATABASE_URL: databaseUrl }: Record<string, string>): Record<string, string> {
  const way = databaseUrl ? wayTo(databaseUrl) : null
  if (way === null || way.databaseDirectUrl === null) return {}
  return {
    DATABASE_URL: way.databaseUrl,
    DATABASE_DIRECT_URL: way.databaseDirectUrl,
    DATABASE_POOLER: 'transaction',
  }
}
