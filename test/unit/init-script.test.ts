import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { readMasterKeys } from '../../src/config/master-key.ts'
import { readConfig } from '../../src/config/config.ts'
import { readCompose } from '../support/compose/read-compose.ts'

const SECRETS = [
  'MASTER_KEY',
  'POSTGRES_PASSWORD',
  'DATABASE_OWNER_PASSWORD',
  'DATABASE_PASSWORD',
  'TEMPORAL_DATABASE_PASSWORD',
]

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'presenter-init-'))
  file = join(folder, '.env')
  mkdirSync(join(folder, 'deploy'))
  cpSync('deploy/init.sh', join(folder, 'deploy/init.sh'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs the script as the guide does. @param env replaces the environment. */
function init(args: readonly string[] = [], env: NodeJS.ProcessEnv = process.env) {
  return spawnSync('sh', ['deploy/init.sh', ...args], { cwd: folder, env, encoding: 'utf8' })
}

const written = () => parseEnv(readFileSync(file, 'utf8')) as Record<string, string>

describe('deploy/init.sh', () => {
  test('writes what Compose requires, for its owner alone, and says the next command', async () => {
    const { status, stdout, stderr } = init(['https://video.example.com'])
    expect(status, stderr).toBe(0)
    expect(stdout).toContain('docker compose up --build --detach && docker compose logs --follow api\n')
    for (const name of SECRETS) expect(stdout).not.toContain(written()[name])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(Object.keys(written()).toSorted()).toEqual([...SECRETS, 'PUBLIC_URL'].toSorted())
    const { services } = readCompose('docker-compose.yml', written())
    expect(services['api']!.environment['PUBLIC_URL']).toBe('https://video.example.com')
    const { masterKeys, dataDir } = readConfig({ MASTER_KEY: written()['MASTER_KEY'] })
    expect(await readMasterKeys({ masterKeys, dataDir, production: true })).toHaveLength(1)
  })

  test('makes other secrets each time', () => {
    init()
    const first = written()
    expect(new Set(Object.values(first)).size).toBe(SECRETS.length)
    rmSync(file)
    init()
    for (const name of SECRETS) expect(written()[name]).not.toBe(first[name])
  })

  test('leaves a file that is there as it is, also one that is empty or a link to nothing', () => {
    expect(init().status).toBe(0)
    const before = readFileSync(file, 'utf8')
    const { status, stderr } = init(['--monitoring'])
    expect(status).toBe(1)
    expect(stderr).toContain('.env exists already, and is left as it is')
    expect(readFileSync(file, 'utf8')).toBe(before)
    writeFileSync(file, '')
    expect(init().status).toBe(1)
    expect(readFileSync(file, 'utf8')).toBe('')
    rmSync(file)
    symlinkSync(join(folder, 'secrets'), file)
    expect(init().status).toBe(1)
  })

  test('names the profiles that were asked for, and gives the object store a key', () => {
    const { status, stderr } = init(['--storage', 'https://media.example.com', '--monitoring'])
    expect(status, stderr).toBe(0)
    const { services } = readCompose('docker-compose.yml', written())
    expect(Object.keys(services)).toEqual(expect.arrayContaining(['storage', 'prometheus']))
    expect(services['worker']!.environment).toMatchObject({
      S3_BUCKET: 'media',
      S3_ENDPOINT: 'http://storage:7070',
      S3_PUBLIC_ENDPOINT: 'https://media.example.com',
    })
    expect(services['storage']!.environment).toEqual({
      ROOT_ACCESS_KEY: expect.stringMatching(/^[0-9a-f]{20}$/u),
      ROOT_SECRET_KEY: expect.stringMatching(/^[0-9a-f]{48}$/u),
    })
  })

  test.each([
    [['video.example.com'], 'is not an address'],
    [['https://video.example.com/'], 'is not an address'],
    [['https://video.example.com', 'https://two.example.com'], 'only one PUBLIC_URL'],
    [['--storage'], 'needs the address'],
    [['--storage', '--monitoring'], 'is not an address'],
    [['--everything'], 'is not known'],
  ])('refuses %j, and writes nothing', (args, why) => {
    const { status, stderr } = init(args)
    expect(status).toBe(1)
    expect(stderr).toContain(why)
    expect(() => statSync(file)).toThrow('ENOENT')
  })

  test('needs no openssl, and writes nothing where no random bytes can be read', () => {
    const path = join(folder, 'path')
    mkdirSync(path)
    const offer = (name: string) =>
      symlinkSync(
        execFileSync('sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' }).trim(),
        join(path, name),
      )
    for (const name of ['sh', 'dirname', 'grep', 'cat', 'tr', 'dd', 'od']) offer(name)
    const { status, stderr } = init([], { PATH: path })
    expect(status).toBe(1)
    expect(stderr).toContain('no random bytes could be read')
    expect(() => statSync(file)).toThrow('ENOENT')
    offer('base64')
    expect(init([], { PATH: path })).toMatchObject({ status: 0 })
    expect(Object.keys(written()).toSorted()).toEqual(SECRETS.toSorted())
  })
})
