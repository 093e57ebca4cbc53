import { request as httpRequest } from 'node:http'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { DrawStillJob } from '../../../src/domain/video/drawing-job.ts'
import type { WorkOptions } from '../../../src/ports/process/work-options.ts'
import { startPictureServer } from '../../support/picture/picture-server.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import type { SignedInPerson } from '../../support/http/signed-in.ts'

interface Drawing {
  readonly job: DrawStillJob
  readonly options: WorkOptions
  finish(): void
}

let service: TestService
/** Stills are drawn when a test says so, while this is set. */
let held: Drawing[] | null = null

beforeAll(async () => {
  service = await startTestService({
    worker: false,
    studio: quickStudio({
      renderer: {
        async drawStill(job, options = {}) {
          const still = Buffer.from(JSON.stringify(job))
          if (held === null) return still
          const line = held
          return new Promise((resolve, reject) => {
            options.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error))
            line.push({ job, options, finish: () => resolve(still) })
          })
        },
      },
    }),
  })
})
afterAll(() => service.stop())

const onePerson = async () => signedIn(service, await service.account(), { role: 'member' })

const drawnFor = async (person: SignedInPerson, body: object) => {
  const answer = await person.request('POST', '/stills', body)
  expect(answer.status).toBe(200)
  const [type, content] = (answer.body.image as string).split(',')
  expect(type).toBe('data:image/jpeg;base64')
  return JSON.parse(Buffer.from(content ?? '', 'base64').toString()) as DrawStillJob
}

test('a still is drawn small, with all options of the video', async () => {
  const options = {
    resolution: '1080p',
    aspect_ratio: '9:16',
    background: { set: 'library' },
    captions: 'burned',
    name_card: { title: 'Ada Kern' },
    brand_colour: '#0F62FE',
    gestures: 'lively',
  }

  const job = await drawnFor(await onePerson(), { presenter_id: 'maya', options })

  expect(job).toEqual({
    presenterId: 'maya',
    format: { width: 540, height: 960, framesPerSecond: 30 },
    style: {
      background: { set: 'library' },
      captions: 'burned',
      nameCard: { title: 'Ada Kern', subtitle: '' },
      brandColour: '#0f62fe',
      gestures: 'lively',
      camera: 'directed',
    },
  })
})

test('what a video would be refused for is refused for a still, member by member', async () => {
  const person = await onePerson()
  const refused = (body: object) => person.request('POST', '/stills', body)

  expect((await refused({})).body.error.fields).toHaveProperty('presenter_id')
  expect((await refused({ presenter_id: 'nobody' })).status).toBe(404)
  expect((await refused({ presenter_id: 'maya', twin_id: 'twin_1' })).status).toBe(400)
  expect((await refused({ twin_id: 'twin_of_another' })).status).toBe(404)
  const options = { background: { image_url: 'http://10.0.0.1/a.jpg' } }
  const linked = await refused({ presenter_id: 'maya', options })
  expect(linked.status).toBe(400)
  expect(Object.keys(linked.body.error.fields)).toEqual(['options.background.image_url'])
  const colour = await refused({ presenter_id: 'maya', options: { brand_colour: 'red' } })
  expect(Object.keys(colour.body.error.fields)).toEqual(['options.brand_colour'])
})

test('a linked picture is fetched once for all stills of an account, and again for another account', async () => {
  const pictures = await startPictureServer()
  const linked = { background: { image_url: `${pictures.url}/picture.png` } }
  const person = await onePerson()

  await drawnFor(person, { presenter_id: 'maya', options: linked })
  await drawnFor(person, { presenter_id: 'omar', options: { ...linked, brand_colour: '#0f62fe' } })
  const blurred = { ...linked, background_blur: 'strong' }
  const { style } = await drawnFor(person, { presenter_id: 'maya', options: blurred })
  expect(style?.background).toMatchObject({ blur: 'strong' })
  expect(pictures.asked).toEqual(['/picture.png'])
  await drawnFor(await onePerson(), { presenter_id: 'maya', options: linked })
  expect(pictures.asked).toHaveLength(2)
  pictures.stop()
})

test('an account has a few stills drawn at a time, and others are not held up by that', async () => {
  const [greedy, other] = [await onePerson(), await onePerson()]
  const line: Drawing[] = (held = [])
  const asked = [1, 2, 3, 4].map(() => greedy.request('POST', '/stills', { presenter_id: 'maya' }))
  await expect.poll(() => line.length).toBe(4)

  const fifth = await greedy.request('POST', '/stills', { presenter_id: 'maya' })
  const others = other.request('POST', '/stills', { presenter_id: 'maya' })
  await expect.poll(() => line.length).toBe(5)

  expect(fifth.status).toBe(429)
  expect(fifth.headers.get('Retry-After')).toBe('1')
  for (const drawing of line) drawing.finish()
  expect((await Promise.all([...asked, others])).map(({ status }) => status)).toEqual(Array(5).fill(200))
  held = null
  expect((await greedy.request('POST', '/stills', { presenter_id: 'maya' })).status).toBe(200)
})

test('a still that nobody waits for any more is given up', async () => {
  const person = await onePerson()
  const line: Drawing[] = (held = [])
  const { hostname, port } = new URL(service.url)
  const asking = httpRequest({
    hostname,
    port,
    method: 'POST',
    path: '/api/console/stills',
    headers: { Origin: service.url, Cookie: person.cookie, 'Content-Type': 'application/json' },
  })
  asking.on('error', () => undefined)
  asking.end(JSON.stringify({ presenter_id: 'maya' }))
  await expect.poll(() => line.length).toBe(1)
  const logged = service.logLines.length

  asking.destroy()

  await expect.poll(() => line[0]?.options.signal?.aborted).toBe(true)
  held = null
  expect((await person.request('POST', '/stills', { presenter_id: 'maya' })).status).toBe(200)
  expect(service.logLines.slice(logged).join('')).not.toContain('unexpectedly')
})
