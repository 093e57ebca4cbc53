import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, inject } from 'vitest'

import type { MediaStore } from '../../../src/media/media-store.ts'
import { openS3 } from '../../../src/media/s3/open-s3.ts'
import { createScratch } from '../../../src/media/scratch.ts'
import { createSealedStore } from '../../../src/media/sealed-store.ts'
import { startS3Server } from '../../support/tools/s3-server.ts'
import type { S3Server } from '../../support/tools/s3-server.ts'
import { describeMediaStore } from '../../contract/media-store/describe-media-store.ts'

const program = inject('versitygw')

describe.skipIf(program === null)('in a bucket', () => {
  let folder: string
  let server: S3Server
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 's3-store-'))
    server = await startS3Server(program!)
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })

  /** An empty store: each has a prefix of its own. */
  function emptyStore(): MediaStore {
    const settings = { ...server.settings, prefix: `${randomUUID()}/` }
    return openS3(settings, createScratch(folder)).forWork
  }

  describeMediaStore('a bucket', async () => emptyStore())

  describeMediaStore('a bucket of sealed objects', async () => {
    const dataKey = randomBytes(32)
    const scratch = createScratch(folder)
    return createSealedStore({ store: emptyStore(), scratch, dataKeyOf: async () => dataKey })
  })
})
