import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

import { FilesInOrder } from './test/support/files-in-order.ts'
import { FilesDone } from './test/support/files-done.ts'

/** Real servers and child processes start inside tests; on a busy machine that alone takes seconds. */
const SERVER_TIMEOUT_MS = 60_000
/** A whole video is made, on what may be one slow core. */
const VIDEO_TIMEOUT_MS = 300_000
/** A long run on demand makes tens of thousands of requests. */
const FUZZ_TIMEOUT_MS = 3_600_000

interface Kind {
  readonly name: string
  readonly timeoutMs: number
  /**
   * For files that end all they start: those that one process runs load the service once, not anew for each
   * file, which costs more time than most tests do.
   */
  readonly sharesModules?: boolean
  /** A browser films what is played to it in real time: nothing else may take the processor from it. */
  readonly runsAlone?: boolean
}

/**
 * One project per kind of test, each a folder of `test/`. `support/global-setup.ts` starts what a
 * kind needs (see there), once, and only when a file of that kind runs.
 *
 * They begin in this order. Those that wait longest for processes, clocks and servers come first, so that the
 * many short files fill the time in which they wait, and none of them is left over at the end.
 */
const KINDS: readonly Kind[] = [
  { name: 'deployment', timeoutMs: VIDEO_TIMEOUT_MS },
  { name: 'e2e', timeoutMs: VIDEO_TIMEOUT_MS },
  { name: 'browser', timeoutMs: VIDEO_TIMEOUT_MS },
  { name: 'generators', timeoutMs: VIDEO_TIMEOUT_MS },
  { name: 'fuzz', timeoutMs: FUZZ_TIMEOUT_MS },
  { name: 'api', timeoutMs: SERVER_TIMEOUT_MS, sharesModules: true },
  { name: 'workflows', timeoutMs: SERVER_TIMEOUT_MS, sharesModules: true },
  { name: 'examples', timeoutMs: SERVER_TIMEOUT_MS },
  { name: 'replay', timeoutMs: SERVER_TIMEOUT_MS },
  { name: 'contract', timeoutMs: SERVER_TIMEOUT_MS },
  { name: 'db', timeoutMs: SERVER_TIMEOUT_MS, sharesModules: true },
  { name: 'unit', timeoutMs: SERVER_TIMEOUT_MS, sharesModules: true },
  { name: 'recording', timeoutMs: VIDEO_TIMEOUT_MS, runsAlone: true },
]

export default defineConfig({
  test: {
    // Tests wait for servers and clocks about as long as they compute: one file more at a time than there are
    // cores keeps all cores busy.
    maxWorkers: availableParallelism() + 1,
    // A file's line shows which of its tests were slow: those that a person would wait for.
    slowTestThreshold: 10_000,
    reporters: [new FilesDone()],
    sequence: { sequencer: FilesInOrder },
    projects: [
      {
        test: {
          name: 'architecture',
          include: ['test/architecture.test.ts'],
        },
      },
      ...KINDS.map(({ name, timeoutMs, sharesModules = false, runsAlone = false }) => ({
        test: {
          name,
          include: [`test/${name}/**/*.test.ts`],
          globalSetup: ['test/support/global-setup.ts'],
          // A Temporal runtime can be installed once per process, and native modules dislike threads.
          pool: 'forks' as const,
          isolate: !sharesModules,
          ...(runsAlone && { maxWorkers: 1, sequence: { groupOrder: 1 } }),
          testTimeout: timeoutMs,
          hookTimeout: timeoutMs,
        },
      })),
    ],
  },
})
