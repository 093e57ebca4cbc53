import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, describe, expect } from 'vitest'

import { installCommandLine } from '../../support/sdk/command-line.ts'
import type { Ended, InstalledCommandLine } from '../../support/sdk/command-line.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

type TestData = Awaited<ReturnType<TestService['testData']>>

let service: TestService
let commandLine: InstalledCommandLine
let account: Awaited<ReturnType<TestService['account']>>
let tests: TestData
test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  account = await service.account('scale')
  tests = await service.testData(account.accountId)
  commandLine = await installCommandLine()
  await commandLine.write('script.txt', 'Hello there.\n')
})
afterAll(() => commandLine.remove())

/** Runs a command with a test key. */
const run = (args: readonly string[], input?: string) =>
  commandLine.run(args, { url: service.url, key: tests.key, ...(input !== undefined && { input }) })

/** What a command printed, which went well and had nothing else to say. */
function resultOf({ code, stdout, stderr }: Ended) {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

/** The error of a command, which printed no result. */
function errorOf({ stdout, stderr }: Ended) {
  expect(stdout).toBe('')
  return JSON.parse(stderr).error
}

describe('without a terminal, the command line', () => {
  test('makes a video of a script, waits for it, saves it, finds it and deletes it', async () => {
    const args = [
      'create',
      'script.txt',
      '--presenter',
      'maya',
      '--title',
      'Greeting',
      '--metadata',
      'order=1042',
    ]
    const ended = await run([...args, '--wait', '-o', 'out.mp4', '--idempotency-key', 'greeting'])
    const video = resultOf(ended)
    expect(video).toMatchObject({ status: 'ready', title: 'Greeting', idempotency_key: 'greeting' })
    expect((await stat(join(commandLine.folder, 'out.mp4'))).size).toBeGreaterThan(1_000)

    const again = await run([...args, '--idempotency-key', 'greeting'])
    expect(resultOf(again).id).toBe(video.id)
    const found = await run(['list', '--metadata', 'order=1042', '--status', 'ready', '--limit', '1'])
    expect(resultOf(found)).toMatchObject({ data: [{ id: video.id }], has_more: false })
    expect(resultOf(await run(['get', video.id]))).toMatchObject({ id: video.id, status: 'ready' })
    expect(resultOf(await run(['events', '--video', video.id])).data).toMatchObject([
      { event: 'video.ready' },
    ])
    expect(resultOf(await run(['delete', video.id]))).toEqual({ id: video.id, deleted: true })
    const gone = await run(['get', video.id])
    expect(gone.code).toBe(1)
    expect(errorOf(gone)).toMatchObject({ code: 'not_found', status: 404, video_id: video.id })
  })

  test('reads a script from standard input, and its options as JSON', async () => {
    const options = JSON.stringify({ aspect_ratio: '9:16' })
    const ended = await run(
      ['create', '-', '--presenter', 'maya', '--options', options],
      '\uFEFF[test:ready]\n',
    )
    const { id } = resultOf(ended)
    expect(resultOf(await run(['get', id, '--wait']))).toMatchObject({
      status: 'ready',
      options: { aspect_ratio: '9:16' },
    })
  })

  test('says what a video would cost, and makes none', async () => {
    const before = (await tests.request('GET', '/videos')).body.data.length
    const asked = ['script.txt', '--presenter', 'maya']
    const estimate = resultOf(await run(['estimate', ...asked]))
    expect(estimate).toMatchObject({ video_seconds: 2, would_be_refused: [] })
    expect(resultOf(await run(['create', ...asked, '--wait', '--dry-run']))).toEqual(estimate)
    expect((await tests.request('GET', '/videos')).body.data.length).toBe(before)
  })

  test('makes a batch of lines, and ends with 1 when one of its videos has failed', async () => {
    const lines = ['{"script":"[test:ready]"}', '{"script":"[test:fail:draw]","presenter_id":"maya"}', '']
    await commandLine.write('batch.jsonl', lines.join('\n'))
    const dry = resultOf(await run(['batch', 'batch.jsonl', '--presenter', 'maya', '--dry-run']))
    expect(dry.data).toHaveLength(2)
    const ended = await run(['batch', 'batch.jsonl', '--presenter', 'maya', '--wait'])
    expect(ended.code).toBe(1)
    expect(JSON.parse(ended.stdout)).toMatchObject({ status: 'finished', counts: { ready: 1, failed: 1 } })
    expect(JSON.parse(ended.stderr).error).toMatchObject({ code: 'items_failed' })
    const whole = await run(
      ['batch', '-', '--wait'],
      '{"items":[{"script":"[test:ready]","presenter_id":"maya"}]}',
    )
    expect(resultOf(whole).counts.ready).toBe(1)
  })

  test('lists presenters, voices, and its own commands with their options', async () => {
    expect(resultOf(await run(['presenters'])).data[0].id).toBeDefined()
    expect(resultOf(await run(['voices'])).data[0].quality).toBeDefined()
    const { data } = resultOf(await run(['commands', '--json']))
    for (const { name, about } of data) {
      expect((await run([name, '--help'])).stdout, name).toContain(about)
    }
    expect(data).toContainEqual(expect.objectContaining({ name: 'create', argument: 'SCRIPT' }))
    expect((await run(['--version'])).stdout).toMatch(/^\{"version":"\d+\.\d+\.\d+"\}\n$/u)
  })

  test('says what is wrong as JSON on standard error, with an exit code of its kind', async () => {
    const create = ['create', 'script.txt']
    const refused = await run([...create, '--presenter', 'nobody'])
    expect(refused.code).toBe(1)
    expect(errorOf(refused)).toMatchObject({
      code: 'not_found',
      request_id: expect.stringMatching(/^req_/u),
      idempotency_key: expect.any(String),
    })
    await commandLine.write('fails.txt', '[test:fail:speak]')
    const failed = await run(['create', 'fails.txt', '--presenter', 'maya', '--wait'])
    expect(failed.code).toBe(1)
    expect(errorOf(failed)).toMatchObject({ code: 'render_failed', details: { stage: 'speak' } })

    for (const args of [
      ['create'],
      ['create', 'nothing.txt'],
      ['create', 'script.txt', '--colour', 'red'],
      ['create', 'script.txt', 'more.txt'],
      [...create, '--presenter', 'maya', '-o', 'no/folder/out.mp4'],
      ['list', '--status', 'done'],
      ['list', '--limit', 'many'],
      ['make'],
      ['listen'],
      ['list', '--profile', '../x'],
    ]) {
      const wrong = await run(args)
      expect([args, wrong.code]).toEqual([args, 2])
      expect(errorOf(wrong).code).toBe('usage')
    }
  })

  test('ends with 3 without a key, and with one that does not work', async () => {
    const without = await commandLine.run(['list'])
    expect(without.code).toBe(3)
    expect(errorOf(without)).toMatchObject({ code: 'not_signed_in' })
    const wrong = await commandLine.run(['list'], { url: service.url, key: 'pv_live_wrong' })
    expect(wrong.code).toBe(3)
    expect(errorOf(wrong)).toMatchObject({ code: 'invalid_api_key', action: 'replace_key' })
    const homeless = await commandLine.run(['list'], { key: tests.key })
    expect(homeless.code).toBe(3)
  })

  test('ends with 4 when the time is over, and says how to go on', async () => {
    await commandLine.write('slow.txt', '[test:slow:20]')
    const late = await run(['create', 'slow.txt', '--presenter', 'maya', '--wait', '--timeout', '3'])
    expect(late.code).toBe(4)
    const { code, video_id, idempotency_key } = errorOf(late)
    expect(code).toBe('timeout')
    const again = await run([
      'create',
      'slow.txt',
      '--presenter',
      'maya',
      '--idempotency-key',
      idempotency_key,
    ])
    expect(resultOf(again).id).toBe(video_id)
  })
})
