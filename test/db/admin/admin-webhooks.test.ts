import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createAdmin } from '../../support/programs/admin.ts'
import type { Admin } from '../../support/programs/admin.ts'
import { createTestDatabase } from '../../support/database/database.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

const EMAIL = 'a@example.com'
const EVENT = 'evt_01h455vb4pex5vsknk084sn02q'

let admin: Admin['say']
let json: Admin['json']
let stop: Admin['stop']
let client: pg.Client
let dataDir: string
let receiver: WebhookReceiver
/** What the receiver answers from now on. */
let answer = 204
let account: { id: string; webhook_secret: string }

beforeAll(async () => {
  const databaseUrl = await createTestDatabase()
  // No service has run here, so there is no Temporal.
  dataDir = await mkdtemp(join(tmpdir(), 'presenter-test-admin-'))
  ;({
    say: admin,
    json,
    stop,
  } = createAdmin({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    MASTER_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  }))
  receiver = await startWebhookReceiver(() => answer)
  account = await json('accounts', 'create', '--email', EMAIL, '--name', 'A', '--plan', 'starter')
  client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await writeEvent()
})
afterAll(async () => {
  await stop()
  await client.end()
  await receiver.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** A video that is ready, and its event after one failed attempt. */
async function writeEvent(): Promise<void> {
  await client.query(
    `insert into videos (id, account_id, workflow_id, origin, request_hash, request_id, status, progress, presenter_id,
       presenter_name, engine_voice_id, script_characters, estimated_seconds, reserved_seconds, charged_seconds,
       period_started_at, duration_seconds, created_at, completed_at)
     values ('vid_1', $1, 'w', 'api', sha256(''), 'req_1', 'ready', 100, 'maya', 'Maya', 'flite:slt', 3, 1, 1, 1, now(), 1, now(), now())`,
    [account.id],
  )
  await client.query(
    `insert into webhook_events (id, account_id, subject_type, subject_id, type, ends_subject)
     values ($1, $2, 'video', 'vid_1', 'video.ready', true)`,
    [EVENT, account.id],
  )
  await client.query(
    `insert into webhook_attempts (event_id, delivery, attempt, url, delivered, response_status, duration_ms,
       request_body, response_excerpt)
     values ($1, 1, 1, 'https://hooks.example.com/', false, 500, 12, '{}', 'Broken')`,
    [EVENT],
  )
  await client.query(`update webhook_events set status = 'exhausted', completed_at = now()`)
}

describe('the webhook', () => {
  test('is set, shown and removed, by the account’s id or its email address', async () => {
    const none = await json('webhooks', 'show', '--account', EMAIL)
    expect(none).toMatchObject({ url: null, status: 'none', secret: `…${account.webhook_secret.slice(-4)}` })
    const set = await json('webhooks', 'set', receiver.url, '--account', account.id)
    expect(set).toMatchObject({ url: receiver.url, status: 'enabled' })
    expect(await json('webhooks', 'show', '--account', account.id)).toEqual(set)
    expect(await json('webhooks', 'remove', '--account', EMAIL)).toEqual(none)
  })

  test('may not lead inside, and belongs to somebody', async () => {
    const refused = await admin('webhooks', 'set', 'https://10.0.0.1/', '--account', EMAIL)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('public address')
    const stderr = 'There is no account "b@example.com".\n'
    expect(await admin('webhooks', 'show', '--account', 'b@example.com')).toMatchObject({ code: 1, stderr })
  })
})

test('a new secret is shown once, and the one before signs on for as long as is said', async () => {
  const rotated = await json('webhooks', 'rotate-secret', '--account', EMAIL, '--overlap', '3600')
  expect(rotated.secret).toMatch(/^whsec_/u)
  expect(Date.parse(rotated.previous_valid_until) - Date.parse(rotated.created_at)).toBe(3_600_000)
  const shown = await json('webhooks', 'show', '--account', EMAIL)
  expect(shown.secret).toBe(`…${rotated.secret.slice(-4)}`)
  expect(JSON.stringify(shown)).not.toContain(rotated.secret.slice(6, 20))
  const long = await admin('webhooks', 'rotate-secret', '--account', EMAIL, '--overlap', '86401')
  expect(long).toMatchObject({ code: 1, stdout: '' })
  expect(long.stderr).toContain('from 0 to 86400')
})

describe('events', () => {
  test('are listed, and shown with their attempts', async () => {
    const [event] = await json('webhooks', 'events', '--account', EMAIL)
    expect(event).toMatchObject({ id: EVENT, video: 'vid_1', status: 'exhausted', last_response_status: 500 })
    expect(await json('webhooks', 'event', EVENT, '--account', EMAIL)).toMatchObject({
      ...event,
      attempts: [{ delivery: 1, attempt: 1, response_status: 500, response_excerpt: 'Broken' }],
    })
    const table = await admin('webhooks', 'event', EVENT, '--account', EMAIL)
    expect(table.stdout).toMatch(/response_status.*\n.*500/u)
  })

  test('of another account are not there', async () => {
    const other = await json(
      'accounts',
      'create',
      '--email',
      'c@example.com',
      '--name',
      'C',
      '--plan',
      'free',
    )
    expect(await json('webhooks', 'events', '--account', other.id)).toEqual([])
    const shown = await admin('webhooks', 'event', EVENT, '--account', other.id)
    expect(shown).toMatchObject({ code: 1, stderr: `The account has no event "${EVENT}".\n` })
    const again = await admin('webhooks', 'redeliver', EVENT, '--account', other.id)
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('No such resource exists') })
  })

  test('are delivered again by the service, which the operator is told to start', async () => {
    const { code, stdout, stderr } = await admin('webhooks', 'redeliver', EVENT, '--account', EMAIL, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ id: EVENT, status: 'pending', deliveries: 2 })
    expect(stderr).toContain('npm start')
    expect(stderr).toContain('TEMPORAL_ADDRESS')
  })
})

describe('a test event', () => {
  test('shows what the receiver says', async () => {
    await json('webhooks', 'set', receiver.url, '--account', EMAIL)
    const taken = await admin('webhooks', 'test', '--account', EMAIL, '--event', 'video.failed', '--json')
    expect(taken.code).toBe(0)
    expect(JSON.parse(taken.stdout)).toMatchObject({
      delivered: true,
      response_status: 204,
      url: receiver.url,
    })
    expect(receiver.received.at(-1)?.body.event).toBe('video.failed')
  })

  test('that is refused ends the command with a failure', async () => {
    answer = 401
    const refused = await admin('webhooks', 'test', '--account', EMAIL, '--json')
    expect(refused.code).toBe(1)
    expect(JSON.parse(refused.stdout)).toMatchObject({ delivered: false, response_status: 401 })
  })

  test('without a webhook says what to do', async () => {
    await json('webhooks', 'remove', '--account', EMAIL)
    const { code, stderr } = await admin('webhooks', 'test', '--account', EMAIL)
    expect(code).toBe(1)
    expect(stderr).toContain('no webhook')
  })
})
