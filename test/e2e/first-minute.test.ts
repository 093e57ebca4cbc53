import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { runCommand } from '../../src/process/run-command.ts'
import type { CommandResult } from '../../src/process/run-command.ts'
import { isLeftOut } from '../support/run/left-out.ts'
import { decodeVideo } from '../support/picture/finished-video.ts'
import { startProgram } from '../support/programs/program.ts'
import type { Program } from '../support/programs/program.ts'

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')

const shell = await runCommand('sh', ['-c', 'command -v curl'])
const isMissing = isLeftOut('The commands for a first video', shell.ok ? {} : { missing: 'install curl.' })

let home: string
let service: Program
let settings: Record<string, string>

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'first-minute-'))
  await chmod(home, 0o755)
  service = startProgram('src/main.ts', [], { DATA_DIR: path.join(home, 'data'), PORT: '0' })
  await service.says('Press Ctrl-C to stop')
  // There is no screen to play a video on; what would be played is decoded instead.
  await mkdir(path.join(home, 'bin'))
  await writeFile(path.join(home, 'bin/open'), '#!/bin/sh\ntest -s "$1" && echo "playing $1"\n', {
    mode: 0o755,
  })
  settings = {
    PATH: `${path.join(home, 'bin')}:${process.env['PATH']}`,
    PRESENTER_API_URL: found(/API\s+(http:\S+\/api\/v1)/u),
    PRESENTER_API_KEY: found(/API key\s+(pv_live_\w+)/u),
  }
})
afterAll(async () => {
  service.process.kill('SIGINT')
  await service.ended
  await rm(home, { recursive: true, force: true })
})

/** What the service has told of itself. */
function found(pattern: RegExp): string {
  return pattern.exec(service.output())?.[1] ?? ''
}

/** The blocks of the README in a language, in their order. */
function blocks(language: string): string[] {
  const section = readme.slice(readme.indexOf('## Use it'), readme.indexOf('## How it works'))
  const fenced = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gsu')
  return Array.from(section.matchAll(fenced), ([, block = '']) => block)
}

/** As a reader pastes it into an empty folder. */
async function paste(name: string, commands: string): Promise<CommandResult & { folder: string }> {
  const folder = path.join(home, name)
  await mkdir(folder)
  return { folder, ...(await runCommand('sh', ['-c', commands], { cwd: folder, extraEnv: settings })) }
}

async function expectPlayable(file: string): Promise<void> {
  const { width, height, frameTimes, samples } = await decodeVideo(file, {
    x: 0,
    y: 0,
    width: 16,
    height: 16,
  })
  expect([width, height]).toEqual([1280, 720])
  expect(frameTimes.length).toBeGreaterThan(15)
  expect(samples.some((sample) => Math.abs(sample) > 0.05)).toBe(true)
}

test('npm has nothing to say about the project’s own settings', async () => {
  // A machine of its own: what the one of the tests has set is not the project's.
  const env = { PATH: process.env['PATH'], HOME: home, npm_config_globalconfig: path.join(home, 'none') }
  const { ok, output } = await runCommand('npm', ['run'], { env })
  expect(ok, output).toBe(true)
  expect(output).not.toMatch(/npm warn/iu)
})

describe.skipIf(isMissing)('the first minute', () => {
  test('what npm start prints makes a video, waits for it and saves it, and makes no second one', async () => {
    const printed =
      service
        .output()
        .split('\n\n')
        .find((block) => block.includes('/videos')) ?? ''
    expect(printed).toContain('Idempotency-Key')
    for (const name of ['printed', 'printed again']) {
      const { ok, output, folder } = await paste(name, printed)
      expect(ok, output).toBe(true)
      await expectPlayable(path.join(folder, 'first.mp4'))
    }
    expect(await videoIdOf('printed again')).toBe(await videoIdOf('printed'))
  })

  test('the README’s lines of curl end with a video that plays', async () => {
    const [settingsBlock = '', commands = ''] = blocks('sh')
    expect(settingsBlock.match(/\w+(?==)/gu)).toEqual(['PRESENTER_API_URL', 'PRESENTER_API_KEY'])
    const { ok, output, folder } = await paste('curl', commands)
    expect(ok, output).toBe(true)
    expect(output).toContain('playing welcome.mp4')
    await expectPlayable(path.join(folder, 'welcome.mp4'))
  })

  test('so do its lines of JavaScript', async () => {
    const [program = ''] = blocks('js')
    const [, file = '', command = ''] = /^\/\/ (\S+), for: (.+)$/mu.exec(program) ?? []
    await writeFile(path.join(home, file), program)
    const { ok, output, folder } = await paste('node', `cp ../${file} . && ${command}`)
    expect(ok, output).toBe(true)
    expect(output).toContain('playing welcome.mp4')
    await expectPlayable(path.join(folder, 'welcome.mp4'))
  })

  test('a key that is wrong is told in the service’s words, and nothing is waited for', async () => {
    settings = { ...settings, PRESENTER_API_KEY: 'pv_live_wrong' }
    const { output, folder } = await paste('refused', blocks('sh')[1] ?? '')
    expect(output).toContain('invalid_api_key')
    await expect(stat(path.join(folder, 'welcome.mp4'))).rejects.toThrow('ENOENT')
  })
})

async function videoIdOf(name: string): Promise<string> {
  return (JSON.parse(await readFile(path.join(home, name, 'video.json'), 'utf8')) as { id: string }).id
}
