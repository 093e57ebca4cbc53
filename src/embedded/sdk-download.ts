import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { downloadEnvironment } from '../program-environment.ts'
import { lastLines } from './run-command.ts'

const require = createRequire(import.meta.url)
/** A network that swallows packets instead of refusing them must not hold a start up for minutes. */
const STALLED_MS = 30_000
const LOOK_MS = 500

/** Servers that the Temporal SDK knows how to download. */
export type SdkServer = 'dev-server' | 'time-skipping'

const FILE_NAMES: Readonly<Record<SdkServer, string>> = {
  'dev-server': 'temporal-sdk-typescript-',
  'time-skipping': 'temporal-test-server-sdk-typescript-',
}

/** Where the SDK's download of a server is in a folder, whether it is there yet or not. */
export function sdkDownloadFile(kind: SdkServer, folder: string): string {
  return join(folder, FILE_NAMES[kind] + sdkVersion() + (process.platform === 'win32' ? '.exe' : ''))
}

/**
 * Lets the Temporal SDK download one of its servers, in the version made for this SDK.
 *
 * The SDK is asked, rather than its download address, because it knows the archive of each platform,
 * honours proxies and guards against two downloads at once. It runs as a program of its own (see
 * `sdk-download-program.ts`) and its start of the server may fail: what counts is the file.
 * @param tell hears how much has come.
 * @param env environment of the download, for example with a proxy. Default: what fetching programs need of this process's own.
 * @returns null when the file is there, else why not.
 */
export async function downloadThroughSdk(
  kind: SdkServer,
  folder: string,
  tell: (news: string) => void,
  env: NodeJS.ProcessEnv = downloadEnvironment(),
): Promise<string | null> {
  await mkdir(folder, { recursive: true })
  const child = spawn(process.execPath, [...programFile(), kind, folder, sdkVersion()], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: process.platform !== 'win32',
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  let seen = { bytes: 0, at: Date.now() }
  const watch = setInterval(() => {
    void largestFile(folder).then((bytes) => {
      if (bytes > seen.bytes) {
        seen = { bytes, at: Date.now() }
        tell(`${Math.round(bytes / 1e6)} MB downloaded`)
      }
      if (Date.now() - seen.at > STALLED_MS) child.kill('SIGKILL')
    })
  }, LOOK_MS)
  await new Promise((resolve) => child.once('close', resolve).once('error', resolve))
  clearInterval(watch)
  return existsSync(sdkDownloadFile(kind, folder)) ? null : reason(errors)
}

function reason(errors: string): string {
  if (errors === '') return `nothing came for ${STALLED_MS / 1000} s`
  const told = /Error: (Failed to start ephemeral server.*)/u.exec(errors)?.[1]
  return told ?? lastLines(errors, 3)
}

async function largestFile(folder: string): Promise<number> {
  const names = await readdir(folder)
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (file) => (file.isFile() ? file.size : 0),
        () => 0,
      ),
    ),
  )
  return Math.max(0, ...sizes)
}

/** Arguments for Node that run the program, from the sources or from the build. */
function programFile(): string[] {
  const extension = extname(import.meta.url)
  const program = fileURLToPath(new URL(`./sdk-download-program${extension}`, import.meta.url))
  return extension === '.ts' ? ['--import', pathToFileURL(require.resolve('tsx')).href, program] : [program]
}

function sdkVersion(): string {
  const { version } = require('@temporalio/worker/package.json') as { version: string }
  return version
}
