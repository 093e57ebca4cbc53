import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { readMasterKeys } from '../../src/config/master-key.ts'
import { newDevelopmentKey } from '../../src/secrets/development-key.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'master-key-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const read = (masterKeys: Buffer[] = [], production = false) =>
  readMasterKeys({ masterKeys, dataDir, production })

describe('in development', () => {
  test('a key is made once, also by first starts at once, and only its owner may read it', async () => {
    const [[first], ...others] = await Promise.all([read(), read(), read()])
    expect(others).toEqual([[first], [first]])
    const file = path.join(dataDir, 'master.key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readFile(file, 'utf8')).trim()).toBe(first?.toString('base64'))
  })

  test('a kept file that is no key is not replaced', async () => {
    const file = path.join(dataDir, 'master.key')
    await writeFile(file, 'damaged')
    await expect(read()).rejects.toThrow('does not contain a valid key')
    expect(await readFile(file, 'utf8')).toBe('damaged')
  })

  test('given keys are taken as they are', async () => {
    const keys = [newDevelopmentKey(), Buffer.alloc(32)]
    expect(await read(keys)).toEqual(keys)
  })
})

describe('in production', () => {
  test('keys of its own are taken', async () => {
    const keys = [randomBytes(32), randomBytes(32)]
    expect(await read(keys, true)).toEqual(keys)
  })

  test.each([
    ['none', []],
    ['one that was made automatically', [newDevelopmentKey()]],
    ['one of zeros', [Buffer.alloc(32)]],
    ['one that was made automatically in front of a good one', [newDevelopmentKey(), randomBytes(32)]],
  ])('%s is refused, with the way to make one', async (_, keys) => {
    await expect(read(keys, true)).rejects.toThrow(/openssl rand -base64 32.*\n?.*MASTER_KEY/su)
  })

  test('no key is made', async () => {
    await expect(read([], true)).rejects.toThrow()
    await expect(stat(path.join(dataDir, 'master.key'))).rejects.toThrow('ENOENT')
  })

  test('one that was made automatically may stay behind a good one, to be rotated out', async () => {
    const keys = [randomBytes(32), newDevelopmentKey()]
    expect(await read(keys, true)).toEqual(keys)
  })
})
