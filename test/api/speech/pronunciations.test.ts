import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { SpeakPartRequest } from '../../../src/domain/speech/speech-job.ts'
import type { TestClient } from '../../support/service/client.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService
/** What the speaker was asked for, by script. */
const spoken = new Map<string, SpeakPartRequest>()

beforeAll(async () => {
  const quick = quickStudio()
  const speaker = {
    ...quick.speaker,
    speakPart: (request: SpeakPartRequest) => {
      spoken.set(request.script, request)
      return quick.speaker.speakPart(request)
    },
  }
  service = await startTestService({ studio: { ...quick, speaker } })
})
afterAll(() => service.stop())

const at = (word: string) => `/pronunciations/${encodeURIComponent(word)}`
const put = (client: TestClient, word: string, sayAs: unknown) =>
  client.request('PUT', at(word), { body: { say_as: sayAs } })

describe('a pronunciation', () => {
  test('is set, read, listed by word, replaced and deleted', async () => {
    const account = await service.account()
    const set = await put(account, 'Nguyen', 'win')
    expect(set.status).toBe(200)
    expect(set.body).toEqual({ word: 'Nguyen', say_as: 'win', updated_at: expect.any(String) })
    await put(account, 'AcmeOS', 'ack me O S')
    expect((await put(account, 'Nguyen', 'nwin')).body.say_as).toBe('nwin')
    expect((await account.request('GET', at('Nguyen'))).body.say_as).toBe('nwin')
    const list = await account.request('GET', '/pronunciations')
    expect(list.body).toMatchObject({ has_more: false, next_before: null })
    expect(list.body.data.map(({ word }: { word: string }) => word)).toEqual(['AcmeOS', 'Nguyen'])
    const deleted = await account.request('DELETE', at('Nguyen'))
    expect(deleted.body).toEqual({ word: 'Nguyen', deleted: true })
    expectProblem(await account.request('GET', at('Nguyen')), 'not_found')
    expectProblem(await account.request('DELETE', at('Nguyen')), 'not_found')
  })

  test.each(['C++', 'TCP/IP', '100%', 'Zoë', '東京', 'constructor', 'toString', "d'Or", '#1', 'a&b'])(
    'can be of the word %s',
    async (word) => {
      const account = await service.account()
      expect((await put(account, word, 'so')).body.word).toBe(word)
      expect((await account.request('GET', at(word))).body.say_as).toBe('so')
      expect((await account.request('DELETE', at(word))).status).toBe(200)
    },
  )

  test('is found however the characters of its word are composed', async () => {
    const account = await service.account()
    await put(account, 'Zoe\u0308', 'zoh ee')
    expect((await account.request('GET', at('Zo\u00EB'))).body.say_as).toBe('zoh ee')
  })

  test('keeps capitals apart from small letters', async () => {
    const account = await service.account()
    await put(account, 'US', 'you ess')
    expectProblem(await account.request('GET', at('us')), 'not_found')
  })
})

describe('a word that no script can hold', () => {
  test.each([
    ['NUL', '\0', 'invalid'],
    ['NUL inside', 'a\0b', 'invalid'],
    ['a line break', '\n', 'invalid'],
    ['only punctuation', '!!!', 'invalid'],
    ['4,000 characters', 'x'.repeat(4000), 'too_long'],
    ['what grows when it is written in one way', '\uFDFA'.repeat(20), 'too_long'],
  ])('such as %s, names nothing and cannot be set', async (_, word, code) => {
    const account = await service.account()
    expectProblem(await account.request('GET', at(word)), 'not_found')
    expectProblem(await account.request('DELETE', at(word)), 'not_found')
    expectProblem(await put(account, word, 'so'), 'invalid_request', { word: code })
  })
})

