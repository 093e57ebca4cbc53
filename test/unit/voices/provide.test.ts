import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createLog } from '../../../src/process/log.ts'
import { SILENT_PROGRESS } from '../../../src/process/progress.ts'
import { VERIFIED_FILE, verifiedText } from '../../../src/voices/installed.ts'
import { readManifest } from '../../../src/voices/manifest.ts'
import { kokoroEngine } from '../../../src/speech/kokoro/engine.ts'
import { provideVoices } from '../../../src/voices/provide.ts'
import { startProgram } from '../../support/programs/program.ts'

let cacheDir: string
let logged: string[]

beforeEach(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'cache-'))
  logged = []
  return () => rm(cacheDir, { recursive: true })
})

const log = createLog({ level: 'info', destination: { write: (line) => void logged.push(line) } })

const provide = (speechEngine: 'auto' | 'flite', dir = cacheDir) =>
  provideVoices({ speechEngine, cacheDir: dir, voicesDir: null, voicesMirror: null }, SILENT_PROGRESS, log)

const manifest = readManifest(kokoroEngine.files!)

/** Files of the right sizes and names, without their content: enough for all but a verification. */
async function pretendInstalled(files = manifest.installed): Promise<void> {
  const folder = join(cacheDir, 'voices', manifest.id)
  await mkdir(folder, { recursive: true })
  for (const { name, bytes } of files) {
    await writeFile(join(folder, name), '')
    await truncate(join(folder, name), bytes)
  }
  await writeFile(join(folder, VERIFIED_FILE), verifiedText(files))
}

test('who wants light voices fetches nothing', async () => {
  expect(await provide('flite').outcome).toBe('not wanted')
  expect(await readdir(cacheDir)).toEqual([])
})

test('what is installed is not fetched again', async () => {
  await pretendInstalled()
  expect(await provide('auto').outcome).toBe('there')
})

test('an installation that fails is told and logged, and stops nobody', async () => {
  const file = join(cacheDir, 'file')
  await writeFile(file, 'where a folder should be')
  const voices = provide('auto', file)
  expect(await voices.outcome).toBe('unavailable')
  expect(await voices.within(0)).toBe('unavailable')
  expect(logged.join('')).toContain('npm run voices')
  await voices.stop()
})

test('verifying reads the files: the right size is not enough', async () => {
  await pretendInstalled()
  const verify = startProgram('src/voices/main.ts', ['verify'], { CACHE_DIR: cacheDir })
  expect(await verify.ended).toBe(1)
  expect(verify.output()).toContain('kokoro.weights has another content')
})

test('the list says which voices can speak, and how the others come', async () => {
  const list = startProgram('src/voices/main.ts', ['list'], { CACHE_DIR: cacheDir })
  expect(await list.ended).toBe(0)
  expect(list.output()).toContain('not installed: npm run voices -- pull')
  expect(list.output()).toMatch(/✓ flite:slt/u)
  expect(list.output()).toMatch(/· kokoro:aria/u)
})
