import { TAKE_PARTS } from '../../../src/domain/twin/twin-take.ts'
import { CONSENT_TEXTS } from '../../../src/domain/twin/twin-consent.ts'
import type { RecordedTwin } from '../twin/recorded-twin.ts'
import type { TestService } from '../service/service.ts'
import { makeEndpoint } from '../webhook/event-endpoint.ts'
import type { ConsoleWorld } from './console-world.ts'
import type { SignedInPerson } from './signed-in.ts'

/** A request that an endpoint would do what it is for. */
export interface Sample {
  readonly body?: object
  /** The parameters of its path, each of something that is there; of takes, one of this recording, begun where it is used. */
  params?(
    world: ConsoleWorld,
    recording: () => Promise<RecordedTwin>,
  ): Promise<Readonly<Record<string, string>>>
}

const ZEROS = '0'.repeat(64)
const SCRIPT = { script: 'Hello there.', presenter_id: 'maya' }
const PASSWORD = 'correct horse battery staple'

const video = async ({ videoId }: ConsoleWorld) => ({ id: videoId })
const event = async ({ eventId }: ConsoleWorld) => ({ id: eventId })
const twin = async (world: ConsoleWorld) => ({ id: await world.twinIn('recording') })
const invitation = async (world: ConsoleWorld) => ({ id: (await world.invite()).id })
const newVideo = async ({ account }: ConsoleWorld) => ({
  id: String((await account.createVideo({ queue: true })).body.id),
})
const batch = async ({ account }: ConsoleWorld) => {
  const body = { idempotency_key: 'of-a-sample', items: [{ ...SCRIPT, queue: true }] }
  return { id: String((await account.request('POST', '/batches', { body })).body.id) }
}
const eventEndpoint = async ({ account }: ConsoleWorld) => {
  const [first] = (await account.request('GET', '/webhooks/endpoints')).body.data
  return { id: String(first?.id ?? (await makeEndpoint(account, { url: 'http://127.0.0.1:9/hook' })).id) }
}
const word = async ({ account }: ConsoleWorld) => {
  await account.request('PUT', '/pronunciations/Nguyen', { body: { say_as: 'win' } })
  return { word: 'Nguyen' }
}
const key = async ({ account, service }: ConsoleWorld) => {
  const { apiKey } = await service.app.createApiKey({ accountId: account.accountId, name: 'sample' })
  const others = (await service.app.apiKeys.list(account.accountId)).filter(
    ({ name, id }) => name === 'sample' && id !== apiKey.id,
  )
  for (const other of others) await service.app.apiKeys.revoke(other.id)
  return { id: apiKey.id }
}
const person = async (world: ConsoleWorld) => ({ id: await world.colleague() })
const planRequest = async ({ owner }: ConsoleWorld) => ({
  id: String((await owner.request('POST', '/plans/growth/order')).body.request.id),
})
const session = async ({ service, owner }: ConsoleWorld) => ({ id: await signedInAgain(service, owner) })
const take = async (_: ConsoleWorld, recording: () => Promise<RecordedTwin>) => {
  const { ask } = await recording()
  const { body } = await ask('POST', '/takes', { part: TAKE_PARTS[1], content_type: 'video/webm' })
  return { id: String(body.id), number: '0' }
}
const review = async (world: ConsoleWorld) => ({ id: await world.twinIn('review') })

