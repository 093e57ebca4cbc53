import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

/** Real servers and child processes start inside tests; on a busy machine that alone takes seconds. */
const SERVER_TIMEOUT_MS = 60_000
/** A whole video is made, on what may be one slow core. */
const VIDEO_TIMEOUT_MS = 300_000
/** A long run on demand makes tens of thousands of requests. */
const FUZZ_TIMEOUT_MS = 3_600_000

interface Kind {
  readonly name: string
  readonly timeoutMs: number
  /** For files that need the whole machine. */
  readonly oneFileAtATime?: boolean
  /**
   * For files that end all they start: those that one process runs load the service once, not anew for each
   * file, which costs more time than most tests do.
   */
  readonly sharesModules?: boolean
}

/**
 * One project per kind of test, each a folder of `test/`. `support/global-setup.ts` starts what a
 * kind needs (see there), once, and only when a file of that kind runs.
 */
const KINDS: readonly Kind[] = [
  { name: 'unit', timeoutMs: SERVER_TIMEOUT_MS, sharesModules: true },
  { name: 'contract', timeoutMs: SERVER_TIMEOUT_MS },
  { name: 'db', timeoutMs: SERVER_TIMEOUT_MS, sharesModules: true },
  { name: 'api', timeoutMs: SERVER_TIMEOUT_MS, sharesModules: true },
  { name: 'examples', timeoutMs: SERVER_TIMEOUT_MS },
  { name: 'fuzz', timeoutMs: FUZZ_TIMEOUT_MS, oneFileAtATime: true },
  { name: 'workflows', timeoutMs: SERVER_TIMEOUT_MS, oneFileAtATime: true, sharesModules: true },
  { name: 'replay', timeoutMs: SERVER_TIMEOUT_MS },
  { name: 'e2e', timeoutMs: VIDEO_TIMEOUT_MS, oneFileAtATime: true },
  { name: 'deployment', timeoutMs: VIDEO_TIMEOUT_MS, oneFileAtATime: true },
]

export default defineConfig({
  test: {
    // Tests wait for servers more than they compute: two at a time even on the smallest machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'architecture',
          include: ['test/architecture.test.ts'],
        },
      },
      ...KINDS.map(({ name, timeoutMs, oneFileAtATime = false, sharesModules = false }) => ({
        test: {
          name,
          include: [`test/${name}/**/*.test.ts`],
          globalSetup: ['test/support/global-setup.ts'],
          // A Temporal runtime can be installed once per process, and native modules dislike threads.
          pool: 'forks' as const,
          fileParallelism: !oneFileAtATime,
          isolate: !sharesModules,
          // A group of its own: those before run side by side.
          sequence: { groupOrder: oneFileAtATime && sharesModules ? 1 : 0 },
          testTimeout: timeoutMs,
          hookTimeout: timeoutMs,
        },
      })),
    ],
  },
})
