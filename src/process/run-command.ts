import { spawn } from 'node:child_process'

import { downloadEnvironment } from './program-environment.ts'

/**
 * How long to wait for the rest of an output once the command has ended. Not for ever: a server that
 * the command started may hold the stream open.
 */
const LATE_OUTPUT_MS = 250

/** Options for running a command. */
export interface CommandOptions {
  readonly cwd?: string
  /** The whole environment of the command. Default: what fetching programs need of this process's own. */
  readonly env?: NodeJS.ProcessEnv
  /** Set on top of the environment. */
  readonly extraEnv?: Readonly<Record<string, string>>
  readonly user?: CommandUser
  /** Killed after this long. Default: never. */
  readonly timeoutMs?: number
  /** Called with each line the command prints, as it comes. */
  readonly onLine?: (line: string) => void
}

/** Unix user a command runs as. */
export interface CommandUser {
  readonly uid: number
  readonly gid: number
}

/** The result of a command. A failed command does not throw. */
export interface CommandResult {
  readonly ok: boolean
  /** Exit code, signal or the reason it could not be started. */
  readonly end: string
  /** Both output streams as they came, or the reason it could not be started. */
  readonly output: string
}

/**
 * Runs a command and returns its output.
 *
 * The command runs in its own session, so that Ctrl-C in a terminal does not reach it: an interrupted shutdown of the
 * database would be worse than a late one.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...(options.env ?? downloadEnvironment()), ...options.extraEnv },
    uid: options.user?.uid,
    gid: options.user?.gid,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  let output = ''
  let unfinishedLine = ''
  const take = (chunk: string) => {
    output += chunk
    if (options.onLine === undefined) return
    const lines = (unfinishedLine + chunk).split(/\r?\n/u)
    unfinishedLine = lines.pop() ?? ''
    lines.forEach(options.onLine)
  }
  child.stdout.setEncoding('utf8').on('data', take)
  child.stderr.setEncoding('utf8').on('data', take)
  // Not the `timeout` of spawn: that one runs on when a program cannot be started.
  const limit =
    options.timeoutMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), options.timeoutMs)
  return new Promise<CommandResult>((resolve) => {
    child.once('error', (error) => resolve({ ok: false, end: error.message, output: error.message }))
    child.once('exit', (code, signal) => {
      const settle = () => {
        clearTimeout(late)
        resolve({ ok: code === 0, end: String(code ?? signal), output })
      }
      const late = setTimeout(settle, LATE_OUTPUT_MS)
      child.once('close', settle)
    })
  }).finally(() => clearTimeout(limit))
}

/** The first lines of an output, for an error message. */
export function firstLines(output: string, count = 12): string {
  return output.trim().split('\n').slice(0, count).join('\n')
}

/** The last lines of an output, for an error message. */
export function lastLines(output: string, count = 12): string {
  return output.trim().split('\n').slice(-count).join('\n')
}
