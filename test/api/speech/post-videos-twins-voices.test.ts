import { afterAll, describe, expect } from 'vitest'

import type { SpeechRequest } from '../../../src/domain/speech/speech-job.ts'
import type { Scene } from '../../../src/domain/video/drawing-job.ts'
import { addTwin } from '../../support/service/cast.ts'
import type { TestClient } from '../../support/service/client.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { heldStudio } from '../../support/service/held-studio.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { test, useStudio } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService
let account: Awaited<ReturnType<TestService['account']>>
let voices: { id: string; name: string }[]

const spoken: SpeechRequest[] = []
const drawn: Scene[] = []
const held = heldStudio()
const quick = quickStudio()
const studio = {
  speaker: {
    ...held.speaker,
    speakPart: ((request, options) => {
      spoken.push(request)
      return held.speaker.speakPart(request, options)
    }) satisfies typeof held.speaker.speakPart,
  },
  twinStudio: quick.twinStudio,
  renderer: {
    ...quick.renderer,
    drawSegment: ((job, options) => {
      drawn.push(job)
      return quick.renderer.drawSegment(job, options)
    }) satisfies typeof quick.renderer.drawSegment,
    drawPoster: ((job, options) => {
      drawn.push(job)
      return quick.renderer.drawPoster(job, options)
    }) satisfies typeof quick.renderer.drawPoster,
  },
}

test.beforeAll(async ({ defaultService }) => {
  held.release()
  service = defaultService
  useStudio(studio)
  account = await service.account('scale')
  voices = (await account.request('GET', '/voices')).body.data
})
afterAll(() => useStudio(null))

const create = (body: object, client: TestClient = account) =>
  client.request('POST', '/videos', { body: { script: 'Hello there.', ...body } })

const scenesOf = (id: string) => drawn.filter(({ seed }) => seed === id)
const voiceOf = (script: string) => spoken.find((request) => request.script === script)?.voiceId

describe('202', () => {
  test('a twin presents its video: drawn by its look, under its name, with its saved voice', async () => {
    const twin = await addTwin(service, account, { name: 'Anna Berg', presenterId: 'omar' })
    const script = 'The twin speaks.'
    const { status, body } = await create({ twin_id: twin.id, script })
    expect(status).toBe(202)
    expect(body).toMatchObject({
      presenter: 'Anna Berg',
      presenter_id: null,
      twin_id: twin.id,
      voice_id: null,
    })

    await account.untilStatus(body.id, 'ready')

    expect(voiceOf(script)).toBe('flite:rms')
    // A segment and the poster.
    expect(scenesOf(body.id)).toHaveLength(2)
    for (const scene of scenesOf(body.id)) {
      expect(scene).toMatchObject({ presenterId: 'omar', cardName: 'Anna Berg' })
    }
  })

  test('a twin that is deleted while its video is made is still drawn', async () => {
    const twin = await addTwin(service, account)
    held.hold()
    const { body } = await create({ twin_id: twin.id })
    await service.app.twins.delete(account.accountId, twin.id)
    held.release()
    expect(await account.untilStatus(body.id, 'ready')).toMatchObject({ presenter: 'Twin' })
    expect(scenesOf(body.id)[0]).toMatchObject({ presenterId: 'maya' })
  })

  test.each(['presenter', 'twin'])('a starred voice speaks instead of the %s’s own', async (who) => {
    const alan = voices.find(({ name }) => name === 'Alan')!
    const script = `Alan speaks for the ${who}.`
    const cast = who === 'twin' ? { twin_id: (await addTwin(service, account)).id } : { presenter_id: 'maya' }
    const { status, body } = await create({ ...cast, voice_id: alan.id, script })
    expect(status).toBe(202)
    expect(body.voice_id).toBe(alan.id)
    await account.untilStatus(body.id, 'ready')
    expect(voiceOf(script)).toBe('flite:awb')
  })

  test('a presenter speaks with their own voice and keeps their own name card', async () => {
    const script = 'Omar speaks.'
    const { body } = await create({ presenter_id: 'omar', script })
    await account.untilStatus(body.id, 'ready')
    expect(voiceOf(script)).toBe('flite:rms')
    for (const scene of scenesOf(body.id)) expect(scene).not.toHaveProperty('cardName')
  })

  test('a repeat finds its video though twin and voice are gone', async () => {
    const twin = await addTwin(service, account)
    const request = { twin_id: twin.id, idempotency_key: `repeat-${twin.id}` }
    const first = await create(request)
    await service.app.twins.delete(account.accountId, twin.id)
    const second = await create(request)
    expect(second.headers.get('Idempotency-Replayed')).toBe('true')
    expect(second.body.id).toBe(first.body.id)
  })

  test('a twin can be used from the moment it is ready', async () => {
    const twin = await addTwin(service, account, { status: 'building' })
    expectProblem(await create({ twin_id: twin.id }), 'twin_not_ready')
    await service.query("update twins set state = 'ready' where id = $1", [twin.id])
    expect((await create({ twin_id: twin.id })).status).toBe(202)
  })
})

