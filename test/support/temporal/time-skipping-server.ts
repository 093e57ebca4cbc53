import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type { PinnedProgram } from '../../../src/embedded/pinned-program.ts'
import type { Progress } from '../../../src/process/progress.ts'

import { freePort } from '../../../src/embedded/free-port.ts'
import { obtainPinnedProgram } from '../../../src/embedded/pinned-program.ts'
import { fetchArchives } from '../tools/maven-archives.ts'

const VERSION = '1.38.0'
/**
 * The one released archive whose checksum is known, because others publish it in what they check. Elsewhere the
 * server is put together from Maven.
 */
const RELEASE: PinnedProgram = {
  url: `https://github.com/temporalio/sdk-java/releases/download/v${VERSION}/temporal-test-server_${VERSION}_linux_amd64.tar.gz`,
  sha256: '41df834fe8e1ac59619e13908f41b63e4d1054f37634a2f89033d8cf6af71b96',
  file: `temporal-test-server_${VERSION}_linux_amd64/temporal-test-server`,
}
const RELEASE_PLATFORM = 'linux-x64'
/** The server, of the same version, and all that it needs. */
const MAVEN_ARCHIVES = {
  pom: new URL('./time-skipping-server.pom.xml', import.meta.url),
  checksums: new URL('./time-skipping-server.sha256', import.meta.url),
}
const MAIN_CLASS = 'io.temporal.testserver.TestServer'
/** A cold Java on a busy machine. */
const JAVA_START_MS = 60_000
const POLL_MS = 50

/** Where the server may come from. */
export interface TimeSkippingServerOptions {
  /** The setting `TEMPORAL_TEST_SERVER_PATH`: taken, never passed over. */
  readonly path?: string
  readonly cacheDir: string
  readonly progress: Progress
}

/**
 * Temporal's test server, which skips the waiting in workflows: given, kept, downloaded, or put
 * together from Maven, in this order.
 *
 * @returns a path that `TestWorkflowEnvironment.createTimeSkipping` takes as an existing executable.
 * @throws one error that names every way to provide it.
 */
export async function resolveTimeSkippingServer(options: TimeSkippingServerOptions): Promise<string> {
  const { path, cacheDir } = options
  if (path !== undefined) {
    if (existsSync(path)) return path
    throw new Error(`TEMPORAL_TEST_SERVER_PATH is ${path}, but nothing is there.`)
  }
  const found = [releaseFile(cacheDir), wrapperFile(mavenFolder(cacheDir))].find(existsSync)
  if (found !== undefined) return found
  const reasons: string[] = []
  for (const obtain of [download, assembleFromMaven]) {
    const obtained = await obtain(options)
    if ('executable' in obtained) return obtained.executable
    reasons.push(obtained.reason)
  }
  throw new Error(everyWay(reasons))
}

type Obtained = { readonly executable: string } | { readonly reason: string }

const releaseFile = (cacheDir: string) =>
  join(cacheDir, 'temporal', `release-test-server-${VERSION}`, 'temporal-test-server')
const mavenFolder = (cacheDir: string) => join(cacheDir, 'temporal', `maven-test-server-${VERSION}`)
const wrapperFile = (folder: string) => join(folder, 'temporal-test-server')

async function download({ cacheDir, progress }: TimeSkippingServerOptions): Promise<Obtained> {
  const platform = `${process.platform}-${process.arch}`
  if (platform !== RELEASE_PLATFORM) {
    return { reason: `download: no checksum is known for ${platform}, and nothing is run without one` }
  }
  const step = progress.step('Downloading the time-skipping test server', 'once, about 40 MB')
  const executable = releaseFile(cacheDir)
  const why = await obtainPinnedProgram(RELEASE, executable, step.update)
  if (why === null) {
    step.done()
    return { executable }
  }
  step.fail(why)
  return { reason: `download: ${why}` }
}

async function assembleFromMaven({ cacheDir, progress }: TimeSkippingServerOptions): Promise<Obtained> {
  const step = progress.step(
    'Fetching the time-skipping test server with Maven',
    'once, 38 MB of Java archives',
  )
  const folder = mavenFolder(cacheDir)
  const fetched = await fetchArchives(MAVEN_ARCHIVES, folder)
  if ('missing' in fetched) {
    step.fail(fetched.missing)
    return { reason: `Maven: ${fetched.missing}` }
  }
  const { jars } = fetched
  step.update('making its archive of classes, which makes it start in half the time')
  await archiveClasses(folder, jars)
  await writeWrapper(folder, jars)
  step.done()
  return { executable: wrapperFile(folder) }
}

/**
 * One run of the server whose loaded classes are kept: the SDK gives up on a server that takes more
 * than five seconds to start. Without the archive it still starts, only later.
 */
async function archiveClasses(folder: string, jars: readonly string[]): Promise<void> {
  const port = await freePort()
  const args = [`-XX:ArchiveClassesAtExit=${join(folder, 'classes.jsa')}`, ...javaArguments(jars), `${port}`]
  const server = spawn('java', args, { stdio: 'ignore' })
  const ended = new Promise((resolve) => server.once('exit', resolve).once('error', resolve))
  const deadline = Date.now() + JAVA_START_MS
  while (server.exitCode === null && Date.now() < deadline && !(await isOpen(port))) await delay(POLL_MS)
  server.kill('SIGTERM')
  await ended
}

/** Written last and at one stroke: its presence says that the rest is complete. */
async function writeWrapper(folder: string, jars: readonly string[]): Promise<void> {
  const quoted = [
    `-XX:SharedArchiveFile=${join(folder, 'classes.jsa')}`,
    '-Xshare:auto',
    ...javaArguments(jars),
  ]
    .map((argument) => `'${argument.replaceAll("'", String.raw`'\''`)}'`)
    .join(' ')
  const unfinished = join(folder, 'wrapper.new')
  await writeFile(unfinished, `#!/bin/sh\nexec java ${quoted} "$@"\n`, { mode: 0o755 })
  await rename(unfinished, wrapperFile(folder))
}

function javaArguments(jars: readonly string[]): string[] {
  return ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx256m', '-cp', jars.join(':'), MAIN_CLASS]
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const settle = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', () => settle(true)).once('error', () => settle(false))
  })
}

function everyWay(reasons: readonly string[]): string {
  return [
    "Temporal's time-skipping test server was not found and could not be obtained. Any of these provides it:",
    '  1. internet access, on Linux with an x64 processor: it is then downloaded by itself',
    '  2. Java 17 and Maven with a repository: it is then put together by itself',
    '  3. a copy of your own: set TEMPORAL_TEST_SERVER_PATH to it',
    'What was tried:',
    ...reasons.map((reason) => `  ${reason.replaceAll('\n', '\n    ')}`),
  ].join('\n')
}
