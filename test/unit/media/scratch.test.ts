import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { createScratch } from '../../../src/media/scratch.ts'
import { startBusyInScratch } from '../../support/programs/busy-in-scratch.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'scratch-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** A folder of a process that nobody can see from here, untouched for so long. */
async function folderFromElsewhere(untouchedHours: number, name: string): Promise<string> {
  const folder = join(root, name)
  const file = join(folder, 'half.mp4')
  await mkdir(folder)
  await writeFile(file, 'half')
  const then = new Date(Date.now() - untouchedHours * 3_600_000)
  for (const touched of [file, folder]) await utimes(touched, then, then)
  return folder
}

test('a folder is gone after the work, and after work that fails', async () => {
  const scratch = createScratch(root)
  const folder = await scratch.use(async (made) => {
    await writeFile(join(made, 'done.mp4'), 'done')
    return made
  })
  expect(existsSync(folder)).toBe(false)
  await expect(scratch.use(() => Promise.reject(new Error('no picture')))).rejects.toThrow('no picture')
  expect(await readdir(root)).toEqual([])
})

test('what a killed process left goes when the next one begins to work; what others work in stays', async () => {
  const [killed, other] = [await startBusyInScratch(root), await startBusyInScratch(root)]
  await killed.kill()
  expect(existsSync(killed.folder)).toBe(true)

  await createScratch(root).use(async (own) => {
    expect(existsSync(killed.folder)).toBe(false)
    expect([existsSync(own), existsSync(other.folder)]).toEqual([true, true])
    expect(await createScratch(root).sweep()).toBe(0)
    expect([existsSync(own), existsSync(other.folder)]).toEqual([true, true])
  })
})

test('of a process that cannot be seen from here, what nobody has touched for a day goes, and nothing else', async () => {
  const elsewhere = (pid: number) => `work-0123456789ab-${pid}-0123456789ab-x`
  const [old, earlier, recent, inUse] = [
    await folderFromElsewhere(25, elsewhere(1)),
    await folderFromElsewhere(25, 'work-Ab12Cd'),
    await folderFromElsewhere(23, elsewhere(2)),
    await folderFromElsewhere(25, elsewhere(3)),
  ]
  await writeFile(join(inUse, 'half.mp4'), 'a little more')
  expect(await createScratch(root).sweep()).toBe(2)
  expect([old, earlier, recent, inUse].map((folder) => existsSync(folder))).toEqual([
    false,
    false,
    true,
    true,
  ])
})
