import { expect, test } from 'vitest'
import { withLogFacts } from '../../src/process/log-facts.ts'
import { createLog } from '../../src/process/log.ts'
import { createMediaLinks } from '../../src/media/signed-links.ts'
import { displayPrefix, newApiKey } from '../../src/secrets/api-key.ts'
import { newSigningSecret } from '../../src/webhooks/sign.ts'

const key = newApiKey()
const signingSecret = newSigningSecret()
const links = createMediaLinks({
  publicUrl: 'https://v.example',
  secret: Buffer.alloc(32),
  now: () => new Date(),
})
const link = links.sign('vid_1', 'video').url
const signature = new URL(link).searchParams.get('signature') ?? ''
const bucketLink =
  'https://b.s3.example/v.mp4?X-Amz-Credential=AKIACANARY%2F20261121&X-Amz-Signature=deadbeefcanary&X-Amz-Expires=3600'

/** A log at debug level, and all it has written. */
function capture() {
  const lines: string[] = []
  const log = createLog({ level: 'debug', destination: { write: (line) => lines.push(line) } })
  return { log, written: () => lines.join(''), parsed: () => lines.map((line) => JSON.parse(line) as object) }
}

const canaries = [
  key,
  key.slice(12),
  signingSecret,
  signingSecret.slice(6),
  signature,
  'AKIACANARY',
  'deadbeefcanary',
]

const secrets: [string, string][] = [
  ['an API key', key],
  ['a bearer token', `Bearer ${key}`],
  ["somebody else's bearer token", 'bearer eyJhbGciOi.canary-token_x'],
  ['a signing secret', signingSecret],
  ['a percent-encoded signing secret', encodeURIComponent(signingSecret)],
  ['a signed link', link],
  ['a signed link inside a query', `https://x.example/?next=${encodeURIComponent(link)}`],
  ['a link of a bucket', bucketLink],
]

for (const [what, secret] of secrets) {
  const places: [string, (log: ReturnType<typeof createLog>) => void][] = [
    ['in a field of any name', (log) => log.info({ whatever: secret }, 'x')],
    ['deep inside', (log) => log.info({ a: { b: [{ c: { d: `see ${secret}!` } }] } }, 'x')],
    ['in the message', (log) => log.info({}, `fetched ${secret}`)],
    ['in an error and its stack', (log) => log.error({ err: new Error(`failed at ${secret}`) }, 'x')],
    [
      'in the cause of an error',
      (log) => log.error({ error: new Error('x', { cause: new Error(secret) }) }, 'x'),
    ],
    ['in the name of a field', (log) => log.info({ [secret]: 1 }, 'x')],
    ['in what a child log is bound to', (log) => log.child({ bound: secret }).warn({}, 'x')],
  ]
  test.each(places)(`${what} is not written: %s`, (_where, write) => {
    const { log, written, parsed } = capture()
    write(log)
    for (const canary of canaries) {
      expect(written()).not.toContain(canary)
      expect(written()).not.toContain(encodeURIComponent(canary))
    }
    expect(parsed()).toHaveLength(1)
  })
}

test.each(['authorization', 'cookie', 'secret', 'password', 'script'])(
  'a field named %s is not written',
  (field) => {
    const { log, written } = capture()
    log.info(
      { [field]: 'canary', headers: { [field]: 'canary' }, req: { headers: { [field]: 'canary' } } },
      'x',
    )
    expect(written()).not.toContain('canary')
  },
)

test('the password of a database is not written, its host is', () => {
  const { log, written } = capture()
  log.error({ err: new Error('cannot reach postgres://app:canary@db.example:5432/videos') }, 'x')
  expect(written()).not.toContain('canary')
  expect(written()).toContain('postgres://app:[removed]@db.example:5432/videos')
})

test('what is left tells which key and which link it was', () => {
  const { log, written } = capture()
  log.info({ key, link }, 'x')
  expect(written()).toContain(displayPrefix(key))
  expect(written()).toContain('https://v.example/media/videos/vid_1/video?expires=')
})

test('ordinary facts are written as they are', () => {
  const { log, parsed } = capture()
  const facts = {
    videoId: 'vid_1',
    url: 'http://localhost:8080/api/v1/videos?limit=5',
    time: '10:30',
    at: 'a@b.example',
  }
  log.info(facts, 'the bearer: a signature, and basic things')
  expect(parsed()).toMatchObject([{ level: 'info', videoId: 'vid_1', url: facts.url, at: facts.at }])
  expect(parsed()).toMatchObject([{ msg: 'the bearer: a signature, and basic things' }])
})

test('lines below the level are not written', () => {
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } })
  log.info({}, 'quiet')
  log.warn({}, 'loud')
  expect(lines).toHaveLength(1)
})

test('every line says who wrote it, and what the work is about during which it was written', async () => {
  const lines: string[] = []
  const log = createLog({
    level: 'info',
    destination: { write: (line) => void lines.push(line) },
    origin: { role: 'worker', release: '2026-11-23' },
  })
  await withLogFacts({ requestId: 'req_1', videoId: 'vid_1' }, async () => {
    await Promise.resolve()
    log.info({}, 'outer')
    await withLogFacts({ step: 'speakPart', attempt: 2 }, async () => {
      await Promise.resolve()
      log.info({ videoId: 'vid_2' }, 'inner')
    })
  })
  log.info({}, 'after')
  const [outer, inner, after] = lines.map((line) => JSON.parse(line) as object)
  const who = { role: 'worker', release: '2026-11-23', pid: process.pid, hostname: expect.any(String) }
  expect(outer).toMatchObject({ ...who, requestId: 'req_1', videoId: 'vid_1' })
  expect(outer).not.toHaveProperty('step')
  // What a line says itself comes first.
  expect(inner).toMatchObject({ ...who, requestId: 'req_1', videoId: 'vid_2', step: 'speakPart', attempt: 2 })
  expect(after).toMatchObject(who)
  expect(after).not.toHaveProperty('requestId')
})
