import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'

import { describe, expect, test } from 'vitest'

import { createCheckConfiguration } from '../../../src/app/check-configuration.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { ProcessState } from '../../../src/domain/health/needs.ts'

const KEY = randomBytes(32).toString('base64')
const PASSWORD = 'hunter2'
const CATALOGUE = [
  { id: 'flite:slt', name: 'Sarah', gender: 'female', language: 'en-US', quality: 'basic' },
  { id: 'kokoro:af_heart', name: 'Heart', gender: 'female', language: 'en-US', quality: 'neural' },
] as const

/** All settings as production wants them. */
const PRODUCTION = {
  PUBLIC_URL: 'https://video.example.com',
  MASTER_KEY: KEY,
  DATABASE_URL: `postgres://presenter:${PASSWORD}@db:5432/presenter`,
  TEMPORAL_ADDRESS: 'temporal:7233',
  TEMPORAL_UI_URL: 'https://temporal.example.com/',
  TEMPORAL_TLS: 'true',
  S3_BUCKET: 'videos',
}

/** What is found, by topic. */
async function check(
  env: Record<string, string>,
  canSpeak: (id: string) => boolean = () => true,
  processes: readonly ProcessState[] = [],
  unready: string | null = null,
) {
  const config = readConfig({ DATA_DIR: tmpdir(), ...env })
  const findings = await createCheckConfiguration(config, {
    publicUrl: config.publicUrl ?? 'http://127.0.0.1:8080',
    temporalUiUrl: config.temporalUiUrl,
    voiceCatalogue: CATALOGUE,
    voiceSupply: { canSpeak },
    fleet: { processes: () => processes, whyNothingIsMade: () => null },
    whyUnready: async () => unready,
  })()
  return new Map(findings.map((finding) => [finding.topic, finding]))
}

describe('the configuration check', () => {
  test('finds no problem in what production wants, and asks for a backup of the master key', async () => {
    const found = await check(PRODUCTION)
    found.delete('Disk space')
    expect([...found.values()].filter(({ verdict }) => verdict !== 'good')).toMatchObject([
      { topic: 'Master key', verdict: 'advice', remedy: expect.stringContaining('Keep a copy') },
    ])
  })

  test('finds what a process lacks, and that its media cannot be kept', async () => {
    const now = new Date()
    const worker = {
      id: 'one',
      name: '7@studio',
      role: 'worker',
      version: '0.1.0',
      buildId: null,
      speechEngine: null,
      queues: ['speech'],
      lacks: [{ need: 'store', why: 'AccessDenied', since: now }],
      startedAt: now,
      seenAt: now,
    } as const
    const found = await check(PRODUCTION, () => true, [worker, { ...worker, lacks: [] }])
    expect(found.get('Media')).toMatchObject({ verdict: 'problem', says: expect.stringContaining('1 of 2') })
    expect(found.get('Processes')?.says).toContain('worker 7@studio lacks store (AccessDenied)')
  })

  test('says at which queues no worker is known', async () => {
    const found = await check(PRODUCTION, () => true, [], 'no worker has told of itself at speech')
    expect(found.get('Workers')).toMatchObject({
      verdict: 'problem',
      says: 'New videos are not made: no worker has told of itself at speech.',
      remedy: expect.stringContaining('TASK_QUEUES'),
    })
  })

  test('tells no secret', async () => {
    const said = JSON.stringify([...(await check(PRODUCTION)).values()])
    for (const secret of [KEY, PASSWORD]) expect(said).not.toContain(secret)
  })

  test.each([
    ['Public address', {}, 'problem'],
    ['Public address', { PUBLIC_URL: 'http://video.example.com' }, 'problem'],
    ['Master key', {}, 'problem'],
    ['Master key', { MASTER_KEY: `${KEY},${randomBytes(32).toString('base64')}` }, 'advice'],
    ['Database', {}, 'advice'],
    ['Temporal', {}, 'advice'],
    ['Temporal', { ...PRODUCTION, TEMPORAL_UI_URL: '' }, 'advice'],
    ['Way to Temporal', { ...PRODUCTION, TEMPORAL_TLS: '' }, 'advice'],
    ['Way to Temporal', { ...PRODUCTION, TEMPORAL_API_KEY: 'key' }, 'advice'],
    ['Media', { ...PRODUCTION, S3_BUCKET: '' }, 'advice'],
    ['Webhooks', { WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8' }, 'advice'],
    ['Background pictures', { IMAGE_ALLOW_CIDRS: '10.0.0.0/8' }, 'advice'],
  ])('%s with %j is a matter of %s: it says what to do', async (topic, env, verdict) => {
    expect((await check(env as Record<string, string>)).get(topic)).toMatchObject({
      verdict,
      remedy: expect.any(String),
    })
  })

  test('basic voices alone are a problem', async () => {
    const found = await check(PRODUCTION, (id) => id.startsWith('flite:'))
    expect(found.get('Voices')?.verdict).toBe('problem')
  })
})
