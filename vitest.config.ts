import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'
import type { Plugin } from 'vitest/config'

import { FilesDone } from './test/support/run/files-done.ts'
import { FilesInOrder } from './test/support/run/files-in-order.ts'
import { ALONE, folderOf, KINDS } from './test/support/run/kinds.ts'
import { collectLeftOut } from './test/support/run/left-out.ts'
import { PATIENTLY } from './test/support/run/patiently.ts'

collectLeftOut()

const SRC = fileURLToPath(new URL('src/', import.meta.url))
const COMPILED = fileURLToPath(new URL('dist/', import.meta.url))

/** Tests load the modules that programs run, as they were compiled: Node loads those by itself, in half the time. */
const compiledSources: Plugin = {
  name: 'compiled-sources',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!source.startsWith('.') || importer === undefined) return null
    const file = resolve(dirname(importer), source)
    if (!file.startsWith(SRC) || !file.endsWith('.ts')) return null
    return `${COMPILED}${file.slice(SRC.length, -'.ts'.length)}.js`
  },
}

/**
 * Of a test and of a hook. Only what hangs takes this long, as no test says anything about the time that it takes: real
 * servers start and whole videos are made, perhaps on a machine that is ten times as slow as the one it was written on.
 */
const HANGS_AFTER_MS = 900_000

/**
 * V8 optimises what runs often, and then once more what it guessed wrong. Files that each run for seconds never earn back what that
 * costs: with functions optimised fifteen times as late, tests of services took 6 to 20 % less processor time. Node.js 22 and later
 * refuse to start with this option.
 */
const LATER_OPTIMISED = Number(process.versions.v8.split('.')[0]) < 12 ? ['--interrupt-budget=1000000'] : []

const companies = [...new Set(KINDS.map(({ company }) => company))]

export default defineConfig({
  test: {
    // A file's line shows which of its tests were slow: those that a person would wait for.
    slowTestThreshold: 10_000,
    reporters: [new FilesDone()],
    sequence: { sequencer: FilesInOrder },
    projects: companies.map((company) => ({
      plugins: [compiledSources],
      test: {
        name: company,
        server: { deps: { external: [/\/dist\/.*\.js$/u] } },
        include: KINDS.filter((kind) => kind.company === company).map(
          (kind) => `${folderOf(kind)}**/*.test.ts`,
        ),
        // Groups of files begin one after the other.
        sequence: { groupOrder: ALONE.includes(company) ? 0 : 1 },
        globalSetup: ['test/support/run/global-setup.ts'],
        setupFiles: [
          'test/support/run/gives-way.ts',
          'test/support/run/light-passwords.ts',
          'test/support/run/processor-seconds.ts',
        ],
        testTimeout: HANGS_AFTER_MS,
        hookTimeout: HANGS_AFTER_MS,
        // Of what is waited for without further words: Vitest's second would be an assertion on the time that it takes.
        expect: { poll: { timeout: PATIENTLY.timeout } },
        // A Temporal runtime can be installed once per process, and native modules dislike threads.
        pool: 'forks' as const,
        execArgv: LATER_OPTIMISED,
        // Files end all they start. So those that one process runs load the service once, which would otherwise cost
        // more time than most tests do.
        isolate: false,
      },
    })),
  },
})
