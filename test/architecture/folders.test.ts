import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** More than this nobody takes in at a glance. */
const MOST_FILES = 20

/** What one command records for a release; nobody looks for a file there by hand. */
const RECORDED = 'test/replay/histories/'

test(`no folder of sources, tests or tools has more than ${MOST_FILES} files of its own`, () => {
  const counts = new Map<string, number>()
  for (const top of ['src', 'web/src', 'test', 'scripts', 'bench', 'sdk']) {
    for (const entry of readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true })) {
      const folder = relative(ROOT, entry.parentPath).replaceAll('\\', '/')
      if (!entry.isFile() || /(?:^|\/)(?:node_modules|dist)(?:\/|$)/u.test(folder)) continue
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  }
  expect(counts.size).toBeGreaterThan(100)
  const full = [...counts].filter(([folder, files]) => files > MOST_FILES && !folder.startsWith(RECORDED))
  expect(full).toEqual([])
})
