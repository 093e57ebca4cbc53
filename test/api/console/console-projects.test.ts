import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { quickStudio } from '../../support/service/quick-studio.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { untilServed } from '../../support/service/client.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import type { SignedInPerson } from '../../support/http/signed-in.ts'

/** The studio fails at scripts that say so: by no fault of theirs, and by their own. */
const UNLUCKY = 'unlucky'
const UNSPEAKABLE = 'unspeakable'

let service: TestService

beforeAll(async () => {
  const usual = quickStudio()
  service = await startTestService({
    studio: quickStudio({
      speaker: {
        async speakPart(request, options) {
          if (request.script.includes(UNLUCKY)) throw named('SpeechEngineRefused', 'Wrong key.')
          if (request.script.includes(UNSPEAKABLE)) throw named('SpeechImpossible', 'Nobody can say this.')
          await usual.speaker.speakPart(request, options)
        },
      },
    }),
  })
})
afterAll(() => service.stop())

const oneAccount = async () => {
  const account = await service.account()
  return { account, person: await signedIn(service, account, { role: 'member' }) }
}

const create = (person: SignedInPerson, video: object) =>
  untilServed(() => person.request('POST', '/videos', video))
const tryAgain = (person: SignedInPerson, videoId: string) =>
  untilServed(() => person.request('POST', `/projects/${videoId}/retry`))

async function failedVideo(request: object = {}) {
  const { account, person } = await oneAccount()
  const asked = { script: `This is ${UNLUCKY}.`, ...request }
  const { body: video } = await account.createVideo(asked)
  return { account, person, video: await account.untilStatus(video.id, 'failed') }
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name })
}

