import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readConfig } from '../../src/config/config.ts'

const DATABASE = 'postgres://presenter:pass%40word@database:5432/presenter'
const SECRETS = {
  MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
  DATABASE_URL: DATABASE,
  DATABASE_DIRECT_URL: 'postgres://owner:other@database:5432/presenter',
  TEMPORAL_CODEC_SECRET: 'a secret of more than thirty-two characters',
  STRIPE_SECRET_KEY: 'rk_test_key',
  STRIPE_WEBHOOK_SECRET: 'whsec_secret',
  MODERATION_URL: 'https://user:word@moderation.example.com/decide',
  OPENAI_SPEECH_KEY: 'sk-speech',
  ELEVENLABS_API_KEY: 'eleven',
}
const REST = { TEMPORAL_ADDRESS: 'localhost:7233', STRIPE_PRICES: 'starter=price_a', NODE_ENV: 'production' }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'secrets-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(content: string, name = 'secret'): string {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

function problemsOf(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

test('every secret can be in a file instead, with a line break at its end', () => {
  const files = Object.entries(SECRETS).map(([name, secret]) => [
    `${name}_FILE`,
    fileWith(`${secret}\n`, name),
  ])
  expect(readConfig({ ...REST, ...Object.fromEntries(files) })).toEqual(readConfig({ ...REST, ...SECRETS }))
})

test('an empty name of a file is none', () => {
  const names = Object.keys(SECRETS).map((name) => [`${name}_FILE`, ''])
  expect(readConfig(Object.fromEntries(names))).toEqual(readConfig({}))
})

describe.each(Object.keys(SECRETS))('%s_FILE', (name) => {
  test('is described where its secret is', () => {
    expect(readFileSync('.env.example', 'utf8')).toContain(
      `\n# ${name}_FILE=/run/secrets/${name === 'MASTER_KEY' ? 'master_keys' : name.toLowerCase()}\n`,
    )
    expect(readFileSync('docs/secrets.md', 'utf8')).toMatch(new RegExp(`^\\|.*\`${name}\``, 'mu'))
  })

  test('is refused when the secret is set as well, when its file is empty, and when it cannot be read', () => {
    const setting = `${name}_FILE`
    const both = { [name]: SECRETS[name as keyof typeof SECRETS], [setting]: fileWith('anything') }
    expect(problemsOf(both)).toContain(`${setting} and ${name} are both set: set only one of them`)
    expect(problemsOf({ [setting]: fileWith(' \n') })).toMatch(new RegExp(`${setting} \\S+ is empty`, 'u'))
    expect(problemsOf({ [setting]: '/none/there' })).toContain(`${setting} /none/there cannot be read`)
  })
})

test('a wrong secret is told by the name of the setting that was set, and without the secret', () => {
  const told = problemsOf({
    MASTER_KEY_FILE: fileWith('mysecret', 'key'),
    DATABASE_URL_FILE: fileWith('mysql://mysecret', 'url'),
    STRIPE_SECRET_KEY_FILE: fileWith('pk_mysecret', 'stripe'),
  })
  for (const name of ['MASTER_KEY_FILE', 'DATABASE_URL_FILE', 'STRIPE_SECRET_KEY_FILE'])
    expect(told).toMatch(new RegExp(`^ {2}${name}\\S* must `, 'mu'))
  expect(told).not.toContain('mysecret')
})
