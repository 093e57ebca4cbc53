import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import { entriesBelow } from '../../support/service/entries-below.ts'
import { heldStudio } from '../../support/service/held-studio.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

const studio = heldStudio()
let dataDir: string
let service: TestService
let temporal: Connection

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'presenter-test-delete-'))
  service = await startTestService({ studio, config: { dataDir } })
  temporal = await Connection.connect({ address: service.temporalAddress })
})
beforeEach(() => studio.release())
afterAll(async () => {
  studio.release()
  await temporal.close()
  await service.stop()
  await rm(dataDir, { recursive: true })
})

const remove = (account: TestAccount, id: string) => account.request('DELETE', `/videos/${id}`)
const me = async (account: TestAccount) => (await account.request('GET', '/me')).body

async function readyVideo(account: TestAccount) {
  const { body } = await account.createVideo()
  return account.untilStatus(body.id, 'ready')
}

describe('200', () => {
  test('says what was deleted', async () => {
    const account = await service.account()
    const { id } = await readyVideo(account)
    const { status, body } = await remove(account, id)
    expect(status).toBe(200)
    expect(body).toEqual({ id, deleted: true })
  })

  test('a deleted video is in no list and at no address', async () => {
    const account = await service.account()
    const [kept, gone] = [await readyVideo(account), await readyVideo(account)]
    await remove(account, gone.id)
    expectProblem(await account.request('GET', `/videos/${gone.id}`), 'not_found')
    const list = await account.request('GET', '/videos')
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([kept.id])
  })

  test('links of a deleted video are dead at once, and its files are gone', async () => {
    const account = await service.account()
    const { id, video_url, thumbnail_url, captions, provenance_url } = await readyVideo(account)
    const links = [video_url, thumbnail_url, captions.srt_url, captions.vtt_url, provenance_url]
    expect(await statuses(links)).toEqual([200, 200, 200, 200, 200])
    await remove(account, id)

    expect(await statuses(links)).toEqual([404, 404, 404, 404, 404])
    // What it was made from is cleared away by the run, which may not have got there yet.
    await expect.poll(() => filesOf(id), PATIENTLY).toEqual([])
  })

  test('a ready video gives nothing back', async () => {
    const account = await service.account('starter')
    const { id } = await readyVideo(account)
    const before = await me(account)
    await remove(account, id)
    expect(await me(account)).toEqual(before)
    expect(before.used_video_seconds).toBe(1)
  })
})

describe('200, while the video is rendering', () => {
  test('seconds and place are free at once, and the run ends by itself', async () => {
    studio.hold()
    const account = await service.account('free')
    const { id } = (await account.createVideo()).body
    await expect.poll(() => progressOf(account, id), PATIENTLY).toBeGreaterThan(0)

    expect((await remove(account, id)).status).toBe(200)

    expect(await me(account)).toMatchObject({
      remaining_video_seconds: 180,
      reserved_video_seconds: 0,
      used_video_seconds: 0,
    })
    expectProblem(await account.request('GET', `/videos/${id}`), 'not_found')
    const next = await account.createVideo()
    expect(next.status).toBe(202)
    expect(await resultOf(id)).toMatchObject({ videoId: id, status: 'deleted' })
    studio.release()
    await account.untilStatus(next.body.id, 'ready')
  })

  test('nobody is told, nothing is kept, and the ledger ends with one release', async () => {
    studio.hold()
    const account = await service.account('starter')
    const { id } = (await account.createVideo({ webhook_url: 'http://127.0.0.1:9/hook' })).body
    await remove(account, id)
    await resultOf(id)
    studio.release()

    expect(await service.query('select id from webhook_events where video_id = $1', [id])).toEqual([])
    expect(await service.query('select script from video_scripts where video_id = $1', [id])).toEqual([])
    expect(await filesOf(id)).toEqual([])
    const kinds = await service.query('select kind from ledger where video_id = $1 order by id', [id])
    expect(kinds).toEqual([{ kind: 'reserve' }, { kind: 'release' }])
  })

  test('a video deleted as soon as it was accepted ends like any other', async () => {
    const account = await service.account('scale')
    const created = await Promise.all(Array.from({ length: 6 }, () => account.createVideo()))
    const deletions = await Promise.all(created.map(({ body }) => remove(account, body.id)))
    expect(deletions.map(({ status }) => status)).toEqual(created.map(() => 200))
    for (const { body } of created) await resultOf(body.id)
    const { remaining_video_seconds, reserved_video_seconds, used_video_seconds } = await me(account)
    expect(reserved_video_seconds).toBe(0)
    expect(remaining_video_seconds + used_video_seconds).toBe(60_000)
    for (const { body } of created) expect(await filesOf(body.id)).toEqual([])
  })
})

describe('404 not_found', () => {
  test('a second deletion finds nothing', async () => {
    const account = await service.account()
    const { id } = await readyVideo(account)
    await remove(account, id)
    expectProblem(await remove(account, id), 'not_found')
  })

  test('of many deletions at once, one is the one', async () => {
    const account = await service.account()
    const { id } = await readyVideo(account)
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(account, id)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404])
  })

  test('a video that never was is not found', async () => {
    const account = await service.account()
    expectProblem(await remove(account, 'vid_01h455vb4pex5vsknk084sn02q'), 'not_found')
  })
})

async function progressOf(account: TestAccount, id: string): Promise<number> {
  return (await account.request('GET', `/videos/${id}`)).body.progress
}

async function statuses(links: string[]): Promise<number[]> {
  const answers = await Promise.all(links.map((link) => fetch(link)))
  await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  return answers.map(({ status }) => status)
}

/** All that is kept of a video on the disk. */
async function filesOf(id: string): Promise<string[]> {
  const entries = await entriesBelow(dataDir)
  return entries
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => file.includes(id))
}

/** What the video's run returns, once it has ended. */
async function resultOf(id: string): Promise<unknown> {
  const [row] = await service.query<{ workflow_id: string }>('select workflow_id from videos where id = $1', [
    id,
  ])
  const client = new Client({ connection: temporal, namespace: service.namespace })
  return client.workflow.getHandle(row?.workflow_id ?? '').result()
}
