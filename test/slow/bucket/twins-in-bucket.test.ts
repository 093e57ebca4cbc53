import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { PATIENTLY } from '../../support/run/patiently.ts'
import { startS3Server } from '../../support/tools/s3-server.ts'
import type { S3Server } from '../../support/tools/s3-server.ts'
import { startTwinMaking } from '../../support/twin/twin-making.ts'

const program = inject('versitygw')

/** What every encrypted object begins with. */
const SEALED = 'PVS1'

describe.skipIf(program === null)('with media in a bucket', () => {
  let server: S3Server
  let at: Awaited<ReturnType<typeof startTwinMaking>>

  beforeAll(async () => {
    server = await startS3Server(program!)
    at = await startTwinMaking({ bucket: server.settings })
    at.studio.release()
  })
  afterAll(async () => {
    await at.stop()
    await server.stop()
  })

  const objectsOfTwins = async () => (await server.objects()).filter((key) => key.startsWith('twins/'))

  test('a recording becomes a twin that presents videos, and every object of it is encrypted', async () => {
    const twin = await at.readyTwin()
    const keys = await objectsOfTwins()
    for (const name of ['base.mp4', 'library.mp4', 'model.bin', 'preview.mp4', 'thumbnail.jpg']) {
      expect(keys.filter((key) => key.endsWith(`/${name}`))).toHaveLength(1)
    }
    for (const key of keys) {
      expect((await readFile(join(server.folder, key))).toString('latin1', 0, SEALED.length)).toBe(SEALED)
    }
    const { data } = (await at.account.request('GET', '/twins')).body
    const { preview_video_url: preview } = data.find((one: { id: string }) => one.id === twin.twinId)
    const answer = await fetch(preview, { headers: { Range: 'bytes=1-3' }, redirect: 'manual' })
    expect(answer.status).toBe(206)
    expect(await answer.text()).toHaveLength(3)

    const id = await at.createVideo(twin)
    await expect.poll(async () => (await at.videoOf(id)).status, PATIENTLY).toBe('ready')
  })

  test('a twin that is withdrawn leaves no object', async () => {
    const twin = await at.readyTwin()
    const folder = (await at.folderOf(twin)).split('/').slice(-2).join('/')
    const left = async () => (await objectsOfTwins()).filter((key) => key.startsWith(folder))
    expect(await left()).not.toEqual([])
    expect((await twin.ask('POST', '/withdrawal', {})).status).toBeLessThan(300)
    await expect.poll(left, PATIENTLY).toEqual([])
  })
})
