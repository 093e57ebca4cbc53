import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { StoreUnavailable } from '../../../src/domain/error/place-fault.ts'
import { createDiskStore } from '../../../src/media/disk-store.ts'
import { measuredStore } from '../../../src/media/measured-store.ts'
import { recordedMetrics } from '../../support/ops/recorded-metrics.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'measured-store-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('each call is counted by how it ended, and does what it did', async () => {
  const metrics = recordedMetrics()
  const store = measuredStore(createDiskStore(join(folder, 'media')), metrics)
  const file = join(folder, 'video.mp4')
  await writeFile(file, 'a video')
  await store.put('videos/one', file)
  expect(await store.withFile('videos/one', (path) => readFile(path, 'utf8'))).toBe('a video')
  expect(await store.has('videos/two')).toBe(false)
  await expect(store.open('videos/two')).rejects.toThrow()
  await expect(store.withFiles(['videos/one', 'videos/two'], () => Promise.resolve())).rejects.toThrow()
  expect(metrics.of('presenter_store_requests_total')).toEqual({
    'put ok': 1,
    'lend ok': 1,
    'has ok': 1,
    'open missing': 1,
    'lend missing': 1,
  })
  expect(metrics.of('presenter_store_request_duration_seconds')).toEqual({ put: 1, lend: 2, has: 1, open: 1 })
})

test('a store that is away is told from one that fails, and what is done with a lent file from both', async () => {
  const metrics = recordedMetrics()
  const disk = createDiskStore(join(folder, 'other'))
  const away = () => Promise.reject(new StoreUnavailable(new Error('ECONNREFUSED')))
  const store = measuredStore({ ...disk, put: away, has: () => Promise.reject(new Error('a bug')) }, metrics)
  await expect(store.put('videos/one', 'gone')).rejects.toThrow('ECONNREFUSED')
  await expect(store.has('videos/one')).rejects.toThrow('a bug')
  const file = join(folder, 'another.mp4')
  await writeFile(file, 'a video')
  await disk.put('videos/one', file)
  await expect(
    store.withFile('videos/one', () => Promise.reject(new Error('cannot be drawn'))),
  ).rejects.toThrow()
  expect(metrics.of('presenter_store_requests_total')).toEqual({
    'put unavailable': 1,
    'has failed': 1,
    'lend ok': 1,
  })
})
