import { resolve } from 'node:path'

import type { Progress } from '../../../src/process/progress.ts'

import { resolveTemporalExecutable } from '../../../src/embedded/temporal-executable.ts'
import { resolveTimeSkippingServer } from '../temporal/time-skipping-server.ts'

/** Programs that the tests run beside the service's own. */
export interface Executables {
  readonly temporal: string
  readonly timeSkippingServer: string
}

/** Where the tests keep what they downloaded or built. */
export function cacheDir(): string {
  return resolve(process.env['CACHE_DIR'] ?? '.cache')
}

/** Finds or obtains the programs; the first time takes minutes where they have to be built. */
export async function resolveExecutables(progress: Progress): Promise<Executables> {
  const { TEMPORAL_CLI_PATH, TEMPORAL_TEST_SERVER_PATH } = process.env
  return {
    temporal: await resolveTemporalExecutable({
      cacheDir: cacheDir(),
      progress,
      ...(TEMPORAL_CLI_PATH === undefined ? {} : { cliPath: TEMPORAL_CLI_PATH }),
    }),
    timeSkippingServer: await resolveTimeSkippingServer({
      cacheDir: cacheDir(),
      progress,
      ...(TEMPORAL_TEST_SERVER_PATH === undefined ? {} : { path: TEMPORAL_TEST_SERVER_PATH }),
    }),
  }
}
