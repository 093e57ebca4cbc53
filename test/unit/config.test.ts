import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readConfig, requireOutside } from '../../src/config/config.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')

function problemsOf(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

test('without any setting everything is embedded and the documented defaults hold', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: null,
    temporalAddress: null,
    publicUrl: null,
    masterKeys: [],
    production: false,
    webhookAllowCidrs: [],
    taskQueues: ['videos', 'speech', 'render', 'assembly', 'twins', 'webhooks'],
    logLevel: 'info',
  })
})

test('an empty setting is none', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', TASK_QUEUES: '' })).toEqual(readConfig({}))
})

test('everything that is wrong is told at once, each with what would be right', () => {
  const told = problemsOf({
    PORT: 'abc',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://x',
    PUBLIC_URL: 'ftp://x',
    WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8, nonsense',
    TASK_QUEUES: 'videos,cooking',
  })
  for (const line of [
    /PORT must be a whole number from 0 to 65535/,
    /LOG_LEVEL must be one of trace, debug, info/,
    /DATABASE_URL must look like postgres:/,
    /PUBLIC_URL must be an http or https address/,
    /WEBHOOK_ALLOW_CIDRS.* must be a comma-separated list of address ranges such as/,
    /TASK_QUEUES.* must be a comma-separated list of videos, speech/,
    /\.env\.example/,
  ]) {
    expect(told).toMatch(line)
  }
})

test.each(['-1', '65536', '80.5', '1e9', 'Infinity'])('PORT=%s is no port', (port) => {
  expect(problemsOf({ PORT: port })).toContain('PORT must be a whole number')
})

test('a database of one’s own needs a master key of one’s own, of 32 bytes', () => {
  const databaseUrl = 'postgres://u:p@localhost:5432/n'
  expect(problemsOf({ DATABASE_URL: databaseUrl })).toContain('MASTER_KEY (or MASTER_KEY_FILE) is required')
  expect(problemsOf({ DATABASE_URL: databaseUrl, MASTER_KEY: 'c2hvcnQ=' })).toContain('32 bytes')
  expect(readConfig({ DATABASE_URL: databaseUrl, MASTER_KEY: KEY }).databaseUrl).toBe(databaseUrl)
})

describe('master keys', () => {
  const keys = [1, 2, 3].map((byte) => Buffer.alloc(32, byte))
  const texts = keys.map((key) => key.toString('base64'))
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'master-keys-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  function keyFile(content: string): string {
    const file = path.join(folder, 'keys')
    writeFileSync(file, content)
    return file
  }

  test('may be several, newest first, between commas or white space', () => {
    expect(readConfig({ MASTER_KEY: texts.join(',') }).masterKeys).toEqual(keys)
    expect(readConfig({ MASTER_KEY: ` ${texts.join(' , ')}\n` }).masterKeys).toEqual(keys)
  })

  test('may be in a file, one in each line, with remarks', () => {
    const file = keyFile(`# since November\n${texts[0]}\r\n\n  # before\n${texts[1]}\n`)
    expect(readConfig({ MASTER_KEY_FILE: file }).masterKeys).toEqual(keys.slice(0, 2))
    const databaseUrl = 'postgres://u:p@localhost:5432/n'
    expect(readConfig({ DATABASE_URL: databaseUrl, MASTER_KEY_FILE: file }).databaseUrl).toBe(databaseUrl)
  })

  test.each([
    ['no keys', { MASTER_KEY: ' , ' }, /MASTER_KEY contains no key/],
    ['the same twice', { MASTER_KEY: `${texts[0]},${texts[0]}` }, /MASTER_KEY contains the same key twice/],
    ['a short one', { MASTER_KEY: `${texts[0]},c2hvcnQ=` }, /MASTER_KEY\.1 must be 32 bytes in base64/],
    ['no base64', { MASTER_KEY: 'se!cret' }, /MASTER_KEY\.0 must be 32 bytes in base64/],
    [
      'a file that is not there',
      { MASTER_KEY_FILE: '/none/there' },
      /MASTER_KEY_FILE \/none\/there cannot be read/,
    ],
    ['a folder', { MASTER_KEY_FILE: tmpdir() }, /MASTER_KEY_FILE .* cannot be read/],
  ])('%s is told in words that do not say the key', (_, env, problem) => {
    const told = problemsOf(env)
    expect(told).toMatch(problem)
    expect(told).not.toMatch(/c2hvcnQ|se!cret/)
  })

  test('an empty file is told, and so are keys in both places', () => {
    const empty = keyFile('# nothing yet\n')
    expect(problemsOf({ MASTER_KEY_FILE: empty })).toMatch(/MASTER_KEY_FILE contains no key/)
    const both = { MASTER_KEY: KEY, MASTER_KEY_FILE: keyFile(KEY) }
    expect(problemsOf(both)).toMatch(/MASTER_KEY_FILE and MASTER_KEY are both set/)
  })
})

test('a production process says which servers it is missing', () => {
  expect(() => requireOutside(readConfig({}))).toThrow(/DATABASE_URL and TEMPORAL_ADDRESS/)
})

test.each(['https://help.example.com', 'mailto:help@example.com'])('SUPPORT_URL may be %s', (supportUrl) => {
  expect(readConfig({ SUPPORT_URL: supportUrl }).supportUrl).toBe(supportUrl)
})

test('PUBLIC_URL loses the slash that links would double', () => {
  expect(readConfig({ PUBLIC_URL: 'https://video.example.com/' }).publicUrl).toBe('https://video.example.com')
})

test('a file of plans replaces the plan table, and a wrong one is refused in words', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plans-'))
  const file = path.join(folder, 'plans.json')
  const plan = {
    id: 'team',
    name: 'Team',
    price_gbp_per_month: 20,
    video_seconds: 600,
    concurrent_videos: 2,
    daily_videos: 10,
    max_script_characters: 5000,
    max_video_seconds: 240,
    twins_in_videos: true,
    keep_days: 90,
  }
  writeFileSync(file, JSON.stringify([plan]))
  const { plans } = readConfig({ PLANS_FILE: file })
  expect([...plans.keys()]).toEqual(['team'])
  expect(plans.get('team')).toMatchObject({
    videoSeconds: 600,
    maxScriptCharacters: 5000,
    maxVideoSeconds: 240,
    keepDays: 90,
  })

  writeFileSync(file, JSON.stringify([{ ...plan, daily_videos: 0 }, plan]))
  expect(problemsOf({ PLANS_FILE: file })).toMatch(/plans\.json is not valid[\s\S]*daily_videos/)
  expect(problemsOf({ PLANS_FILE: path.join(folder, 'none.json') })).toMatch(/none\.json cannot be read/)
  rmSync(folder, { recursive: true })
})
