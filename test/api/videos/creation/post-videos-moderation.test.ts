import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { expectProblem } from '../../../support/http/expect-problem.ts'
import { signedIn } from '../../../support/http/signed-in.ts'
import { createBatchClient, ITEM } from '../../../support/service/batch-client.ts'
import { createTestClient } from '../../../support/service/client.ts'
import { startTestService } from '../../../support/service/service.ts'
import type { TestService } from '../../../support/service/service.ts'
import { startHostileReceiver } from '../../../support/webhook/hostile-receiver.ts'
import type { Behaviour, HostileReceiver } from '../../../support/webhook/hostile-receiver.ts'
import { ALLOW, answer, SILENCES } from '../../../support/webhook/moderation-answers.ts'

type Account = Awaited<ReturnType<TestService['account']>>

const REASON = 'Please do not promise returns on investments.'
const REFUSE = JSON.stringify({ decision: 'refuse', reason: REASON })

let moderation: HostileReceiver
let elsewhere: HostileReceiver
let service: TestService
/** The same service, for when nothing answers: it accepts. */
let openApi: Awaited<ReturnType<TestService['startApi']>>
let account: Account
let behave: Behaviour

beforeAll(async () => {
  moderation = await startHostileReceiver((socket, call) => behave(socket, call))
  elsewhere = await startHostileReceiver((socket) => answer(socket, ALLOW))
  const settings = { url: `${moderation.url}?token=topsecret`, words: ['casino', 'Black  magic'] }
  service = await startTestService({ config: { moderation: { ...settings, whenSilent: 'closed' } } })
  openApi = await service.startApi({ config: { moderation: { ...settings, whenSilent: 'open' } } })
})
afterAll(async () => {
  await openApi.stop()
  await service.stop()
  await moderation.stop()
  await elsewhere.stop()
})
beforeEach(async () => {
  behave = (socket) => answer(socket, ALLOW)
  account = await service.account()
})

/** What was decided for an account. Each decision is counted and logged once; a video that got 503 may have two. */
async function decidedFor({ accountId }: Pick<Account, 'accountId'>): Promise<string[]> {
  const logged = decisionsIn(service.logLines).filter((line) => line['accountId'] === accountId)
  const counts = await service.app.moderationCounts.list(1, accountId)
  return counts.map(({ decidedBy, decision, count }) => {
    const lines = logged.filter((line) => line['by'] === decidedBy && line['decision'] === decision)
    expect(count).toBe(lines.length)
    return `${decidedBy} ${decision}`
  })
}

const decisionsIn = (lines: readonly string[]) =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'decided before a video was accepted')

describe('a service that allows', () => {
  test('is asked once with all that is heard and read in the video, which is then accepted', async () => {
    await account.request('PUT', '/pronunciations/Nguyen', { body: { say_as: 'win' } })
    const { status, headers } = await account.createVideo({
      script: 'Welcome, Nguyen!',
      presenter_id: 'omar',
      title: 'Greeting',
      options: { name_card: { title: 'Ada', subtitle: 'News' } },
    })
    expect(status).toBe(202)
    const requestId = headers.get('X-Request-Id')
    const [call, ...others] = moderation.calls.filter((each) => each.headers['x-request-id'] === requestId)
    expect(others).toEqual([])
    expect(JSON.parse(call!.rawBody)).toEqual({
      account_id: account.accountId,
      test: false,
      script: 'Welcome, Nguyen!',
      title: 'Greeting',
      presenter: 'Omar Idris',
      presenter_id: 'omar',
      twin_id: null,
      name_card: { title: 'Ada', subtitle: 'News' },
      pronunciations: [{ word: 'Nguyen', say_as: 'win' }],
    })
    expect(await decidedFor(account)).toEqual(['service allow'])
  })

  test('is not asked about estimates, nor about what is refused for another reason', async () => {
    const before = moderation.calls.length
    await account.request('POST', '/videos/estimate', { body: { script: 'Hello.', presenter_id: 'maya' } })
    expectProblem(await account.createVideo({ presenter_id: 'nobody' }), 'not_found', {
      presenter_id: 'invalid',
    })
    expect(moderation.calls.length).toBe(before)
    expect(await decidedFor(account)).toEqual([])
  })

  test('learns that a test video is one, and whose', async () => {
    const tests = await service.testData(account.accountId)
    expect((await tests.createVideo()).status).toBe(202)
    const [call] = moderation.calls.slice(-1)
    expect(JSON.parse(call!.rawBody)).toMatchObject({ account_id: account.accountId, test: true })
  })
})

