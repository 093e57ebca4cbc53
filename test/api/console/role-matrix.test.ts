import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { SIGN_IN_ROUTES } from '../../../src/api/sign-in.ts'
import { ENDPOINTS } from '../../../src/api/v1/endpoints.ts'
import { CONSOLE_ROUTES, filled, ROLES, startConsoleWorld } from '../../support/http/console-world.ts'
import { SAMPLES } from '../../support/http/console-samples.ts'
import type { ConsoleRole, ConsoleWorld } from '../../support/http/console-world.ts'
import { CONSOLE } from '../../support/http/role-matrix.ts'
import { SIGN_IN_SAMPLES } from '../../support/http/every-endpoint.ts'
import type { RecordedTwin } from '../../support/twin/recorded-twin.ts'

/** Whose something is that only its own account finds: version 1 answers 404 to the key of another one. */
const isOfOneAccount = (method: string, path: string) => path.includes(':') && method !== 'PUT'

const OF_A_RECORDING: ReadonlySet<ConsoleRole> = new Set(['recording', 'copied', 'kept'])

let world: ConsoleWorld
/** Whose link version 1 is shown, where it is worth nothing. */
let shownRecording: RecordedTwin
const keptLinks = new Map<RecordedTwin, string>()

beforeAll(async () => {
  world = await startConsoleWorld()
  shownRecording = await world.record()
})
afterAll(() => world.stop())

/** What a link of that kind gives whoever holds it, in all places where an endpoint could look for it. */
async function linkOf(role: ConsoleRole, recording: () => Promise<RecordedTwin>): Promise<string | null> {
  if (role === 'invitation') return (await world.invite()).token
  if (role === 'reset') return (await world.inviteToReset()).token
  if (role === 'kept') return keptLink(await recording())
  if (OF_A_RECORDING.has(role)) return (await recording()).token
  return role === 'setup' ? world.service.app.setupCode : null
}

/** A link that the person keeps, once their twin is there. */
async function keptLink(recording: RecordedTwin): Promise<string> {
  const known = keptLinks.get(recording)
  if (known !== undefined) return known
  await recording.complete()
  const link = await recording.keepLink()
  keptLinks.set(recording, link)
  return link
}

/** A recording of whoever asks, begun when it is first used: most endpoints are about something else. */
function recordedOnce(): () => Promise<RecordedTwin> {
  let recording: Promise<RecordedTwin> | undefined
  return () => (recording ??= world.record())
}

async function statusFor(role: ConsoleRole, { route, method, path }: (typeof CONSOLE_ROUTES)[number]) {
  const { params, body } = SAMPLES[route] ?? {}
  const isAboutIt = path.startsWith('/recording')
  // Elsewhere the link of a recording is worth nothing, whichever it is.
  const isOfNoUse = OF_A_RECORDING.has(role) && !isAboutIt
  const recording = isOfNoUse ? () => Promise.resolve(shownRecording) : recordedOnce()
  const person = world[role as 'owner'] as ConsoleWorld['owner'] | undefined
  const link = await linkOf(role, recording)
  const sent = { ...body, ...(body && 'token' in body && link !== null && { token: link }) }
  const answer = await fetch(
    `${world.service.url}/api/console${filled(path, (await params?.(world, recording)) ?? {})}`,
    {
      method,
      headers: {
        Origin: world.service.url,
        'Content-Type': 'application/json',
        ...(person && { Cookie: person.cookie }),
        // Of the browser that records.
        ...(role === 'recording' && { Cookie: (await recording()).cookie }),
        // Signed in, and all the same in another browser than the one that records.
        ...(role === 'copied' && isAboutIt && { Cookie: world.owner.cookie }),
        ...(link !== null && { 'X-Recording-Token': link, Authorization: `Bearer ${link}` }),
      },
      ...(body && { body: JSON.stringify(sent) }),
    },
  )
  // Not read: an answer that lasts has no end.
  await answer.body?.cancel()
  return answer.status
}

/** Let in: whatever the answer says of the request. */
const shown = (status: number) =>
  [401, 403, 404, 429].includes(status) || status >= 500 ? String(status) : 'in'

test('the table has every endpoint of the application, and no other', () => {
  expect(Object.keys(CONSOLE).toSorted()).toEqual(CONSOLE_ROUTES.map(({ route }) => route).toSorted())
})

