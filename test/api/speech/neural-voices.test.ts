import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addTwin } from '../../support/service/cast.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

type Client = Awaited<ReturnType<TestService['account']>>

const create = (client: Client, body: object) =>
  client.request('POST', '/videos', { body: { script: 'Hello there.', ...body } })

/** For answers that say that the service is not available. */
const createOnce = (client: Client, body: object) =>
  client.requestOnce('POST', '/videos', { body: { script: 'Hello there.', ...body } })

const engineVoice = async (service: TestService, videoId: string) =>
  (
    await service.query<{ engine_voice_id: string }>('SELECT engine_voice_id FROM videos WHERE id = $1', [
      videoId,
    ])
  )[0]?.engine_voice_id

describe('neural voices that are not installed, or not yet', () => {
  let service: TestService
  let account: Client
  let cacheDir: string

  beforeAll(async () => {
    cacheDir = await mkdtemp(join(tmpdir(), 'no-voices-'))
    service = await startTestService({ worker: true, config: { speechEngine: 'auto', cacheDir } })
    account = await service.account('scale')
  })
  afterAll(async () => {
    await service.stop()
    await rm(cacheDir, { recursive: true })
  })

  test('are starred for a new account, but listed only when they can speak', async () => {
    const starred = (await service.app.voices.list(account.accountId)).map(({ name }) => name)
    expect(starred).toEqual(expect.arrayContaining(['Heart', 'Michael', 'Sarah']))
    // Earlier ones speak on for those who have starred them.
    expect(starred).not.toContain('Aria')
    const { body } = await account.request('GET', '/voices')
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Sarah', 'Robert', 'Alan'])
  })

  test('are refused by name, for now, and nothing is held for it', async () => {
    const heart = (await service.app.voices.list(account.accountId)).find(({ name }) => name === 'Heart')
    const answer = await createOnce(account, { presenter_id: 'maya', voice_id: heart?.id })
    expectProblem(answer, 'service_unavailable')
    expect(answer.body.error.message).toContain('The voice Heart is not installed on this server')
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await account.request('GET', '/me')).body.reserved_video_seconds).toBe(0)
  })

  test('are refused for a twin that has one', async () => {
    const twin = await addTwin(service, account, { engineVoiceId: 'kokoro:miles' })
    expectProblem(await createOnce(account, { twin_id: twin.id }), 'service_unavailable')
  })

  test('are replaced for a presenter by a light voice, and the video says by which', async () => {
    const { status, body } = await create(account, { presenter_id: 'maya' })
    expect(status).toBe(202)
    expect(await engineVoice(service, body.id)).toBe('flite:slt')
  })
})

describe('neural voices that workers have', () => {
  let service: TestService
  let account: Client

  beforeAll(async () => {
    service = await startTestService({ worker: false, config: { speechEngine: 'kokoro' } })
    account = await service.account('scale')
  })
  afterAll(() => service.stop())

  test('come first for a new account, and each has a sample', async () => {
    const { body } = await account.request('GET', '/voices')
    expect(body.data[0]).toMatchObject({ name: 'Heart', quality: 'neural' })
    expect(body.data.at(-1)).toMatchObject({ name: 'Alan', quality: 'basic' })
    for (const { preview_audio_url: link } of body.data) expect((await fetch(link)).status).toBe(200)
  })
})
