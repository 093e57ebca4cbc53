import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'

import { openS3 } from '../../../src/media/s3/open-s3.ts'
import type { BucketSettings } from '../../../src/media/s3/s3-client.ts'
import { createScratch } from '../../../src/media/scratch.ts'
import { settingsAt, startS3Server } from '../../support/tools/s3-server.ts'
import type { S3Server } from '../../support/tools/s3-server.ts'

const program = inject('versitygw')

describe.skipIf(program === null)('the check of a bucket at the start', () => {
  let folder: string
  let server: S3Server
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 's3-check-'))
    server = await startS3Server(program!)
  })
  afterEach(() => vi.unstubAllEnvs())
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })

  const check = (change: Partial<BucketSettings> = {}) =>
    openS3({ ...server.settings, prefix: 'service/', ...change }, createScratch(folder)).check()
  async function checkWith(actions: readonly string[]) {
    for (const [name, value] of Object.entries(await server.addKey(actions))) vi.stubEnv(name, value)
    return check()
  }

  test('is passed by a bucket that keeps files, and leaves nothing there', async () => {
    expect(await check()).toBe(true)
    expect(await server.objects()).toEqual([])
  })

  test.each([
    [['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], 'may not list it. Allow s3:ListBucket'],
    [
      ['s3:ListBucket', 's3:GetObject', 's3:DeleteObject'],
      'may read it but not write to it. Allow s3:PutObject',
    ],
    [
      ['s3:ListBucket', 's3:PutObject', 's3:DeleteObject'],
      'may write to it but not read it. Allow s3:GetObject',
    ],
    [['s3:ListBucket', 's3:PutObject', 's3:GetObject'], 'may not delete in it. Allow s3:DeleteObject'],
  ])('says in words what a key lacks that may do %j', async (actions, words) => {
    await expect(checkWith(actions)).rejects.toThrow(
      `Media cannot be kept in the bucket "media": the access key ${words}`,
    )
  })

  test('is passed by a key that may do just what the service does', async () => {
    expect(await checkWith(['s3:ListBucket', 's3:GetObject', 's3:PutObject', 's3:DeleteObject'])).toBe(true)
  })

  test.each<[string, Partial<BucketSettings>, string]>([
    [
      'a bucket that does not exist',
      { bucket: 'another' },
      'it does not exist. Create it, or correct S3_BUCKET',
    ],
    ['another region', { region: 'eu-west-1' }, 'it is not in the region eu-west-1. Correct S3_REGION'],
  ])('says so in words: %s', async (_, change, words) => {
    await expect(check(change)).rejects.toThrow(words)
  })

  test.each([
    ['AWS_ACCESS_KEY_ID', 'the store does not know the access key'],
    ['AWS_SECRET_ACCESS_KEY', 'the secret of the access key is wrong'],
  ])('says so in words when %s is wrong', async (name, words) => {
    vi.stubEnv(name, 'wrong')
    await expect(check()).rejects.toThrow(words)
  })

  test('is no fault of the settings while the store is away', async () => {
    expect(await check(settingsAt('127.0.0.1:9'))).toBe(false)
  })
})
