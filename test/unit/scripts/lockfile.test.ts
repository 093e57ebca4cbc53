import { expect, test } from 'vitest'

import {
  LOCKFILE,
  lockfileProblems,
  readLockfile,
  unverified,
  withIntegrityOf,
  withoutUnverified,
} from '../../../scripts/support/lockfile.ts'

const lockfile = (packages: Record<string, object>) => ({
  lockfileVersion: 3,
  packages: { '': {}, ...packages },
})

const DRAWING = { version: '2.0.0', integrity: 'sha512-b', optionalDependencies: { '@draw/mac': '2.0.0' } }
const MAC = { version: '2.0.0', optional: true }
const INCOMPLETE = lockfile({
  'node_modules/plain': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/draw': DRAWING,
  'node_modules/draw/node_modules/@draw/mac': MAC,
})

test('a package without integrity is refused by name and version', () => {
  expect(lockfileProblems(INCOMPLETE)).toEqual([
    '@draw/mac@2.0.0 has no integrity: npm run complete-lockfile',
  ])
})

test('an entry that names a registry is refused', () => {
  const resolved = 'https://registry.example.com/plain/-/plain-1.0.0.tgz'
  const bound = lockfile({ 'node_modules/plain': { version: '1.0.0', integrity: 'sha512-a', resolved } })
  expect(lockfileProblems(bound)).toEqual(['plain names the registry that it came from: remove "resolved"'])
})

test('completing takes the integrity of the same version only, and changes nothing else', () => {
  const path = 'node_modules/draw/node_modules/@draw/mac'
  const from = (version: string) => lockfile({ [path]: { version, integrity: 'sha512-c', extra: true } })
  expect(withIntegrityOf(INCOMPLETE, from('2.0.1'))).toEqual(INCOMPLETE)
  expect(withIntegrityOf(INCOMPLETE, from('2.0.0'))).toEqual({
    ...INCOMPLETE,
    packages: { ...INCOMPLETE.packages, [path]: { ...MAC, integrity: 'sha512-c' } },
  })
})

test('npm is asked anew for the packages that lack it, and for those that want them', () => {
  expect(Object.keys(withoutUnverified(INCOMPLETE).packages)).toEqual(['', 'node_modules/plain'])
})

test('every package is verified, on every system', async () => {
  expect(unverified(await readLockfile(LOCKFILE))).toEqual([])
})
