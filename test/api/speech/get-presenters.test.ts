import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService
let account: Awaited<ReturnType<TestService['account']>>

const like = { role: '', voiceId: 'flite:slt', renderer: 'house', dataSha256: '' }
const CATALOGUE = [
  { ...like, id: 'maya', name: 'Maya Lindqvist', gender: 'female' as const, language: 'en-US' },
  { ...like, id: 'omar', name: 'Omar Idris', gender: 'male' as const, language: 'en-US' },
  { ...like, id: 'zoe', name: 'Zoë Müller', gender: 'female' as const, language: 'de-DE' },
]

beforeAll(async () => {
  const studio = quickStudio({ renderer: { presenters: () => CATALOGUE } })
  service = await startTestService({ studio, worker: false })
  account = await service.account()
})
afterAll(() => service.stop())

const search = (q: string) => account.request('GET', `/presenters?q=${encodeURIComponent(q)}`)

describe('200', () => {
  test('the list has the members of every list, and each presenter the six of the specification', async () => {
    const { status, body } = await account.request('GET', '/presenters')
    expect(status).toBe(200)
    expect(body).toMatchObject({ has_more: false, next_before: null })
    expect(Object.keys(body).toSorted()).toEqual(['data', 'has_more', 'next_before'])
    expect(body.data).toHaveLength(3)
    expect(body.data[0]).toEqual({
      id: 'maya',
      name: 'Maya Lindqvist',
      gender: 'female',
      language: 'en-US',
      thumbnail_url: `${service.url}/media/presenters/maya/thumbnail.jpg`,
      preview_video_url: `${service.url}/media/presenters/maya/preview.mp4`,
    })
  })

  test.each([
    ['', ['maya', 'omar', 'zoe']],
    ['   ', ['maya', 'omar', 'zoe']],
    ['maya', ['maya']],
    ['MAYA', ['maya']],
    ['lind', ['maya']],
    ['male', ['omar']],
    ['female', ['maya', 'zoe']],
    ['zoe', ['zoe']],
    ['muller', ['zoe']],
    ['MÜLLER', ['zoe']],
    ['en-us', ['maya', 'omar']],
    ['english', ['maya', 'omar']],
    ['german female', ['zoe']],
    ['idris omar', ['omar']],
    ['maya male', []],
    ['nobody', []],
    ['.*', []],
    ['%', []],
    ['\u0000', []],
  ])('the search %j finds %j', async (q, ids) => {
    const { status, body } = await search(q)
    expect(status).toBe(200)
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids)
  })
})

describe('400 invalid_request', () => {
  test('a search text of more than 200 characters is too long', async () => {
    expectProblem(await search('x'.repeat(201)), 'invalid_request', { q: 'too_long' })
  })

  test('two search texts are one too many', async () => {
    expectProblem(await account.request('GET', '/presenters?q=a&q=b'), 'invalid_request', { q: 'invalid' })
  })
})