/** Signs a person in once more; the id of that session. */
async function signedInAgain(service: TestService, { email, id }: SignedInPerson): Promise<string> {
  await service.query('delete from sign_in_attempts')
  await fetch(`${service.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { Origin: service.url, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const [row] = await service.query<{ id: string }>(
    'select id from sign_in_sessions where person_id = $1 order by created_at desc limit 1',
    [id],
  )
  return row!.id
}

/** For each endpoint that takes a body or is about something: what it is asked with. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  'GET /pronunciations/:word': { params: word },
  'PUT /pronunciations/:word': { params: async () => ({ word: 'Siobhan' }), body: { say_as: 'win' } },
  'DELETE /pronunciations/:word': { params: word },
  'POST /videos': { body: { ...SCRIPT, queue: true } },
  'POST /videos/estimate': { body: SCRIPT },
  'POST /batches': { body: { idempotency_key: 'sample', atomic: true, items: [{ ...SCRIPT, queue: true }] } },
  'GET /batches/:id': { params: batch },
  'DELETE /batches/:id': { params: batch },
  'GET /videos/:id': { params: video },
  'GET /videos/:id/events': { params: video },
  'GET /videos/:id/script': { params: video },
  'GET /videos/:id/file': { params: video },
  'PATCH /videos/:id': { params: video, body: { title: 'Sample' } },
  'DELETE /videos/:id': { params: newVideo },
  'PUT /webhooks/endpoint': { body: { url: 'http://127.0.0.1:9/hook' } },
  'POST /webhooks/endpoint/rotate-secret': { body: {} },
  'POST /webhooks/test': { body: {} },
  'POST /webhooks/endpoints': { body: { url: 'http://127.0.0.1:9/hook' } },
  'GET /webhooks/endpoints/:id': { params: eventEndpoint },
  'PATCH /webhooks/endpoints/:id': { params: eventEndpoint, body: { description: 'Sample' } },
  'DELETE /webhooks/endpoints/:id': { params: eventEndpoint },
  'POST /webhooks/endpoints/:id/test': { params: eventEndpoint, body: {} },
  'POST /webhooks/endpoints/:id/rotate-secret': { params: eventEndpoint, body: {} },
  'POST /webhooks/endpoints/:id/recover': {
    params: eventEndpoint,
    body: { since: new Date(Date.now() - 60_000).toISOString() },
  },
  'GET /webhooks/events/:id': { params: event },
  'POST /webhooks/events/:id/redeliver': { params: event },
  'GET /projects/:id': { params: video },
  'POST /projects/:id/retry': { params: video },
  'POST /stills': { body: { presenter_id: 'maya' } },
  'POST /keys': { body: { name: 'sample' } },
  'POST /keys/:id/rotate': { params: key, body: { works_for_seconds: 0 } },
  'DELETE /keys/:id': { params: key },
  'POST /webhooks/endpoint/check': { body: { url: 'https://example.com/hook' } },
  'PUT /voice-catalogue/:slug/star': { params: async () => ({ slug: 'flite-slt' }) },
  'DELETE /voice-catalogue/:slug/star': { params: async () => ({ slug: 'flite-slt' }) },
  'POST /pronunciations/say': { body: { word: 'Nguyen', say_as: 'win', sentence: null, voice_id: null } },
  'POST /plans/:id/order': { params: async () => ({ id: 'starter' }) },
  'DELETE /plan-requests/:id': { params: planRequest },
  'POST /plan-requests/:id/decision': {
    params: planRequest,
    body: { verdict: 'declined', note: 'Not this time.' },
  },
  'POST /people/invitations': { body: { email: 'somebody@example.com', role: 'member' } },
  'DELETE /people/invitations/:id': { params: invitation },
  'PUT /people/:id': { params: person, body: { role: 'member' } },
  'DELETE /people/:id': { params: person },
  'PUT /account': { body: { name: 'Kern Ltd' } },
  'PUT /profile': { body: { name: 'Test Person' } },
  'PUT /profile/email': { body: { email: 'new@example.com', current_password: 'not their password' } },
  'DELETE /profile/sessions/:id': { params: session },
  'POST /verify': { body: { video_id: 'vid_1', sha256: ZEROS, size_bytes: 1 } },
  'POST /twin-studio/recordings': { body: { name: 'Anna', who: 'somebody' } },
  'GET /twin-studio/:id': { params: twin },
  'POST /twin-studio/:id/build': { params: twin },
  'PUT /twin-studio/:id/name': { params: twin, body: { name: 'Anna' } },
  'PUT /twin-studio/:id/voice': { params: twin, body: { slug: 'flite-slt' } },
  'POST /twin-studio/:id/withdrawal': { params: twin, body: { keep_videos: true } },
  'DELETE /twin-studio/:id': { params: twin },
  'GET /operations/twin-reviews/:id': { params: review },
  'POST /operations/twin-reviews/:id': {
    params: review,
    body: { approved: false, reason: 'This is somebody else.' },
  },
  'POST /setup': {
    body: {
      code: ZEROS,
      account_name: 'Kern Ltd',
      name: 'Ada Kern',
      email: 'ada@example.com',
      password: PASSWORD,
    },
  },
  'POST /invitation': { body: { token: 'guessed' } },
  'POST /join': { body: { token: 'guessed', name: 'Kim', password: PASSWORD } },
  'POST /recording/browser': { body: {} },
  'POST /recording/own-links': { body: {} },
  'POST /recording/takes': { body: { part: TAKE_PARTS[1], content_type: 'video/webm' } },
  'PUT /recording/takes/:id/chunks/:number': { params: take },
  'POST /recording/takes/:id/finish': {
    params: take,
    body: { chunks: 1, sha256: ZEROS },
  },
  'POST /recording/consent': {
    body: { full_name: 'Anna Berg', ticked: Object.keys(CONSENT_TEXTS), locale: 'en' },
  },
  'POST /recording/withdrawal': { body: { keep_videos: true } },
}
