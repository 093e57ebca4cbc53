import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { runNpm } from '../../../scripts/support/run-npm.ts'
import { runCommand } from '../../../src/process/run-command.ts'
import { isLeftOut } from '../../support/run/left-out.ts'
import { startWorkerd } from '../../support/sdk/workerd.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { resolveNpmPackages } from '../../support/tools/npm-packages.ts'

const isLinuxX64 = process.platform === 'linux' && process.arch === 'x64'
const packages = await resolveNpmPackages('runtimes', 'test/slow/examples/runtimes')
const modules = isLeftOut('The SDK on Deno, Bun and workerd', packages) ? null : packages.modules

/** The same on each: it makes a video, waits for it and for a batch, and meets an error. */
const MAKE = `
import { NotFoundError, PresenterVideo } from 'presenter-video'

export async function make(settings) {
  const client = new PresenterVideo(settings)
  const item = { presenter_id: 'maya', script: 'Hello there.' }
  const [video, batch, error] = await Promise.all([
    client.videos.createAndWait(item),
    client.batches.createAndWait({ items: [item] }),
    client.videos.get('vid_0').catch((thrown) => thrown),
  ])
  return [video.status, batch.counts.ready, error instanceof NotFoundError].join(' ')
}
`
const ON_A_COMMAND_LINE = `${MAKE}
console.log(await make({}))
`
const IN_A_WORKER = `${MAKE}
export default {
  async fetch(request, env) {
    return new Response(await make({ baseUrl: env.PRESENTER_API_URL, apiKey: env.PRESENTER_API_KEY }))
  },
}
`
const MADE = 'ready 1 true'
/** Less than the shortest time that a call may take. */
const MOST_MS = 50_000

let service: TestService
let folder: string
let settings: Record<string, string>

beforeAll(async () => {
  service = await startTestService()
  folder = await mkdtemp(join(tmpdir(), 'presenter-runtimes-'))
  const account = await service.account('scale')
  settings = { PRESENTER_API_URL: `${service.url}/api/v1`, PRESENTER_API_KEY: account.key }
  const installed = await runNpm(folder, ['install', `${service.url}/sdk/presenter-video.tgz`, '--no-audit'])
  if (!installed.ok) throw new Error(installed.output)
  await writeFile(join(folder, 'make.mjs'), ON_A_COMMAND_LINE)
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.runIf(modules !== null && isLinuxX64)('the SDK as it is packed', () => {
  test.each([
    ['Deno', '@deno/linux-x64-glibc/deno', ['run', '--allow-net', '--allow-env', 'make.mjs']],
    ['Bun', '@oven/bun-linux-x64-baseline/bin/bun', ['make.mjs']],
  ])('makes a video and a batch on %s', async (_, program, args) => {
    const { ok, output } = await runCommand(join(modules!, program), args, {
      cwd: folder,
      extraEnv: { ...settings, HOME: folder },
      // The program ends with what it does: no timer of a wait may keep it.
      timeoutMs: MOST_MS,
    })
    expect(ok, output).toBe(true)
    expect(output).toContain(MADE)
  })

  test('makes a video and a batch on workerd', async () => {
    const sdk = await readFile(join(folder, 'node_modules/presenter-video/dist/index.js'), 'utf8')
    const worker = await startWorkerd({
      program: join(modules!, '@cloudflare/workerd-linux-64/bin/workerd'),
      folder,
      modules: { main: IN_A_WORKER, 'presenter-video': sdk },
      variables: settings,
    })
    const answer = await fetch(worker.url)
    const text = await answer.text()
    await worker.stop()
    expect(text, worker.output()).toBe(MADE)
  })
})
