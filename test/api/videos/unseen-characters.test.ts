import { connect } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { SAMPLES } from '../../support/http/console-samples.ts'
import { CONSOLE_ROUTES, filled, startConsoleWorld } from '../../support/http/console-world.ts'
import type { ConsoleWorld } from '../../support/http/console-world.ts'
import type { RecordedTwin } from '../../support/twin/recorded-twin.ts'

/** A terminal's title, colours, an end of the line, and writing from right to left. */
const UNSEEN = [
  '\u001b]0;owned\u0007',
  '\u001b[31mred',
  'two\nlines',
  '\u009b31m',
  'a\u202eb',
  'a\u2066b',
  'a\0b',
]

/** What is wrong with the text is the answer. */
const TELLS = new Set(['POST /webhooks/endpoint/check'])

let world: ConsoleWorld
let recording: RecordedTwin

beforeAll(async () => {
  world = await startConsoleWorld()
  recording = await world.record()
})
afterAll(() => world.stop())

/** Asks as somebody who may do everything: an operator who owns the account, with a link of each kind. */
async function ask(method: string, path: string, body?: object, person = world.owner) {
  const answer = await fetch(`${world.service.url}/api/console${path}`, {
    method,
    headers: {
      Origin: world.service.url,
      'Content-Type': 'application/json',
      'X-Recording-Token': recording.token,
      Cookie: person.cookie,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Whoever is let in to an endpoint of operators. */
const whoFor = (path: string) =>
  /^\/(?:operations|plan-requests)/u.test(path) ? world.operator : world.owner

/** A body as often as it has texts, each time with something else in one of them. */
function* spoiled(body: object, text: string): Generator<object> {
  for (const [name, value] of Object.entries(body)) {
    // A password is nothing but what it is: nobody is shown it, and it is not kept.
    if (typeof value === 'string' && !name.includes('password')) yield { ...body, [name]: text }
  }
}

describe('what the database cannot hold is the fault of whoever sends it:', () => {
  const withParameters = CONSOLE_ROUTES.filter(({ path }) => path.includes(':'))
  test.each(withParameters)('NUL in the path of $route', async ({ route, method, path }) => {
    const names = [...path.matchAll(/:(\w+)/gu)].map(([, name]) => name!)
    const { body } = SAMPLES[route] ?? {}
    for (const name of names) {
      const params = { ...Object.fromEntries(names.map((each) => [each, '0'])), [name]: 'a%00b' }
      const { status } = await ask(method, filled(path, params), body, whoFor(path))
      expect([400, 404]).toContain(status)
    }
  })

  const withBodies = CONSOLE_ROUTES.filter(({ route }) => SAMPLES[route]?.body)
  test.each(withBodies)('NUL in the body of $route', async ({ route, method, path }) => {
    const { body = {}, params } = SAMPLES[route] ?? {}
    for (const sent of spoiled(body, 'a\0b')) {
      const target = filled(path, (await params?.(world, () => Promise.resolve(recording))) ?? {})
      const { status } = await ask(method, target, sent, whoFor(path))
      expect(TELLS.has(route) ? [200] : [400, 404]).toContain(status)
    }
  })

  test.each([
    '/projects?search=a%00b',
    '/projects?before=a%00b',
    '/deliveries?before=a%00b',
    '/videos?before=a%00b',
    '/webhooks/events?before=a%00b',
    '/allowance/ledger?before=a%00b',
  ])('NUL in the query of %s', async (path) => {
    expect((await ask('GET', path)).status).toBe(400)
  })

  test('NUL in the email address of a sign-in', async () => {
    const answer = await fetch(`${world.service.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { Origin: world.service.url, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: '"a\0"@b.example', password: 'correct horse battery staple' }),
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_request' } })
  })

  test('and none of it is logged as an error of ours', () => {
    expect(world.service.logLines.filter((line) => line.includes('failed unexpectedly'))).toEqual([])
  })
})

test('a name that is refused leaves its link as it was', async () => {
  const { token } = await world.invite()
  const joining = { token, name: 'a\0b', password: 'correct horse battery staple' }
  expect((await ask('POST', '/join', joining)).status).toBe(400)
  expect((await ask('POST', '/join', { ...joining, name: 'Kim' })).status).toBe(200)
})

describe('characters that nobody sees are in no name:', () => {
  test.each([
    ['POST', '/keys', { name: '' }, 'name'],
    ['PUT', '/profile', { name: '' }, 'name'],
    ['POST', '/twin-studio/recordings', { name: '', who: 'somebody' }, 'name'],
    ['POST', '/join', { token: 'x', name: '', password: 'correct horse battery staple' }, 'name'],
    [
      'POST',
      '/setup',
      { code: 'x', name: '', email: 'a@example.com', password: 'correct horse battery staple' },
      'name',
    ],
    ['POST', '/recording/consent', { full_name: '', ticked: [], locale: 'en' }, 'full_name'],
    ['GET', '/projects', {}, 'search'],
  ])('%s %s', async (method, path, body, field) => {
    for (const unseen of UNSEEN) {
      const query = method === 'GET' ? `?${field}=${encodeURIComponent(unseen)}` : ''
      const answer = await ask(method, `${path}${query}`, query ? undefined : { ...body, [field]: unseen })
      expect(answer.status).toBe(400)
      expect(JSON.parse(answer.text).error.fields).toHaveProperty(field)
    }
  })

  test('what operators write may have several lines, and nothing else', async () => {
    const { id } = (await world.owner.request('POST', '/plans/growth/order')).body.request
    const decide = (note: string) =>
      ask('POST', `/plan-requests/${id}/decision`, { verdict: 'declined', note }, world.operator)
    for (const unseen of UNSEEN.filter((text) => !text.includes('\n')))
      expect((await decide(unseen)).status).toBe(400)
    expect((await decide('Not now.\nIn spring, perhaps.')).status).toBe(200)
  })

  test('and names in any writing stay as they are', async () => {
    for (const name of ['Zoë Ångström', '李小龍', 'نگار', 'क्षमा', 'O’Brien–Smith', '👩🏽‍💻 Robin']) {
      expect(await ask('PUT', '/profile', { name })).toMatchObject({ status: 200 })
    }
  })
})

test('a client that goes while it sends is no error of the service', async () => {
  const { url } = world.service
  const { port } = new URL(url)
  const asked = () => world.service.logLines.filter((line) => line.includes('"msg":"request"')).length
  const before = asked()
  const paths = [
    '/api/auth/sign-in/email',
    '/api/console/keys',
    '/api/console/recording/takes/tak_1/chunks/0',
  ]
  for (const path of paths) {
    const socket = connect(Number(port), '127.0.0.1')
    const method = path.includes('chunks') ? 'PUT' : 'POST'
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nSec-Fetch-Site: same-origin\r\n` +
        `Cookie: ${world.owner.cookie}\r\nX-Recording-Token: ${recording.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":',
      () => socket.resetAndDestroy(),
    )
  }
  await expect.poll(asked).toBe(before + paths.length)
  expect(world.service.logLines.filter((line) => line.includes('failed unexpectedly'))).toEqual([])
})
