import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import type { Progress } from '../../../src/process/progress.ts'

import { SILENT_PROGRESS } from '../../../src/process/progress.ts'
import { runCommand } from '../../../src/process/run-command.ts'
import { resolveTemporalExecutable } from '../../../src/embedded/temporal-executable.ts'
import { temporalRelease } from '../../../src/embedded/temporal-release.ts'
import { startFileServer } from '../../support/http/file-server.ts'
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

const builtFile = (cacheDir: string) => join(cacheDir, 'temporal', 'go-v1.5.1-sqlite-v1.51.0', 'temporal')
const downloadedFile = (cacheDir: string) => join(cacheDir, 'temporal', 'release-v1.5.1', 'temporal')

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
    `TEMPORAL_CLI_PATH is ${cliPath}, but this program does not report its Temporal server version`,
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

test('in the cache, the download comes before the build', async () => {
  const folder = await scratchDir()
  const downloaded = await fakeProgram(downloadedFile(folder), RECENT)
  await fakeProgram(builtFile(folder), RECENT)
  expect(await resolveTemporalExecutable({ cacheDir: folder, progress, env: { PATH: '' } })).toBe(downloaded)
})

test('what was downloaded is used when it has the content that was published, and kept', async () => {
  const folder = await scratchDir()
  const { release, content } = await publish(folder, `echo '${RECENT}'`)
  const [sha256, env] = [createHash('sha256').update(content).digest('hex'), { PATH: '' }]
  const obtained = await resolveTemporalExecutable({
    cacheDir: folder,
    progress,
    env,
    release: { ...release, sha256 },
  })
  expect(obtained).toBe(downloadedFile(folder))
  expect(await readdir(join(folder, 'temporal'))).toEqual(['release-v1.5.1'])
  expect(await resolveTemporalExecutable({ cacheDir: folder, progress, env, release: null })).toBe(obtained)
})

test('what was downloaded with another content is never unpacked, run or kept', async () => {
  const folder = await scratchDir()
  const { release } = await publish(folder, `: > '${join(folder, 'was-run')}'; echo '${RECENT}'`)
  const env = { PATH: '' }
  const refused = resolveTemporalExecutable({ cacheDir: folder, progress, env, release })
  await expect(refused).rejects.toThrow(
    `${release.url} does not match the published SHA-256 (${release.sha256}); it was not used`,
  )
  expect(existsSync(join(folder, 'was-run'))).toBe(false)
  expect(await readdir(join(folder, 'temporal'))).toEqual([])
})

test.each([
  ['linux', 'x64', 'temporal_cli_1.5.1_linux_amd64.tar.gz'],
  ['linux', 'arm64', 'temporal_cli_1.5.1_linux_arm64.tar.gz'],
  ['darwin', 'x64', 'temporal_cli_1.5.1_darwin_amd64.tar.gz'],
  ['darwin', 'arm64', 'temporal_cli_1.5.1_darwin_arm64.tar.gz'],
  ['win32', 'x64', 'temporal_cli_1.5.1_windows_amd64.zip'],
  ['win32', 'arm64', 'temporal_cli_1.5.1_windows_arm64.zip'],
] as const)('on %s-%s the release is one archive, fixed by its content', (platform, arch, archive) => {
  const release = temporalRelease(platform, arch)!
  expect(release.url).toBe(`https://github.com/temporalio/cli/releases/download/v1.5.1/${archive}`)
  expect(release.sha256).toMatch(/^[0-9a-f]{64}$/u)
})

test('where nothing is published for a platform, nothing is downloaded', () => {
  expect(temporalRelease('freebsd', 'x64')).toBeNull()
})

/** A release on a server of this machine, whose `temporal` does what the script says; its checksum is of something else. */
async function publish(folder: string, script: string) {
  const server = await startFileServer()
  onTestFinished(() => server.close())
  await program(join(folder, 'published', 'temporal'), script)
  const archive = join(folder, 'temporal.tar.gz')
  await runCommand('tar', ['-czf', archive, '-C', join(folder, 'published'), 'temporal'])
  const content = await readFile(archive)
  server.files.set('/temporal.tar.gz', content)
  const release = { url: `${server.url}/temporal.tar.gz`, sha256: 'a'.repeat(64), file: 'temporal' }
  return { release, content }
}

test('without internet it is built with Go, telling how far it is, and kept', async () => {
  const folder = await scratchDir()
  const install = [
    'echo "go: downloading go.temporal.io/server v1.29.1"',
    'echo go.temporal.io/server/temporal >&2',
    'grep -q "modernc.org/sqlite v1.51.0" go.mod || exit 1',
    'while [ "$1" != -o ]; do shift; done',
    `printf '#!/bin/sh\\necho "${RECENT}"\\n' > "$2"`,
    'chmod 755 "$2"',
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
  for (const way of ['TEMPORAL_ADDRESS', 'TEMPORAL_CLI_PATH', 'PATH', 'internet', 'Go 1.25', folder]) {
    expect(message).toContain(way)
  }
  expect(message).toContain('download: github.com: ')
  expect(message).toContain('Go is not installed')
})
