import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readConfig } from '../../../src/config/config.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'moderation-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function listOf(content: string): string {
  const file = path.join(folder, 'words.txt')
  writeFileSync(file, content)
  return file
}

test('without a setting nobody decides about videos', () => {
  expect(readConfig({}).moderation).toEqual({ url: null, words: [], whenSilent: 'closed' })
})

test('a service may have a private address and a secret in it, and its silence may let videos through', () => {
  const env = { MODERATION_URL: 'http://10.0.0.7:9000/decide?token=t', MODERATION_WHEN_SILENT: 'open' }
  expect(readConfig(env).moderation).toEqual({ url: env.MODERATION_URL, words: [], whenSilent: 'open' })
})

test('a list has one phrase a line, and comments', () => {
  const file = listOf('# for the shop\r\ncasino\r\n\n  black magic \n#end')
  expect(readConfig({ MODERATION_WORDS_FILE: file }).moderation.words).toEqual(['casino', 'black magic'])
})

describe('a process does not start without the check that its operator asked for:', () => {
  test.each<[string, () => NodeJS.ProcessEnv, RegExp]>([
    [
      'an address that is none',
      () => ({ MODERATION_URL: 'moderation.example.com' }),
      /MODERATION_URL must be an http or https address/u,
    ],
    [
      'another protocol',
      () => ({ MODERATION_URL: 'ftp://a.example.com' }),
      /must be an http or https address/u,
    ],
    ['neither open nor closed', () => ({ MODERATION_WHEN_SILENT: 'ajar' }), /must be open or closed/u],
    [
      'a list that is not there',
      () => ({ MODERATION_WORDS_FILE: path.join(folder, 'none.txt') }),
      /none\.txt cannot be read/u,
    ],
    ['a list without words', () => ({ MODERATION_WORDS_FILE: listOf('# later\n') }), /contains no words/u],
    [
      'a line without a word',
      () => ({ MODERATION_WORDS_FILE: listOf('casino\n!?\n') }),
      /"!\?" contains no word/u,
    ],
    [
      'far too long a list',
      () => ({ MODERATION_WORDS_FILE: listOf('word\n'.repeat(100_001)) }),
      /more than 100000 lines/u,
    ],
  ])('%s', (_, env, problem) => {
    expect(() => readConfig(env())).toThrow(problem)
  })
})
