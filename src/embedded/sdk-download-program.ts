/**
 * A program of its own: makes the Temporal SDK download one of its servers into a folder.
 *
 * The SDK downloads only on the way to a start, in which the server prints to this process's stdout,
 * dies after five seconds on a slow machine, and leaves a runtime behind. In a process of its own none
 * of it reaches the service.
 *
 * Arguments: `dev-server` or `time-skipping`, the folder, the SDK's version.
 */
import { Runtime } from '@temporalio/worker'

const [kind, downloadDir, sdkVersion] = process.argv.slice(2)
if (downloadDir === undefined || sdkVersion === undefined) {
  throw new Error('Usage: sdk-download-program <kind> <folder> <version of the SDK>')
}

/** The SDK deletes a download that is older than this, and then needs the internet again. */
const KEEP_MS = 10 * 365 * 24 * 60 * 60 * 1000
const exe = {
  type: 'cached-download' as const,
  downloadDir,
  version: 'default',
  ttl: KEEP_MS,
  sdkName: 'sdk-typescript',
  sdkVersion,
}

const runtime = Runtime.instance()
const server = await runtime.createEphemeralServer(
  kind === 'time-skipping'
    ? { type: 'time-skipping', exe, port: null, extraArgs: [] }
    : {
        type: 'dev-server',
        exe,
        ip: '127.0.0.1',
        port: null,
        ui: false,
        uiPort: null,
        namespace: 'default',
        dbFilename: null,
        log: { format: 'pretty', level: 'error' },
        extraArgs: [],
      },
)
await runtime.shutdownEphemeralServer(server)
