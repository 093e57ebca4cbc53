import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import type { Progress } from '../../../src/embedded/progress.ts'

import { SILENT_PROGRESS } from '../../../src/embedded/progress.ts'
import { sdkDownloadFile } from '../../../src/embedded/sdk-download.ts'
import { resolveTemporalExecutable } from '../../../src/embedded/temporal-executable.ts'
import { scratchDir } from './scratch-dir.ts'

const progress = SILENT_PROGRESS
const RECENT = 'temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)'

/** No download gets through here, whether this machine has internet or not. */
const OFFLINE = { HTTPS_PROXY: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9' }

/** A program that answers every call with one line. */
function fakeProgram(path: string, answer: string): Promise<string> {
  return program(path, `echo '${answer}'`)
}

async function program(path: string, script: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return path
}

const builtFile = (cacheDir: string) => join(cacheDir, 'temporal', 'go-v1.5.1', 'temporal')
const downloadedFile = (cacheDir: string) => sdkDownloadFile('dev-server', join(cacheDir, 'temporal'))

test('TEMPORAL_CLI_PATH comes before all others', async () => {
  const folder = await scratchDir()
  const cliPath = await fakeProgram(join(folder, 'own'), RECENT)
  await fakeProgram(join(folder, 'bin', 'temporal'), RECENT)
  const env = { PATH: join(folder, 'bin') }
  expect(await resolveTemporalExecutable({ cliPath, cacheDir: folder, progress, env })).toBe(cliPath)
})

test('a TEMPORAL_CLI_PATH that is no Temporal is refused by name, never passed over', async () => {
  const folder = await scratchDir()
  const cliPath = await fakeProgram(join(folder, 'own'), 'something else')
  await fakeProgram(builtFile(folder), RECENT)
  const env = { PATH: '' }
  await expect(resolveTemporalExecutable({ cliPath, cacheDir: folder, progress, env })).rejects.toThrow(
    `TEMPORAL_CLI_PATH is ${cliPath}, but this does not say which Temporal server it holds`,
  )
})

test('`temporal` on PATH comes before the cache', async () => {
  const folder = await scratchDir()
  await fakeProgram(join(folder, 'bin', 'temporal'), RECENT)
  await fakeProgram(downloadedFile(folder), RECENT)
  const env = { PATH: join(folder, 'bin') }
  expect(await resolveTemporalExecutable({ cacheDir: folder, progress, env })).toBe('temporal')
})

test('a server too old for creating videos is passed over, wherever it is found', async () => {
  const folder = await scratchDir()
  await fakeProgram(join(folder, 'bin', 'temporal'), 'temporal version 1.1.0 (Server 1.25.0, UI 2.30.3)')
  await fakeProgram(downloadedFile(folder), 'temporal version 1.2.0 (Server 1.27.2, UI 2.36.0)')
  const built = await fakeProgram(builtFile(folder), RECENT)
  const env = { PATH: join(folder, 'bin') }
  expect(await resolveTemporalExecutable({ cacheDir: folder, progress, env })).toBe(built)
})

test('in the cache, the download made for this SDK comes before the build', async () => {
  const folder = await scratchDir()
  const downloaded = await fakeProgram(downloadedFile(folder), RECENT)
  await fakeProgram(builtFile(folder), RECENT)
  expect(await resolveTemporalExecutable({ cacheDir: folder, progress, env: { PATH: '' } })).toBe(downloaded)
})

test('without internet it is built with Go, telling how far it is, and kept', async () => {
  const folder = await scratchDir()
  const install = [
    'echo "go: downloading go.temporal.io/server v1.29.1"',
    'echo go.temporal.io/server/temporal >&2',
    `printf '#!/bin/sh\\necho "${RECENT}"\\n' > "$GOBIN/temporal"`,
    'chmod 755 "$GOBIN/temporal"',
  ].join('\n')
  await program(join(folder, 'bin', 'go'), `[ "$1" = version ] && exit 0\n${install}`)
  const env = { ...OFFLINE, PATH: `${join(folder, 'bin')}:/usr/bin:/bin` }
  const news: unknown[] = []
  const recording: Progress = {
    step: () => ({ update: (text) => news.push(text), done: () => undefined, fail: () => undefined }),
  }
  const built = await resolveTemporalExecutable({ cacheDir: folder, progress: recording, env })
  expect(built).toBe(builtFile(folder))
  expect(news).toContain('1 modules downloaded, 1 packages compiled')
  expect(await resolveTemporalExecutable({ cacheDir: folder, progress, env })).toBe(built)
})

test('where nothing can be had, one error names every way to provide it', async () => {
  const folder = await scratchDir()
  const failing = resolveTemporalExecutable({ cacheDir: folder, progress, env: { ...OFFLINE, PATH: '' } })
  const message = await failing.then(String, String)
  for (const way of ['TEMPORAL_ADDRESS', 'TEMPORAL_CLI_PATH', 'PATH', 'internet', 'go install', folder]) {
    expect(message).toContain(way)
  }
  expect(message).toContain('failed to download ephemeral server executable')
  expect(message).toContain('Go is not installed')
})
