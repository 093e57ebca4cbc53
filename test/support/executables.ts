import { resolve } from 'node:path'

import type { Progress } from '../../src/embedded/progress.ts'

import { resolveTemporalExecutable } from '../../src/embedded/temporal-executable.ts'
import { resolveTimeSkippingServer } from './time-skipping-server.ts'

/** Programs that the tests run beside the service's own. */
export interface Executables {
  readonly temporal: string
  readonly timeSkippingServer: string
}

/** Finds or obtains the programs; the first time takes minutes where they have to be built. */
export async function resolveExecutables(progress: Progress): Promise<Executables> {
  const { CACHE_DIR = '.cache', TEMPORAL_CLI_PATH, TEMPORAL_TEST_SERVER_PATH } = process.env
  const cacheDir = resolve(CACHE_DIR)
  return {
    temporal: await resolveTemporalExecutable({
      cacheDir,
      progress,
      ...(TEMPORAL_CLI_PATH === undefined ? {} : { cliPath: TEMPORAL_CLI_PATH }),
    }),
    timeSkippingServer: await resolveTimeSkippingServer({
      cacheDir,
      progress,
      ...(TEMPORAL_TEST_SERVER_PATH === undefined ? {} : { path: TEMPORAL_TEST_SERVER_PATH }),
    }),
  }
}
