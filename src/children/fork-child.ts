import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { compiledFile } from '../process/compiled-file.ts'
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
  /** Most seconds of a processor before the kernel ends the child with SIGXCPU. Where memory is limited alone. */
  readonly cpuLimitSeconds?: number
  /** What the module is told, in `process.argv`. */
  readonly args?: readonly string[]
  /** A pipe that the child writes to, as its fifth file; `child.stdio[4]` here. */
  readonly hasPipe?: boolean
  /**
   * Files that the child may read besides our own modules; it may write none, and start no other process (Node's
   * permission model). It holds what is written in JavaScript: native code is not bound by it.
   */
  readonly mayRead?: readonly string[]
}

/**
 * Shell in which limits are set before it becomes the child: Node cannot limit itself. Where the
 * machine as a whole has no memory left, the kernel ends this child before a database.
 *
 * `ulimit -d` counts what is written to, `-v` also what is only reserved: Node reserves tens of gigabytes.
 */
const SHELL = '/bin/sh'
const LIMITED = 'echo 1000 > /proc/self/oom_score_adj; ulimit -d "$0"; ulimit -S -t "$1"; shift; exec "$@"'

/** Standard input, output and errors, the channel, and a pipe. */
const WITH_PIPE = ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'] as const

/**
 * Starts a Node process running a module of ours, with a channel for structured data.
 *
 * @param script its TypeScript file; what it was compiled to is run, so that a child starts in no more time than it needs.
 */
export function forkChild(script: URL, options: ForkOptions = {}): ChildProcess {
  const { nodeOptions = [], env = bareEnvironment(), args = [], hasPipe = false, mayRead } = options
  const nodeArgs = [...nodeOptions, ...permissions(mayRead)]
  return fork(compiledFile(script), args, {
    ...startOf(nodeArgs, options),
    ...(hasPipe && { stdio: [...WITH_PIPE] }),
    env,
    // JSON would turn samples and bytes into text ten times their size.
    serialization: 'advanced',
  })
}

/** Our modules and those that they load lie beside this one and in `node_modules` of the same folder. */
function permissions(mayRead: readonly string[] | undefined): string[] {
  if (mayRead === undefined) return []
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isStable = major > 22 || (major === 22 && minor >= 13)
  return [
    ...(isStable ? ['--permission'] : ['--experimental-permission', '--disable-warning=ExperimentalWarning']),
    '--disable-warning=SecurityWarning',
    '--allow-addons',
    ...[`${root}dist/*`, `${root}node_modules/*`, `${root}package.json`, ...mayRead].map(
      (path) => `--allow-fs-read=${path}`,
    ),
  ]
}

function startOf(
  nodeArgs: readonly string[],
  { memoryLimitBytes, cpuLimitSeconds }: ForkOptions,
): { execPath: string; execArgv: string[] } {
  if (memoryLimitBytes === undefined || process.platform !== 'linux' || !existsSync(SHELL)) {
    return { execPath: process.execPath, execArgv: [...nodeArgs] }
  }
  const kibibytes = String(Math.floor(memoryLimitBytes / 1024))
  const seconds = cpuLimitSeconds === undefined ? 'unlimited' : String(cpuLimitSeconds)
  return { execPath: SHELL, execArgv: ['-c', LIMITED, kibibytes, seconds, process.execPath, ...nodeArgs] }
}
