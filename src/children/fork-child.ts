import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from '../process/program-environment.ts'
import type { ChildProcess } from 'node:child_process'

/** How a child is started. */
export interface ForkOptions {
  /** Options of Node itself, such as `--max-old-space-size=512`. */
  readonly nodeOptions?: readonly string[]
  /** The whole environment of the child. Default: nothing that leads anywhere or opens anything. */
  readonly env?: NodeJS.ProcessEnv
  /**
   * Most memory that the child can write to, its own start included. On Linux alone: macOS accepts such
   * a limit and ignores it, Windows has none for a single process.
   *
   * An allocation beyond it fails; a child that cannot go on without it ends.
   */
  readonly memoryLimitBytes?: number
}

/**
 * Shell in which a limit is set before it becomes the child: Node cannot limit itself. Where the
 * machine as a whole has no memory left, the kernel ends this child before a database.
 *
 * `ulimit -d` counts what is written to, `-v` also what is only reserved: Node reserves tens of gigabytes.
 */
const SHELL = '/bin/sh'
const LIMITED = 'echo 1000 > /proc/self/oom_score_adj; ulimit -d "$0"; exec "$@"'

/**
 * Starts a Node process running a module of ours, with a channel for structured data.
 *
 * The module is named by its TypeScript file. Run from source, the child gets the TypeScript
 * loader; run from the build, the JavaScript file beside it is started.
 */
export function forkChild(
  script: URL,
  { nodeOptions = [], env = bareEnvironment(), memoryLimitBytes }: ForkOptions = {},
): ChildProcess {
  const fromSource = import.meta.url.endsWith('.ts')
  const file = fileURLToPath(script)
  const nodeArgs = [...nodeOptions, ...(fromSource ? ['--import', import.meta.resolve('tsx')] : [])]
  return fork(fromSource ? file : file.replace(/\.ts$/u, '.js'), [], {
    ...startOf(nodeArgs, memoryLimitBytes),
    env,
    // JSON would turn samples and bytes into text ten times their size.
    serialization: 'advanced',
  })
}

function startOf(
  nodeArgs: readonly string[],
  memoryLimitBytes: number | undefined,
): { execPath: string; execArgv: string[] } {
  if (memoryLimitBytes === undefined || process.platform !== 'linux' || !existsSync(SHELL)) {
    return { execPath: process.execPath, execArgv: [...nodeArgs] }
  }
  const kibibytes = String(Math.floor(memoryLimitBytes / 1024))
  return { execPath: SHELL, execArgv: ['-c', LIMITED, kibibytes, process.execPath, ...nodeArgs] }
}
