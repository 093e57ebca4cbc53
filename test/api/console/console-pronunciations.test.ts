import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { makingFailure } from '../../../src/domain/video/making-failure.ts'
import type { SpeakPartRequest } from '../../../src/domain/speech/speech-job.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import type { SignedInPerson } from '../../support/http/signed-in.ts'

let service: TestService
const spoken: SpeakPartRequest[] = []
/** Speaking waits for this. */
let held: Promise<void> = Promise.resolve()

beforeAll(async () => {
  const quick = quickStudio()
  const speaker = {
    ...quick.speaker,
    async speakPart(request: SpeakPartRequest) {
      spoken.push(request)
      await held
      if (request.script === 'silent') throw makingFailure('SpeechImpossible', 'There is nothing to say.')
      await quick.speaker.speakPart(request)
    },
  }
  service = await startTestService({ studio: { ...quick, speaker }, worker: false })
})
afterAll(() => service.stop())

async function member() {
  return signedIn(service, await service.account(), { role: 'member' })
}

/** The answer as it came: a sound is no JSON. */
function say(person: SignedInPerson, body: object): Promise<Response> {
  return fetch(`${service.url}/api/console/pronunciations/say`, {
    method: 'POST',
    headers: { Origin: service.url, 'Content-Type': 'application/json', Cookie: person.cookie },
    body: JSON.stringify(body),
  })
}

describe('a word that is tried', () => {
  test('is heard as it would be said, and nothing is kept', async () => {
    const person = await member()
    const answer = await say(person, { word: 'Nguyen', say_as: 'nwin' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('audio/mp4')
    expect(await answer.text()).toBe('Nguyen')
    expect(spoken.at(-1)).toMatchObject({
      script: 'Nguyen',
      pronunciations: [{ word: 'Nguyen', sayAs: 'nwin' }],
      voiceId: expect.stringMatching(/^flite:/u),
    })
    expect((await person.request('GET', '/pronunciations')).body.data).toEqual([])
  })

  test('is heard in a sentence, as it is written, and by the chosen voice', async () => {
    const person = await member()
    const [, second] = (await person.request('GET', '/voices')).body.data
    await say(person, { word: 'Nguyen', sentence: 'Please welcome Nguyen.', voice_id: second.id })
    expect(spoken.at(-1)).toMatchObject({ script: 'Please welcome Nguyen.', pronunciations: [] })
    const [starred] = await service.query<{ engine_voice_id: string }>(
      'select engine_voice_id from account_voices where id = $1',
      [second.id],
    )
    expect(spoken.at(-1)!.voiceId).toBe(starred!.engine_voice_id)
  })

  test.each([
    ['two words', { word: 'New York' }, 'word'],
    ['no word', { word: '' }, 'word'],
    ['a word that is too long', { word: 'x'.repeat(61) }, 'word'],
    ['nothing that can be said', { word: 'Nguyen', say_as: '東京' }, 'say_as'],
    ['far too many words', { word: 'Nguyen', say_as: '√'.repeat(100) }, 'say_as'],
    ['a sentence that is too long', { word: 'Nguyen', sentence: 'so '.repeat(39) }, 'sentence'],
    ['a member that is unknown', { word: 'Nguyen', speed: 2 }, 'speed'],
  ])('is refused with %s', async (_, body, field) => {
    const answer = await say(await member(), body)
    expect(answer.status).toBe(400)
    const { error } = (await answer.json()) as { error: { fields: object } }
    expect(Object.keys(error.fields)).toContain(field)
  })

  test('that the voice cannot say is told at the word', async () => {
    const person = await member()
    const answer = await person.request('POST', '/pronunciations/say', { word: 'silent' })
    expectProblem(answer, 'invalid_request', { word: 'invalid' })
    expect(answer.body.error.fields.word.message).toBe('There is nothing to say.')
  })

  test('is not spoken by a voice of another account', async () => {
    const [person, stranger] = [await member(), await member()]
    const [theirs] = (await stranger.request('GET', '/voices')).body.data
    const answer = await person.request('POST', '/pronunciations/say', { word: 'so', voice_id: theirs.id })
    expectProblem(answer, 'not_found')
  })

  test('is spoken for people who are signed in alone', async () => {
    const answer = await fetch(`${service.url}/api/console/pronunciations/say`, {
      method: 'POST',
      headers: { Origin: service.url, 'Content-Type': 'application/json' },
      body: JSON.stringify({ word: 'so' }),
    })
    expect(answer.status).toBe(401)
  })
})

describe('words that are tried', () => {
  test('are few at a time for one account, and hold nobody else up', async () => {
    const [person, other] = [await member(), await member()]
    let letGo = () => {}
    held = new Promise((resolve) => {
      letGo = resolve
    })
    const before = spoken.length
    const first = [say(person, { word: 'one' }), say(person, { word: 'two' })]
    await expect.poll(() => spoken.length).toBe(before + 2)
    const third = await person.request('POST', '/pronunciations/say', { word: 'three' })
    expectProblem(third, 'rate_limited')
    const others = say(other, { word: 'one' })
    await expect.poll(() => spoken.length).toBe(before + 3)
    letGo()
    for (const answer of await Promise.all([...first, others])) expect(answer.status).toBe(200)
    expect((await say(person, { word: 'three' })).status).toBe(200)
  })

  test('are at most twenty in a minute', async () => {
    const person = await member()
    for (let word = 0; word < 20; word += 1) expect((await say(person, { word: 'so' })).status).toBe(200)
    const answer = await person.request('POST', '/pronunciations/say', { word: 'so' })
    expectProblem(answer, 'rate_limited')
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(30)
  })
})