describe('projects', () => {
  test('show what people and programs of the account have asked for, and say which is which', async () => {
    const { account, person } = await oneAccount()
    await account.createVideo()
    await create(person, { script: 'From a person.', presenter_id: 'maya' })

    const { body } = await person.request('GET', '/projects')

    expect(body.data.map(({ origin }: { origin: string }) => origin)).toEqual(['application', 'api'])
    const { body: fromPeople } = await person.request('GET', '/projects?origin=application')
    expect(fromPeople.data).toHaveLength(1)
  })

  test('are found by words of their script, and by their status', async () => {
    const { account, person } = await oneAccount()
    await account.createVideo({ script: 'The otter swims.' })
    const { body: other } = await account.createVideo({ script: 'The heron waits.' })
    await account.untilStatus(other.id, 'ready')

    const found = await person.request('GET', '/projects?search=HERON&status=ready')

    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([other.id])
    expect((await person.request('GET', '/projects?search=50%25_')).body.data).toEqual([])
  })

  test('are called by their title, or by the first words of their script, in the list and one by one', async () => {
    const { account, person } = await oneAccount()
    const { body: untitled } = await account.createVideo({ script: 'The otter swims.\n\nIt is cold.' })
    const { body: titled } = await account.createVideo({ script: 'The heron waits.', title: 'Birds' })

    const { body: list } = await person.request('GET', '/projects')
    const one = async (id: string) => (await person.request('GET', `/projects/${id}`)).body

    const names = ['Birds', 'The otter swims. It is cold.']
    expect(list.data.map(({ name }: { name: string }) => name)).toEqual(names)
    expect([(await one(titled.id)).name, (await one(untitled.id)).name]).toEqual(names)
    expect(await one(untitled.id)).toMatchObject({ title: null })
  })

  test('that are ready have a small picture for lists', async () => {
    const { account, person } = await oneAccount()
    const { body: video } = await account.createVideo()
    const unfinished = await person.request('GET', `/projects/${video.id}`)
    expect([null, expect.any(String)]).toContainEqual(unfinished.body.small_thumbnail_url)
    await account.untilStatus(video.id, 'ready')

    const [card] = (await person.request('GET', '/projects')).body.data
    const picture = await fetch(new URL(card.small_thumbnail_url, service.url))

    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    expect(card.small_thumbnail_url).not.toBe(card.thumbnail_url)
  })

  test('come with script, voice and cost one by one', async () => {
    const { account, person } = await oneAccount()
    const { body: video } = await account.createVideo({ script: 'Two words.' })
    await account.untilStatus(video.id, 'ready')

    const { body } = await person.request('GET', `/projects/${video.id}`)

    expect(body).toMatchObject({
      script: 'Two words.',
      status: 'ready',
      can_retry: false,
      retried_as: null,
      cost_seconds: 1,
    })
    expect(body.voice_name).toEqual(expect.any(String))
    expect(body.video_url).toMatch(/^\/media\/videos\//u)
  })

  test('of another account are not there, whatever is asked of them', async () => {
    const { video } = await failedVideo()
    const { person: stranger } = await oneAccount()

    expect((await stranger.request('GET', `/projects/${video.id}`)).status).toBe(404)
    expect((await stranger.request('POST', `/projects/${video.id}/retry`)).status).toBe(404)
    expect((await stranger.request('GET', '/projects')).body.data).toEqual([])
    expect((await stranger.request('GET', `/projects?before=${video.id}`)).status).toBe(400)
  })

  test('are for people who are signed in', async () => {
    const answer = await fetch(`${service.url}/api/console/projects`)
    expect(answer.status).toBe(401)
  })
})

describe('a failed video', () => {
  test('is made anew from all that it was asked for with', async () => {
    const asked = {
      title: 'A title',
      metadata: { order: '7' },
      options: { resolution: '1080p', aspect_ratio: '9:16', brand_colour: '#102030', gestures: 'none' },
    }
    const { person, video } = await failedVideo(asked)
    expect((await person.request('GET', `/projects/${video.id}`)).body).toMatchObject({ can_retry: true })

    const { status, body: again } = await tryAgain(person, video.id)

    expect(status).toBe(200)
    expect(again).toMatchObject({ ...asked, presenter_id: 'maya', origin: 'application' })
    expect(again.id).not.toBe(video.id)
    const { body: before } = await person.request('GET', `/projects/${video.id}`)
    expect(before).toMatchObject({ can_retry: false, retried_as: again.id })
    const { body: details } = await person.request('GET', `/projects/${again.id}`)
    expect(details).toMatchObject({ script: `This is ${UNLUCKY}.`, retry_of: video.id })
    expect(before.retry_of).toBeNull()
  })

  test('is made anew once, however often that is asked for', async () => {
    const { person, video } = await failedVideo()

    const answers = await Promise.all([1, 2, 3].map(() => tryAgain(person, video.id)))

    const ids = new Set(answers.map(({ body }) => body.id))
    expect(ids.size).toBe(1)
  })

  test('is made anew once also when its title is changed in between', async () => {
    const { account, person, video } = await failedVideo({ title: 'A title' })
    const { body: again } = await tryAgain(person, video.id)
    await account.request('PATCH', `/videos/${video.id}`, { body: { title: 'Another' } })

    const { status, body } = await tryAgain(person, video.id)

    expect([status, body.id]).toEqual([200, again.id])
  })

  test('is not made anew when its own request was the cause', async () => {
    const { person, video } = await failedVideo({ script: `This is ${UNSPEAKABLE}.` })
    const { body } = await person.request('GET', `/projects/${video.id}`)
    expect(body).toMatchObject({ can_retry: false, error: { retryable: false, action: 'fix_request' } })

    expect((await tryAgain(person, video.id)).status).toBe(400)
  })

  test('names the request that asked for it, also when that was a retry', async () => {
    const { account, person, video } = await failedVideo()
    const again = await tryAgain(person, video.id)
    const { error } = await account.untilStatus(again.body.id, 'failed')
    expect(error.request_id).toBe(again.headers.get('X-Request-Id'))
    expect(error.request_id).not.toBe(video.error.request_id)
  })

  test('that was the second try is not tried a third time', async () => {
    const { account, person, video } = await failedVideo()
    const { body: again } = await tryAgain(person, video.id)
    await account.untilStatus(again.id, 'failed').catch(() => undefined)
    await expect
      .poll(async () => (await person.request('GET', `/projects/${again.id}`)).body.status)
      .toBe('failed')

    const third = await tryAgain(person, again.id)

    expect(third.status).toBe(400)
    expect((await person.request('GET', `/projects/${again.id}`)).body.can_retry).toBe(false)
  })
})

test('a video that is ready is not made anew', async () => {
  const { account, person } = await oneAccount()
  const { body: video } = await account.createVideo()
  await account.untilStatus(video.id, 'ready')

  expect((await tryAgain(person, video.id)).status).toBe(400)
})

test('a double click makes one video', async () => {
  const { person } = await oneAccount()
  const request = { script: 'Once.', presenter_id: 'maya', queue: true, idempotency_key: 'one-form' }

  const answers = await Promise.all([1, 2].map(() => create(person, request)))

  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  expect(answers[0]?.body.id).toBe(answers[1]?.body.id)
})
