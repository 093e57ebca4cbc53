import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, describe, expect } from 'vitest'

import { runCommand } from '../../../src/process/run-command.ts'
import { isLeftOut } from '../../support/run/left-out.ts'
import { installCommandLine } from '../../support/sdk/command-line.ts'
import type { InstalledCommandLine } from '../../support/sdk/command-line.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

const { ok: hasPython } = await runCommand('python3', ['--version'])
const hasNoTerminal = isLeftOut(
  'The command line in a terminal',
  hasPython ? {} : { missing: 'install python3.' },
)

let service: TestService
let commandLine: InstalledCommandLine
let key: string
test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  const { accountId } = await service.account('scale')
  key = (await service.testData(accountId)).key
  commandLine = await installCommandLine()
})
afterAll(() => commandLine.remove())

const kept = (profile: string) => join(commandLine.folder, '.config/presenter-video', profile, 'sign-in.json')
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

describe('signing in', () => {
  test('keeps a key from standard input in a file of its owner, and shows it to nobody', async () => {
    const login = ['login', '--url', service.url, '--profile', 'ci']
    const ended = await commandLine.run(login, { input: `${key}\n` })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).not.toContain(key)
    expect(JSON.parse(ended.stdout)).toMatchObject({
      profile: 'ci',
      url: `${service.url}/api/v1`,
      test: true,
      file: kept('ci'),
    })
    expect(await modeOf(kept('ci'))).toBe('600')
    expect(await modeOf(join(kept('ci'), '..'))).toBe('700')

    const listed = await commandLine.run(['list', '--profile', 'ci'], {
      key: 'pv_live_other',
      url: service.url,
    })
    expect(JSON.parse(listed.stdout)).toEqual({ data: [], has_more: false })
    const other = await commandLine.run(['list', '--profile', 'another'])
    expect(other.code).toBe(3)
    expect(other.stderr).toContain('login --profile another')
  })

  test('keeps no key that does not work', async () => {
    const login = ['login', '--url', service.url, '--profile', 'wrong']
    const ended = await commandLine.run(login, { input: 'pv_live_wrong' })
    expect(ended.code).toBe(3)
    expect(JSON.parse(ended.stderr).error.code).toBe('not_signed_in')
    await expect(readFile(kept('wrong'))).rejects.toThrow('ENOENT')
    expect((await commandLine.run(['login'], { input: key })).code).toBe(2)
  })
})

describe.skipIf(hasNoTerminal)('in a terminal, the command line', () => {
  test('asks for the address and the key, which it does not show, and replaces what was kept', async () => {
    for (const typed of [`${key}\r`, `x\u007F${key}\r`]) {
      const login = commandLine.startInTerminal(['login'])
      if (typed.startsWith('x')) await login.shows(/API key/u)
      else {
        await login.shows(/Address of the service/u)
        login.child.stdin.write(`${service.url}\r`)
      }
      await login.shows(/API key \(not shown\): /u)
      login.child.stdin.write(typed)
      expect((await login.ended()).code, login.written()).toBe(0)
      expect(login.written()).toMatch(/Signed in to http:\S+\/api\/v1 with a key of .+\(acc_\w+\)/u)
      expect(login.written()).not.toContain(key.slice(-12))
      expect(JSON.parse(await readFile(kept('default'), 'utf8')).key).toBe(key)
      expect(await modeOf(kept('default'))).toBe('600')
    }
  })

  test('shows texts, tables and a bar in place of JSON', async () => {
    await commandLine.write('slow.txt', '[test:slow:3]')
    const create = ['create', 'slow.txt', '--presenter', 'maya', '--title', 'Slowly', '-o', 'slow.mp4']
    const made = commandLine.startInTerminal(create, { url: service.url, key })
    await made.shows(/[█░]{30} \d+ %/u)
    expect((await made.ended()).code, made.written()).toBe(0)
    expect(made.written()).toMatch(/vid_\w+ is ready, [\d.]+ seconds, saved as slow\.mp4/u)
    expect((await stat(join(commandLine.folder, 'slow.mp4'))).size).toBeGreaterThan(1_000)

    const list = commandLine.startInTerminal(['list'], { url: service.url, key })
    expect((await list.ended()).code).toBe(0)
    expect(list.written()).toMatch(/^vid_\w+ {2}ready {2}\S+ {2}Slowly/mu)
    const gone = commandLine.startInTerminal(['get', 'vid_0'], { url: service.url, key })
    expect((await gone.ended()).code).toBe(1)
    expect(gone.written()).toMatch(/^Error: /mu)
  })
})