describe('the application lets in whom it should, and nobody else:', () => {
  test.each(CONSOLE_ROUTES)('$route', async (console) => {
    const expected = (CONSOLE[console.route] ?? '').trim().split(/ +/u)
    expect(expected).toHaveLength(ROLES.length)
    const answers: string[] = []
    for (const role of ROLES) answers.push(shown(await statusFor(role, console)))
    const named = (row: readonly string[]) => Object.fromEntries(ROLES.map((role, at) => [role, row[at]]))
    expect(named(answers)).toEqual(named(expected))
  })
})

describe('version 1 lets in the key of an account alone:', () => {
  test.each(ENDPOINTS.map(({ method, path }) => ({ method: method.toUpperCase(), path })))(
    '$method $path',
    async ({ method, path }) => {
      const route = `${method} ${path}`
      const { params, body } = SAMPLES[route] ?? {}
      const target = async () =>
        filled(path, (await params?.(world, () => Promise.resolve(shownRecording))) ?? {})
      const ask = async (headers: Record<string, string>) => {
        const answer = await fetch(`${world.service.url}/api/v1${await target()}`, {
          method,
          redirect: 'manual',
          headers: { 'Content-Type': 'application/json', ...headers },
          ...(body && { body: JSON.stringify(body) }),
        })
        await answer.body?.cancel()
        return shown(answer.status)
      }
      const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
      const strangers = [
        {},
        { Cookie: world.owner.cookie, Origin: world.service.url },
        { Cookie: world.operator.cookie, Origin: world.service.url },
        bearer((await world.invite()).token),
        bearer(shownRecording.token),
        bearer(world.service.app.setupCode),
        { 'X-Recording-Token': shownRecording.token },
      ]
      for (const headers of strangers) expect(await ask(headers)).toBe('401')
      const other = await world.service.account()
      expect(await ask(bearer(other.key))).toBe(isOfOneAccount(method, path) ? '404' : 'in')
      expect(await ask(bearer(world.account.key))).toBe('in')
    },
  )
})

test('a key is no session: the application does not know it', async () => {
  const { account, service } = world
  for (const { method, path, route } of CONSOLE_ROUTES.filter(({ route: name }) =>
    (CONSOLE[name] ?? '').includes('401'),
  )) {
    const answer = await fetch(`${service.url}/api/console${filled(path, {})}`, {
      method,
      headers: { Authorization: `Bearer ${account.key}`, Origin: service.url },
    })
    await answer.arrayBuffer()
    expect(`${route} ${answer.status}`).toBe(`${route} 401`)
  }
})

describe('sign-in lets nobody act for a person who is not signed in:', () => {
  const password = 'correct horse battery staple'
  const isOpen = (path: string) => path.endsWith('/sign-in/email') || path.endsWith('/sign-out')
  // Last, as those who have signed out ask nothing more.
  const routes = SIGN_IN_ROUTES.toSorted(
    (one, other) => Number(isOpen(one.path)) - Number(isOpen(other.path)),
  )

  test.each(routes)('$path', async ({ path }) => {
    const email = world.member.email
    const body = path.endsWith('/sign-in/email') ? { email, password } : (SIGN_IN_SAMPLES[path] ?? {})
    const answers: Record<string, string> = {}
    for (const role of ROLES) {
      const person = world[role as 'owner'] as ConsoleWorld['owner'] | undefined
      const link = await linkOf(role, () => Promise.resolve(shownRecording))
      await world.service.query('delete from sign_in_attempts')
      const answer = await fetch(world.service.url + path, {
        method: 'POST',
        headers: {
          Origin: world.service.url,
          'Content-Type': 'application/json',
          ...(person && { Cookie: person.cookie }),
          ...(link !== null && { 'X-Recording-Token': link, Authorization: `Bearer ${link}` }),
        },
        body: JSON.stringify(body),
      })
      await answer.arrayBuffer()
      answers[role] = shown(answer.status)
    }
    const signedInOnes = new Set<ConsoleRole>(['member', 'owner', 'operator', 'stranger'])
    const expected = ROLES.map((role) => [role, isOpen(path) || signedInOnes.has(role) ? 'in' : '401'])
    expect(answers).toEqual(Object.fromEntries(expected))
  })
})
