import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { folderOf, KINDS } from '../support/run/kinds.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const files = ['test', 'src', 'web/src', 'scripts', 'bench'].flatMap((top) =>
  readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
    .map((file) => `${top}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(?:test|spec)\.tsx?$/u.test(file)),
)

test('every file of tests is run by one kind of test, and so by npm test or by npm run test:slow', () => {
  const kindsOf = (file: string) => KINDS.filter((kind) => file.startsWith(folderOf(kind)))
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => kindsOf(file).length !== 1)).toEqual([])
})

test('continuous integration runs both, and the checks', () => {
  const script = readFileSync(join(ROOT, '.ci/run'), 'utf8')
  const commands = Array.from(script.matchAll(/^npm (?:run )?(\S+)/gmu), ([, name]) => name)
  expect(commands).toEqual(['test', 'test:slow', 'check'])
})