describe('400', () => {
  test.each([
    ['two words', 'a b', 'invalid'],
    ['a line break', 'a\nb', 'invalid'],
    ['punctuation at the end', 'Yahoo!', 'invalid'],
    ['only punctuation', '!!!', 'invalid'],
    ['characters that are not seen', 'a\u200Bb', 'invalid'],
    ['61 characters', 'x'.repeat(61), 'too_long'],
    ['what grows when it is written in one way', '\uFDFA'.repeat(20), 'too_long'],
  ])('a word with %s', async (_, word, code) => {
    const answer = await put(await service.account(), word, 'so')
    expectProblem(answer, 'invalid_request', { word: code })
  })

  test.each([
    ['nothing', '', 'invalid'],
    ['only signs', '?!', 'invalid'],
    ['letters that English does not read', 'Привет', 'invalid'],
    ['121 characters', 'x'.repeat(121), 'too_long'],
    ['thirteen words', 'a b c d e f g h i j k l m', 'too_long'],
    ['signs that come to many words', 'a√√√√√√√√', 'too_long'],
    ['digits that come to many letters', '777 777 777 777', 'too_long'],
    ['a number', 5, 'invalid'],
    ['a lone surrogate', 'a\uD800', 'invalid'],
  ])('a say_as of %s', async (_, sayAs, code) => {
    const answer = await put(await service.account(), 'word', sayAs)
    expectProblem(answer, 'invalid_request', { say_as: code })
  })

  test('an account has a thousand at most; those it has can still be changed', async () => {
    const account = await service.account()
    await service.query(
      `insert into pronunciations (account_id, word, say_as) select $1, 'word' || n, 'so' from generate_series(1, 1000) n`,
      [account.accountId],
    )
    const answer = await put(account, 'onemore', 'so')
    expectProblem(answer, 'invalid_request', { word: 'too_long' })
    expect((await put(account, 'word7', 'seven')).body.say_as).toBe('seven')
  })
})

test('of two that are set at once, only one has the last of the thousand places', async () => {
  const account = await service.account()
  await service.query(
    `insert into pronunciations (account_id, word, say_as) select $1, 'word' || n, 'so' from generate_series(1, 999) n`,
    [account.accountId],
  )
  const letGo = await holdInserts()
  const answers = Promise.all([put(account, 'one', 'so'), put(account, 'other', 'so')])
  await expect.poll(waitingConnections, PATIENTLY).toBe(2)
  await letGo()
  expect((await answers).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  expect((await account.request('GET', '/pronunciations')).body.data).toHaveLength(1000)
})

/** Has every pronunciation that is being inserted wait; lets them go, and all later ones, when called. */
async function holdInserts(): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: service.databaseUrl })
  await holder.connect()
  await holder.query(`
    create function wait_for_test() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(1); return new; end';
    create trigger wait_for_test before insert on pronunciations for each row execute function wait_for_test();
    select pg_advisory_lock(1)`)
  return async () => {
    await holder.end()
    await service.query('drop function wait_for_test cascade')
  }
}

async function waitingConnections(): Promise<number> {
  const [row] = await service.query<{ waiting: number }>(
    `select count(*)::integer as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row!.waiting
}

test('no account sees, changes or deletes another’s', async () => {
  const [one, other] = [await service.account(), await service.account()]
  await put(one, 'Nguyen', 'nwin')
  expectProblem(await other.request('GET', at('Nguyen')), 'not_found')
  expectProblem(await other.request('DELETE', at('Nguyen')), 'not_found')
  expect((await other.request('GET', '/pronunciations')).body.data).toEqual([])
  await put(other, 'Nguyen', 'win')
  expect((await one.request('GET', at('Nguyen'))).body.say_as).toBe('nwin')
})

describe('a video', () => {
  test('is spoken with what held when it was accepted, and only with what its script can hold', async () => {
    const account = await service.account()
    await put(account, 'nguyen', 'nwin')
    await put(account, 'elsewhere', 'else wear')
    const script = 'Hello, Nguyen!'
    const { body } = await account.createVideo({ script })
    await put(account, 'nguyen', 'changed')
    await account.untilStatus(body.id, 'ready')
    expect(spoken.get(script)?.pronunciations).toEqual([{ word: 'nguyen', sayAs: 'nwin' }])
  })

  test('keeps the script’s spelling in its captions', async () => {
    const account = await service.account()
    await put(account, 'nginx', 'engine X')
    const { body } = await account.createVideo({ script: 'We run nginx.' })
    const { captions } = await account.untilStatus(body.id, 'ready')
    const text = await (await fetch(captions.vtt_url)).text()
    expect(text).toContain('We run nginx.')
  })

  test('is deleted with what was kept for its script', async () => {
    const account = await service.account()
    await put(account, 'nginx', 'engine X')
    const { body } = await account.createVideo({ script: 'nginx again' })
    await account.untilStatus(body.id, 'ready')
    await account.request('DELETE', `/videos/${body.id}`)
    const rows = await service.query('select video_id from video_scripts where video_id = $1', [body.id])
    expect(rows).toEqual([])
  })

  test('is estimated with it', async () => {
    const account = await service.account()
    const estimate = async () =>
      (
        await account.request('POST', '/videos/estimate', {
          body: { script: 'ABBA '.repeat(40), presenter_id: 'maya' },
        })
      ).body
    const before = await estimate()
    await put(account, 'abba', 'a very very long way to say four letters once again')
    const after = await estimate()
    expect(after.video_seconds).toBeGreaterThan(2 * before.video_seconds)
    expect(after.expected_duration_seconds).toBeLessThan(after.video_seconds)
  })
})