describe('a service that refuses', () => {
  test('has the client told why, and nothing is charged or used', async () => {
    behave = (socket) => answer(socket, REFUSE)
    const key = { 'Idempotency-Key': 'refused-at-first' }
    const refused = await account.createVideo({}, key)
    expectProblem(refused, 'invalid_request', { script: 'not_allowed' })
    const { message, user_message: userMessage, fields } = refused.body.error
    expect([message, userMessage, fields.script.message]).toEqual([REASON, REASON, REASON])
    expect((await account.request('GET', '/allowance/ledger')).body.data).toHaveLength(1)

    behave = (socket) => answer(socket, ALLOW)
    expect((await account.createVideo({}, key)).status).toBe(202)
    expect(await decidedFor(account)).toEqual(['service allow', 'service refuse'])
  })

  test('refuses what is made in the application as well', async () => {
    behave = (socket) => answer(socket, REFUSE)
    const owner = await signedIn(service, account)
    const { status, body } = await owner.request('POST', '/videos', {
      script: 'Hello.',
      presenter_id: 'maya',
    })
    expect([status, body.error.fields.script.code]).toEqual([400, 'not_allowed'])
  })

  test.each([
    ['no reason', { decision: 'refuse' }],
    ['a reason that is no text', { decision: 'refuse', reason: { why: 'no' } }],
    ['a reason without a word', { decision: 'refuse', reason: ' \u0007\u202E ' }],
  ])('is heeded also with %s', async (_, decision) => {
    behave = (socket) => answer(socket, JSON.stringify(decision))
    const refused = await account.createVideo()
    expectProblem(refused, 'invalid_request', { script: 'not_allowed' })
    expect(refused.body.error.message).toBe('This video is not allowed here.')
  })

  test('is told to clients in a sentence of bounded length, without what terminals obey', async () => {
    const reason = `No.\u001B[31m${'x'.repeat(1000)}`
    behave = (socket) => answer(socket, JSON.stringify({ decision: 'refuse', reason }))
    const { message } = (await account.createVideo()).body.error
    expect(message).toMatch(/^No\.\[31mx+$/u)
    expect(message).toHaveLength(500)
  })
})

describe('an item of a batch', () => {
  test('is decided about when it starts: one that is refused fails with the reason, the others are made', async () => {
    behave = (socket, { rawBody }) => answer(socket, rawBody.includes('Promise') ? REFUSE : ALLOW)
    const client = createBatchClient(account)
    const items = [ITEM, { ...ITEM, script: 'Promise much.' }, { ...ITEM, script: 'A casino.' }]
    const { status, body } = await client.createBatch({ items })
    expect(status).toBe(202)
    const ended = await client.untilEnded(body.id)
    expect(ended.items).toMatchObject([
      { status: 'ready', error: null },
      { status: 'failed', error: { code: 'invalid_request', message: REASON } },
      { status: 'failed', error: { code: 'invalid_request', fields: { script: { code: 'not_allowed' } } } },
    ])
    expect(await decidedFor(account)).toEqual(['service allow', 'service refuse', 'words refuse'])
  })
})

describe('an accepted video', () => {
  test('is never asked about again, whatever the service would say now', async () => {
    const key = { 'Idempotency-Key': 'accepted' }
    const { body } = await account.createVideo({}, key)
    const before = moderation.calls.length
    behave = (socket) => answer(socket, REFUSE)
    const repeated = await account.createVideo({}, key)
    expect([repeated.status, repeated.body.id]).toEqual([202, body.id])
    expect(moderation.calls.length).toBe(before)
  })

  test('is what a repeat gets that was sent at the same moment and refused', async () => {
    let both = await twiceAtOnce('twice-at-once')
    // What could not be decided in time says nothing of repeats.
    while (both.first.status === 503) both = await twiceAtOnce(`twice-at-once-${moderation.calls.length}`)
    expect(both.first.status).toBe(202)
    const [one, other] = both.all
    expect([one?.status, other?.status]).toEqual([202, 202])
    expect(one?.body.id).toBe(other?.body.id)
  })

  /** Sends a request twice: the service allows what it is asked first, and refuses the other when the first has its answer. */
  async function twiceAtOnce(key: string) {
    let refuseNow = () => {}
    const allowed = moderation.calls.length + 1
    behave = (socket, { number }) => {
      if (number === allowed) answer(socket, ALLOW)
      else refuseNow = () => answer(socket, REFUSE)
    }
    const requests = [1, 2].map(() => account.askForVideo({}, { 'Idempotency-Key': key }))
    const first = await Promise.race(requests)
    behave = (socket) => answer(socket, REFUSE)
    refuseNow()
    return { first, all: await Promise.all(requests) }
  }
})

const LEADS_AWAY: Behaviour = (socket) =>
  answer(socket, ALLOW, '307 Temporary Redirect', `location: ${elsewhere.url}\r\n`)

describe.each(Object.entries({ ...SILENCES, 'leads elsewhere': LEADS_AWAY }))(
  'a service that %s',
  (_, silence) => {
    test('has clients come back, as long as operators do not say otherwise', async () => {
      behave = silence
      const refused = await account.askForVideo()
      expectProblem(refused, 'service_unavailable')
      expect(refused.body.error.message).toContain('does not answer')
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
      expect((await account.request('GET', '/videos')).body.data).toEqual([])
      expect(await decidedFor(account)).toEqual(['silence refuse'])
      expect(elsewhere.calls).toEqual([])
    })

    test('keeps no video from being made where they do', async () => {
      behave = silence
      const { status } = await createTestClient(openApi.url, account.key).createVideo()
      expect(status).toBe(202)
      expect(await decidedFor(account)).toEqual(['silence allow'])
    })
  },
)

describe('the list of words', () => {
  test.each<[string, string, object]>([
    ['script', 'casino', { script: 'Come to our CASINO!' }],
    ['script', 'Black  magic', { script: 'It is black-\nmagic.' }],
    ['title', 'casino', { title: 'The Casíno' }],
    [
      'options.name_card.subtitle',
      'casino',
      { options: { name_card: { title: 'Ada', subtitle: 'Casino' } } },
    ],
  ])('refuses a video for its %s, names “%s”, and the service is not asked', async (field, phrase, body) => {
    const before = moderation.calls.length
    const refused = await account.createVideo(body)
    expectProblem(refused, 'invalid_request', { [field]: 'not_allowed' })
    expect(refused.body.error.message).toBe(`Videos may not contain “${phrase}” here.`)
    expect(moderation.calls.length).toBe(before)
    expect(await decidedFor(account)).toEqual(['words refuse'])
  })

  test('is held against what is said instead of a word', async () => {
    await account.request('PUT', '/pronunciations/Nguyen', { body: { say_as: 'casino' } })
    expectProblem(await account.createVideo({ script: 'Hello Nguyen.' }), 'invalid_request', {
      script: 'not_allowed',
    })
  })

  test('alone decides where there is no service', async () => {
    const words = await service.startApi({
      config: { moderation: { url: null, words: ['casino'], whenSilent: 'closed' } },
    })
    const client = createTestClient(words.url, account.key)
    expect((await client.createVideo()).status).toBe(202)
    expect((await client.createVideo({ script: 'Casino.' })).status).toBe(400)
    expect(await decidedFor(account)).toEqual(['words allow', 'words refuse'])
    await words.stop()
  })
})

test('every decision is in the log, and nothing of what a video says, nor the address that was asked', async () => {
  const from = service.logLines.length
  behave = (socket) => answer(socket, REFUSE)
  const { headers } = await account.createVideo({ script: 'Xylophone quartet.', title: 'Zeppelin' })
  behave = (socket) => answer(socket, 'nonsense')
  await account.askForVideo({ script: 'Xylophone quartet.' })
  await account.createVideo({ script: 'A casino.' })
  const lines = service.logLines.slice(from)
  expect(decisionsIn(lines)).toMatchObject([
    {
      accountId: account.accountId,
      requestId: headers.get('X-Request-Id'),
      decision: 'refuse',
      by: 'service',
      durationMs: expect.any(Number),
    },
    { decision: 'refuse', by: 'silence', why: 'the answer is no decision' },
    { decision: 'refuse', by: 'words', field: 'script' },
  ])
  expect(lines.join('\n')).not.toMatch(/xylophone|zeppelin|casino|returns on investments|topsecret/iu)
})
