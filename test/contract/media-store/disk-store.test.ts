import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll } from 'vitest'

import { createDiskStore } from '../../../src/media/disk-store.ts'
import { describeMediaStore } from './describe-media-store.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disk-store-'))
})
afterAll(() => rm(folder, { recursive: true }))

describeMediaStore('the disk', async () => createDiskStore(await mkdtemp(join(folder, 'media-'))))
