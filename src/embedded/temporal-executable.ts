import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import type { Progress, ProgressStep } from '../process/progress.ts'

import { lastLines, runCommand } from '../process/run-command.ts'
import { intoPlace } from '../process/whole-file.ts'
import { obtainPinnedProgram } from './pinned-program.ts'
import type { PinnedProgram } from './pinned-program.ts'
import { temporalRelease, TEMPORAL_VERSION } from './temporal-release.ts'

/**
 * What Go builds the server of, with a newer SQLite than the release has: that one breaks for good when a query is cancelled at the wrong
 * moment (`temporal-watch.ts`). Go checks what it fetches against the public checksum database.
 */
const SQLITE_VERSION = 'v1.51.0'
const GO_MODULE = `module temporal

go 1.25

require (
\tgithub.com/temporalio/cli ${TEMPORAL_VERSION}
\tmodernc.org/sqlite ${SQLITE_VERSION}
)
`
const GO_PACKAGE = 'github.com/temporalio/cli/cmd/temporal'
/** Update-with-Start, by which every video is created, is on by default from this server on. */
const OLDEST_SERVER = [1, 28] as const
/** A program of 200 MB, read from a cold disk. */
const ANSWER_MS = 30_000

/** Options for finding or obtaining a Temporal server. */
export interface TemporalExecutableOptions {
  /** The setting `TEMPORAL_CLI_PATH`. If it is set, no other program is considered. */
  readonly cliPath?: string
  /** Folder that stores the downloaded or built program for later starts. */
  readonly cacheDir: string
  readonly progress: Progress
  /** What is downloaded. Default: the release for this platform; null where there is none. */
  readonly release?: PinnedProgram | null
  /** Environment of all programs run on the way. Default: what fetching programs need of this process's own. */
  readonly env?: NodeJS.ProcessEnv
}

/**
 * Finds or obtains the Temporal CLI, which contains the development server. It uses the configured program, one on
 * `PATH`, or a cached one; otherwise it downloads or builds one.
 *
 * The first start on a machine may take minutes; later ones find the cache in milliseconds.
 * @returns a path or, when it is on `PATH`, the command's name.
 * @throws one error that names every way to provide it.
 */
export async function resolveTemporalExecutable(options: TemporalExecutableOptions): Promise<string> {
  if (options.cliPath !== undefined) return await givenExecutable(options.cliPath, options.env)
  const kept = cachedExecutables(options.cacheDir)
  for (const candidate of ['temporal', ...kept.filter(existsSync)]) {
    if ((await problemWith(candidate, options.env)) === null) return candidate
  }
  const reasons: string[] = []
  for (const obtain of [download, build]) {
    const obtained = await obtain(options)
    if ('executable' in obtained) return obtained.executable
    reasons.push(obtained.reason)
  }
  throw new Error(everyWay(options.cacheDir, reasons))
}

type Obtained = { readonly executable: string } | { readonly reason: string }

function cachedExecutables(cacheDir: string): [downloaded: string, built: string] {
  const program = process.platform === 'win32' ? 'temporal.exe' : 'temporal'
  const kept = (origin: string) => join(cacheDir, 'temporal', origin, program)
  return [kept(`release-${TEMPORAL_VERSION}`), kept(`go-${TEMPORAL_VERSION}-sqlite-${SQLITE_VERSION}`)]
}

async function givenExecutable(path: string, env: NodeJS.ProcessEnv | undefined): Promise<string> {
  const problem = await problemWith(path, env)
  if (problem === null) return path
  throw new Error(
    `TEMPORAL_CLI_PATH is ${path}, but this program ${problem}. Correct the setting, or remove it to search for one.`,
  )
}

