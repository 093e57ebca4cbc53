import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { packWheel, wheelSources } from '../../python-wheel.mjs'
import { SDK_WHEEL } from '../../src/app/shipped.ts'

/** Of the file that is downloaded. */
const MOST_BYTES = 70_000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'presenter-sdk-wheel-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('the wheel of the Python SDK is small, and the same bytes whenever it is packed', async () => {
  packWheel(folder)
  // Its name has the version, which the service is told.
  expect(await readdir(join(folder, 'sdk'))).toEqual([basename(SDK_WHEEL)])
  const packed = await readFile(join(folder, 'sdk', basename(SDK_WHEEL)))
  expect(packed.equals(await readFile(SDK_WHEEL))).toBe(true)
  expect(packed.length).toBeLessThanOrEqual(MOST_BYTES)
})

test('nothing that interpreters and checkers leave behind is packed', () => {
  const kinds = wheelSources().filter((file) => !file.endsWith('.py'))
  expect(kinds.map((file) => basename(file))).toEqual(['pyproject.toml', 'README.md', 'LICENSE', 'py.typed'])
})
