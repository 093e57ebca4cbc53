import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { openDataDir } from '../../src/process/data-dir.ts'

const onPosix = process.getuid !== undefined

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'presenter-data-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

async function modeOf(file: string): Promise<string> {
  return ((await stat(file)).mode & 0o7777).toString(8)
}

test.runIf(onPosix)('a new data directory is open to its owner alone, whatever the umask', async () => {
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  const dataDir = path.join(await folder(), 'data')
  await openDataDir(dataDir)
  expect(await modeOf(dataDir)).toBe('700')
})

test.runIf(onPosix)('a data directory that was open to others is closed', async () => {
  const dataDir = await folder()
  await chmod(dataDir, 0o755)
  await openDataDir(dataDir)
  expect(await modeOf(dataDir)).toBe('700')
})

test.runIf(onPosix)('a folder that all users share is refused and stays as it is', async () => {
  const dataDir = await folder()
  await chmod(dataDir, 0o1777)
  await expect(openDataDir(dataDir)).rejects.toThrow(`DATA_DIR is ${dataDir}, which all users`)
  expect(await modeOf(dataDir)).toBe('1777')
})
