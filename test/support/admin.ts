import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

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
}

/** @param settings of the service that is worked on: DATABASE_URL, MASTER_KEY and the like. */
export function createAdmin(settings: Record<string, string>): Admin {
  const env = { ...process.env, ...settings }
  async function say(...args: string[]): Promise<AdminAnswer> {
    try {
      const program = ['bootstrap.mjs', 'src/admin/main.ts', ...args]
      const { stdout, stderr } = await run(process.execPath, program, { env })
      return { code: 0, stdout, stderr }
    } catch (error) {
      return error as AdminAnswer
    }
  }
  return {
    say,
    async json(...args) {
      const { stdout, stderr } = await say(...args, '--json')
      return JSON.parse(stdout || JSON.stringify(stderr))
    },
  }
}