describe('402 plan_required', () => {
  test('a ready twin cannot be used by a plan without twins, until it is upgraded', async () => {
    const poor = await service.account('free')
    const twin = await addTwin(service, poor)
    const refused = await create({ twin_id: twin.id }, poor)
    expectProblem(refused, 'plan_required')
    expect(refused.body.error.upgrade_url).toBe(`${service.url}/plan`)
    await service.app.changePlan({ accountId: poor.accountId, planId: 'starter' })
    expect((await create({ twin_id: twin.id }, poor)).status).toBe(202)
  })
})

describe('409 twin_not_ready', () => {
  test('a twin that was switched off needs its operator, not another plan', async () => {
    const twin = await addTwin(service, account, { switchedOff: true })
    const refused = await create({ twin_id: twin.id })
    expectProblem(refused, 'twin_not_ready')
    expect(refused.body.error).toMatchObject({
      message: expect.stringContaining('switched off by the operator'),
      user_message: expect.stringContaining('contact support'),
    })
    expect(refused.body.error).not.toHaveProperty('upgrade_url')
    await service.app.twins.switchOff(twin.id, false)
    expect((await create({ twin_id: twin.id })).status).toBe(202)
  })
})

describe('404 not_found', () => {
  const VOICE = { voice_id: 'invalid' }

  test('another account’s twin, a deleted one and one that never was look the same', async () => {
    const other = await service.account('scale')
    const theirs = await addTwin(service, other)
    const deleted = await addTwin(service, account)
    await service.app.twins.delete(account.accountId, deleted.id)
    for (const id of [theirs.id, deleted.id, 'twn_01h455vb4pex5vsknk084sn02q']) {
      const answer = await create({ twin_id: id })
      expectProblem(answer, 'not_found', { twin_id: 'invalid' })
      expect(answer.body.error.message).toBe(`There is no twin "${id}".`)
    }
  })

  test('another account’s voice, an unstarred one and an engine’s own name are no voices', async () => {
    const other = await service.account('scale')
    const [theirs, mine] = (await other.request('GET', '/voices')).body.data
    await service.app.voices.unstar(other.accountId, mine.id)
    expectProblem(await create({ presenter_id: 'maya', voice_id: theirs.id }), 'not_found', VOICE)
    expectProblem(await create({ presenter_id: 'maya', voice_id: mine.id }, other), 'not_found', VOICE)
    expectProblem(await create({ presenter_id: 'maya', voice_id: 'flite:slt' }), 'not_found', VOICE)
  })
})

describe('409 twin_not_ready', () => {
  test.each(['free', 'scale'])('a twin that is building cannot be used yet, on %s', async (plan) => {
    const owner = await service.account(plan)
    const twin = await addTwin(service, owner, { status: 'building' })
    expectProblem(await create({ twin_id: twin.id }, owner), 'twin_not_ready')
  })
})
