import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { enginesWithFiles, VERIFIED_FILE, verifiedText } from '../../../src/voices/installed.ts'
import { createTestClient } from '../../support/service/client.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { startTestService } from '../../support/service/service.ts'
import type { Config } from '../../../src/config/config.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'

type Api = Awaited<ReturnType<TestService['startApi']>>

let folder: string
let service: TestService
let processes: Api[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'one-voice-'))
  // It speaks nothing itself, and gives new accounts the voices of all engines.
  service = await startTestService({ config: { speechEngine: 'auto', taskQueues: ['videos', 'webhooks'] } })
})
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()))
  await service.stop()
  await rm(folder, { recursive: true })
})

/** A cache that holds files of the right names and sizes: enough for what is asked here, as nothing is spoken. */
async function cacheWithVoices(): Promise<string> {
  const cacheDir = path.join(folder, 'with voices')
  for (const { files, manifest } of enginesWithFiles('auto', cacheDir)) {
    await mkdir(files.folder, { recursive: true })
    for (const { name, bytes } of manifest.installed) {
      await mkdir(path.dirname(path.join(files.folder, name)), { recursive: true })
      await writeFile(path.join(files.folder, name), '')
      await truncate(path.join(files.folder, name), bytes)
    }
    await writeFile(path.join(files.folder, VERIFIED_FILE), verifiedText(manifest.installed))
  }
  return cacheDir
}

async function start(
  role: 'api' | 'worker' | 'service',
  cacheDir: string,
  own: Partial<Config> = {},
): Promise<Api> {
  const config = { cacheDir, speechEngine: 'auto' as const, taskQueues: ['speech' as const], ...own }
  const started = await service.startApi({ role, config })
  processes.push(started)
  return started
}

async function voicesOf({ url }: Api, key: string): Promise<number> {
  const { body } = await createTestClient(url, key).request('GET', '/voices')
  return body.data.length
}

/** What the processes that speak say they lack. */
const lacks = () => service.query(`select lacks -> 0 ->> 'need' as need from processes where role = 'worker'`)

test('whichever process answers, the same voices are offered, and they are those that the installation speaks with', async () => {
  const [withVoices, without] = [await cacheWithVoices(), path.join(folder, 'without')]
  const apis = [await start('api', withVoices), await start('api', without)]
  const { key } = await service.account()
  const offered = () => Promise.all(apis.map((api) => voicesOf(api, key)))
  const [basic] = await offered()
  // Nobody who speaks has neural voices yet, whatever is on the disk of an API process.
  expect(await offered()).toEqual([basic, basic])

  await start('worker', withVoices)
  await expect
    .poll(() => service.query('select id from speech_engines'), PATIENTLY)
    .toEqual([{ id: 'kokoro' }])
  // All of them offer its voices from the same moment on, which is not yet.
  expect(await offered()).toEqual([basic, basic])
  await service.query('update speech_engines set in_use_from = clock_timestamp()')
  await expect.poll(async () => Math.min(...(await offered())), PATIENTLY).toBeGreaterThan(basic!)
  const [all] = await offered()
  expect(await offered()).toEqual([all, all])
  expect(await lacks()).toEqual([{ need: null }])
})

test('a process that speaks without those voices says so, and asks for no scripts', async () => {
  await start('worker', path.join(folder, 'without'))
  await expect.poll(lacks, PATIENTLY).toContainEqual({ need: 'voices' })
})

test('a process that does everything itself offers what it has, unless others may share its database', async () => {
  const { key } = await service.account()
  const alone = await start('service', path.join(folder, 'without'))
  const shared = await start('service', path.join(folder, 'without'), { databaseUrl: service.databaseUrl })
  const all = await voicesOf(processes[0]!, key)
  expect(await voicesOf(shared, key)).toBe(all)
  expect(await voicesOf(alone, key)).toBeLessThan(all)
})

test('a process that is set to another engine than the installation says so in its log, and operators see which it is', async () => {
  const isReported = () => service.logLines.filter((line) => line.includes('SPEECH_ENGINE is not that of'))
  expect(isReported()).toEqual([])
  const odd = await start('api', path.join(folder, 'without'), { speechEngine: 'flite' })
  await expect.poll(isReported, PATIENTLY).toHaveLength(1)
  expect(JSON.parse(isReported()[0]!)).toMatchObject({ speechEngine: 'flite', installation: 'auto' })

  const operator = await signedIn(service, await service.account(), { isOperator: true })
  const found = async () => {
    const { body } = await operator.request('GET', '/operations/configuration')
    return (body.data as { topic: string; says: string }[]).find(({ topic }) => topic === 'Speech engine')
  }
  await expect.poll(found, PATIENTLY).toMatchObject({
    verdict: 'problem',
    says: expect.stringContaining(`SPEECH_ENGINE is auto, but api ${process.pid}@`) as string,
  })
  processes = processes.filter((one) => one !== odd)
  await odd.stop()
  await expect.poll(found, PATIENTLY).toBeUndefined()
})
