import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { intoPlace, writeWholeFile, writeWholeFileSync } from '../../../src/process/whole-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whole-file-'))
})
afterEach(() => rm(folder, { recursive: true }))

const at = (name: string) => join(folder, name)

test('a reader sees the old content until the new one is whole, and nothing is left beside it', async () => {
  await writeFile(at('state.json'), 'old')
  const result = await intoPlace(at('state.json'), async (unfinished) => {
    await writeFile(unfinished, 'ne')
    expect(await readFile(at('state.json'), 'utf8')).toBe('old')
    await writeFile(unfinished, 'new')
    return 'done'
  })
  expect(result).toBe('done')
  expect(await readFile(at('state.json'), 'utf8')).toBe('new')
  expect(await readdir(folder)).toEqual(['state.json'])
})

test('what fails on the way leaves what was there before, and nothing beside it', async () => {
  await writeFile(at('state.json'), 'old')
  const failing = intoPlace(at('state.json'), async (unfinished) => {
    await writeFile(unfinished, 'ne')
    throw new Error('no more space')
  })
  await expect(failing).rejects.toThrow('no more space')
  expect(await readFile(at('state.json'), 'utf8')).toBe('old')
  expect(await readdir(folder)).toEqual(['state.json'])
})

test('a folder appears with all that is in it', async () => {
  await intoPlace(at('programs'), async (unfinished) => {
    await mkdir(unfinished)
    await writeFile(join(unfinished, 'one'), '1')
    expect(await readdir(folder)).not.toContain('programs')
  })
  expect(await readdir(folder)).toEqual(['programs'])
  expect(await readdir(at('programs'))).toEqual(['one'])
})

test('under a name of one’s own, what a killed process left is removed first', async () => {
  await mkdir(at('data.new'))
  await writeFile(at('data.new/half'), '')
  await intoPlace(at('data'), (unfinished) => mkdir(unfinished), at('data.new'))
  expect(await readdir(folder)).toEqual(['data'])
  expect(await readdir(at('data'))).toEqual([])
})

test('of two that write one file at a time, one wins whole', async () => {
  const contents = ['a'.repeat(100_000), 'b'.repeat(100_000)]
  await Promise.all(contents.map((content) => writeWholeFile(at('file'), content)))
  expect(contents).toContain(await readFile(at('file'), 'utf8'))
  expect(await readdir(folder)).toEqual(['file'])
})

test.skipIf(process.platform === 'win32')(
  'a secret is never readable by others, not even on its way',
  async () => {
    await writeWholeFile(at('state.json'), '{}', { mode: 0o600 })
    expect((await stat(at('state.json'))).mode & 0o777).toBe(0o600)
  },
)

test('code that cannot wait has the same guarantee', async () => {
  writeWholeFileSync(at('layer'), Buffer.from('pixels'))
  expect(await readFile(at('layer'), 'utf8')).toBe('pixels')
  expect(() => writeWholeFileSync(at('missing/layer'), Buffer.from('pixels'))).toThrow('ENOENT')
  expect(await readdir(folder)).toEqual(['layer'])
})
