import { existsSync } from 'node:fs'

import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { keepHouse } from '../../support/service/keep-house.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import {
  ASKED_BY_LINK,
  recordAllChecked,
  recordChecked,
  startTwinMaking,
  stateOf,
  takeOf,
  untilState,
} from '../../support/twin/twin-making.ts'

let at: Awaited<ReturnType<typeof startTwinMaking>>
let service: typeof at.service
let account: typeof at.account
let owner: typeof at.owner
let start: typeof at.start
let readyTwin: typeof at.readyTwin
let createVideo: typeof at.createVideo
let videoOf: typeof at.videoOf
let folderOf: typeof at.folderOf
let facesOf: typeof at.facesOf
let connection: Connection
let temporal: Client

beforeAll(async () => {
  at = await startTwinMaking()
  ;({ service, account, owner, start, readyTwin, createVideo, videoOf, folderOf, facesOf } = at)
  connection = await Connection.connect({ address: service.temporalAddress })
  temporal = new Client({ connection, namespace: service.namespace })
})
beforeEach(() => {
  at.replaced.studio = {}
  at.studio.release()
})
afterAll(async () => {
  await connection.close()
  await at.stop()
})

describe('a recording', () => {
  test('of which a part is unusable has that part recorded again, and no other', async () => {
    const twin = await start()
    at.replaced.studio.learnTwin = async () => {
      throw Object.assign(new Error('Look into the lens.'), { name: 'TakeUnusable', details: 'silence' })
    }
    await recordAllChecked(twin)
    await untilState(twin, 'failed')
    const failure = { code: 'TakeUnusable', part: 'silence', message: 'Look into the lens.' }
    expect((await stateOf(twin)).failure).toEqual(failure)
    await expect.poll(() => facesOf(twin), PATIENTLY).toEqual([])
    at.replaced.studio = {}
    expect(await takeOf(twin, 'silence')).toMatchObject({ status: 'refused' })
    await recordChecked(twin, 'silence')
    expect((await twin.consent()).status).toBe(200)
    await untilState(twin, 'ready')
    await expect.poll(() => facesOf(twin), PATIENTLY).toEqual([])
  })

  test('whose build broke is built from the same films when it is tried again', async () => {
    const twin = await start()
    at.replaced.studio.matchTakes = async () => {
      throw new Error('The child process crashed.')
    }
    await recordAllChecked(twin)
    await untilState(twin, 'failed')
    expect(await stateOf(twin)).toMatchObject({ retry: 'possible', failure: { code: 'BuildBroken' } })
    at.replaced.studio = {}
    expect((await owner.request('POST', `/twin-studio/${twin.twinId}/build`)).status).toBe(200)
    await untilState(twin, 'ready')
  })

  test('is held against the statement that was shown, whatever the twin is called when it is checked', async () => {
    const twin = await start()
    const { statement } = (await twin.ask('POST', '/words')).body
    await owner.request('PUT', `/twin-studio/${twin.twinId}/name`, { name: 'Kim' })
    let said: readonly string[] = []
    at.replaced.studio.checkTake = async ({ sentences }) => {
      said = sentences
      return { checks: [], soundLateSeconds: null }
    }
    await twin.read()
    await expect.poll(async () => (await takeOf(twin, 'consent')).status, ASKED_BY_LINK).toBe('accepted')
    expect(said.join(' ')).toBe(statement)
  })
})

describe('a renewal', () => {
  /** A twin that is ready, and the recording that renews it. */
  async function renewed() {
    const twin = await readyTwin()
    const again = await start({ twin_id: twin.twinId, who: 'somebody' })
    return { twin, again }
  }

  test('takes the place of a twin in one step, which is used until then, with the same id and link', async () => {
    const { twin, again } = await renewed()
    const before = await folderOf(twin)
    expect(again.twinId).not.toBe(twin.twinId)
    const listed = async () => (await account.request('GET', '/twins')).body.data
    expect((await listed()).map(({ id }: { id: string }) => id)).not.toContain(again.twinId)
    const body = { script: 'Hello.', twin_id: again.twinId }
    expect((await account.request('POST', '/videos', { body })).status).toBe(404)

    let goOn!: () => void
    const held = new Promise<void>((resolve) => (goOn = resolve))
    const script = 'This began before the renewal.'
    const begun = new Promise<void>((resolve) => {
      at.replaced.beforeSpeaking = async (spoken) => {
        if (spoken !== script) return
        resolve()
        await held
      }
    })
    const underWay = await createVideo(twin, script)
    await begun
    await recordAllChecked(again)
    await expect.poll(async () => (await stateOf(again)).id, ASKED_BY_LINK).toBe(twin.twinId)
    expect(await stateOf(again)).toMatchObject({ state: 'ready' })
    const after = await folderOf(twin)
    expect(after).not.toBe(before)
    await expect.poll(() => facesOf(twin), PATIENTLY).toEqual([])

    // What began before is drawn as it began; what comes later, by the new recording.
    await keepHouse(temporal)
    expect(existsSync(before)).toBe(true)
    goOn()
    const later = await createVideo(twin, 'This began after the renewal.')
    for (const id of [underWay, later]) {
      await expect.poll(async () => (await videoOf(id)).status, PATIENTLY).toBe('ready')
    }
    const modelsOf = (id: string) => at.drawn.filter(({ seed }) => seed === id).map(({ model }) => model)
    expect(modelsOf(underWay).length).toBeGreaterThan(0)
    expect(new Set([...modelsOf(underWay), ...modelsOf(later)]).size).toBe(2)
    expect(modelsOf(underWay)[0]).not.toBe(modelsOf(later)[0])

    await keepHouse(temporal)
    await expect.poll(() => existsSync(before), PATIENTLY).toBe(false)
    expect(existsSync(after)).toBe(true)
    expect(await service.app.audit()).toEqual([])
    expect(await service.app.twinRecords.consents(twin.twinId)).toMatchObject([
      { isIntact: true, evidence: { renewsTwinId: twin.twinId } },
      { isIntact: true, evidence: { renewsTwinId: null } },
    ])
    expect((await again.ask('POST', '/withdrawal', {})).status).toBe(200)
    await expect.poll(() => existsSync(after), PATIENTLY).toBe(false)
    expect((await twin.ask('GET', '')).body.twin).toMatchObject({ state: 'withdrawn' })
  })

  test('by somebody else than the person whom the twin shows becomes nothing, and the twin stays', async () => {
    const { twin, again } = await renewed()
    at.replaced.studio.matchTakes = async ({ portraitFiles }) => (portraitFiles.length > 4 ? 0.3 : 0.95)
    await recordAllChecked(again)
    await untilState(again, 'failed')
    expect((await stateOf(again)).failure).toMatchObject({
      code: 'NotSamePerson',
      message: expect.stringContaining('only they can renew it'),
    })
    await expect.poll(() => facesOf(twin), PATIENTLY).toEqual([])
    expect(await stateOf(twin)).toMatchObject({ state: 'ready' })
    const card = (await owner.request('GET', '/twin-studio')).body.data.find(
      ({ id }: { id: string }) => id === twin.twinId,
    )
    expect(card).toMatchObject({ state: 'ready', renewal: { id: again.twinId, state: 'failed' } })
  })
})
