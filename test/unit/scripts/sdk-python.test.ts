import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { PYTHON_CALLS, pythonCalls } from '../../../scripts/support/python-calls.ts'
import { pythonSync } from '../../../scripts/support/python-sync.ts'
import { PYTHON_TYPES, pythonTypes } from '../../../scripts/support/python-types.ts'

const PYTHON = 'sdk/python'
const read = (file: string) => readFileSync(file, 'utf8')
const description = read('docs/openapi.json')

test('the types and calls of the Python SDK are those of the description (npm run sdk-types)', () => {
  expect(read(PYTHON_TYPES)).toBe(pythonTypes(description))
  expect(read(PYTHON_CALLS)).toBe(pythonCalls(description))
})

test('the half of the Python SDK that waits in threads is that which waits in tasks (npm run sdk-types)', async () => {
  const made = await pythonSync()
  expect(made.size).toBeGreaterThan(8)
  for (const [file, text] of made) expect(read(file)).toBe(text)
  const names = readdirSync(join(PYTHON, 'src/presenter_video/_sync')).filter((name) => name.endsWith('.py'))
  const byHand = names.filter((name) => !made.has(join(PYTHON, 'src/presenter_video/_sync', name)))
  expect(byHand.toSorted()).toEqual(['__init__.py', 'kind.py'])
})

test('the Python SDK is written by hand in 1,500 lines', async () => {
  const made = new Set([PYTHON_TYPES, PYTHON_CALLS, ...(await pythonSync()).keys()])
  const source = join(PYTHON, 'src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.py') && !made.has(join(source, file)))
    .map((file) => read(join(source, file)).split('\n'))
  expect(files.flat().filter((line) => line.trim() !== '').length).toBeLessThan(1_500)
  expect(Math.max(...files.map((lines) => lines.length))).toBeLessThanOrEqual(300)
})

test('the Python SDK names the version that its package has', () => {
  const [, version] = /^version = "(.+)"$/mu.exec(read(join(PYTHON, 'pyproject.toml'))) ?? []
  expect(read(join(PYTHON, 'src/presenter_video/_version.py'))).toContain(`VERSION = "${version}"`)
  expect(read(join(PYTHON, 'CHANGELOG.md'))).toContain(`## ${version}`)
})