/** Null when the program is a Temporal CLI that is new enough. */
async function problemWith(executable: string, env: NodeJS.ProcessEnv | undefined): Promise<string | null> {
  const { ok, end, output } = await runCommand(executable, ['--version'], {
    timeoutMs: ANSWER_MS,
    ...(env === undefined ? {} : { env }),
  })
  if (!ok) return `cannot be run (${end})`
  const server = /Server (\d+)\.(\d+)/u.exec(output)
  if (server === null)
    return `does not report its Temporal server version (its output is: ${lastLines(output, 1)})`
  const [major, minor] = [Number(server[1]), Number(server[2])]
  const recent = major > OLDEST_SERVER[0] || (major === OLDEST_SERVER[0] && minor >= OLDEST_SERVER[1])
  return recent
    ? null
    : `contains server ${major}.${minor}; version ${OLDEST_SERVER.join('.')} or newer is required`
}

async function download(options: TemporalExecutableOptions): Promise<Obtained> {
  const { cacheDir, progress, env, release = temporalRelease() } = options
  if (release === null)
    return { reason: `download: no release is published for ${process.platform}-${process.arch}` }
  const step = progress.step('Downloading the Temporal server', 'one-time download of about 50 MB')
  const [executable] = cachedExecutables(cacheDir)
  const why =
    (await obtainPinnedProgram(release, executable, step.update, env)) ?? (await problemWith(executable, env))
  if (why === null) {
    step.done()
    return { executable }
  }
  step.fail(why)
  return { reason: `download: ${why}` }
}

async function build(options: TemporalExecutableOptions): Promise<Obtained> {
  const inherited = options.env === undefined ? {} : { env: options.env }
  const go = await runCommand('go', ['version'], { timeoutMs: ANSWER_MS, ...inherited })
  if (!go.ok) return { reason: 'build from source: Go is not installed' }
  const step = options.progress.step(
    'Building the Temporal server with Go',
    'one-time build from source, four to eight minutes',
  )
  const [, executable] = cachedExecutables(options.cacheDir)
  const folder = dirname(executable)
  const make = async (unfinished: string): Promise<void> => {
    const module = join(unfinished, 'module')
    await mkdir(module, { recursive: true })
    await writeFile(join(module, 'go.mod'), GO_MODULE)
    const output = join(unfinished, basename(executable))
    // The requirements of these two are added to the file, in the versions that they name.
    const args = ['build', '-mod=mod', '-v', '-ldflags', '-s -w', '-o', output, GO_PACKAGE]
    const built = await runCommand('go', args, {
      ...inherited,
      cwd: module,
      onLine: countModulesAndPackages(step),
    })
    if (!built.ok) throw new Error(lastLines(built.output, 3))
    await rm(module, { recursive: true })
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await intoPlace(folder, make)
  } catch (error) {
    step.fail('the build failed')
    return { reason: `build from source: ${error instanceof Error ? error.message : String(error)}` }
  }
  step.done()
  return { executable }
}

function countModulesAndPackages(step: ProgressStep): (line: string) => void {
  const counts = { modules: 0, packages: 0 }
  return (line) => {
    if (line.startsWith('go: downloading ')) counts.modules += 1
    else counts.packages += 1
    step.update(`${counts.modules} modules downloaded, ${counts.packages} packages compiled`)
  }
}

function everyWay(cacheDir: string, reasons: readonly string[]): string {
  return [
    'No Temporal server was found, and none could be obtained. Provide one in any of these ways:',
    '  1. your own server: set TEMPORAL_ADDRESS to its host:port',
    '  2. the Temporal CLI: set TEMPORAL_CLI_PATH to its path, or put `temporal` on PATH',
    '     (macOS: `brew install temporal`; others: https://docs.temporal.io/cli)',
    '  3. internet access: the server is then downloaded automatically',
    `  4. Go 1.25 or newer with a module proxy: the server is then built automatically (of ${GO_PACKAGE})`,
    `  5. a copy of ${join(cacheDir, 'temporal')} from a similar machine that has it`,
    'The following was tried:',
    '  `temporal` on PATH and in the cache: missing, too old, or not executable',
    ...reasons.map((reason) => `  ${reason.replaceAll('\n', '\n    ')}`),
  ].join('\n')
}
