import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createProgress } from '../../src/process/progress.ts'
import { createRenderer } from '../../src/render/renderer.ts'
import type { ChildRenderer } from '../../src/render/renderer.ts'
import { cacheDir, resolveExecutables } from '../support/run/executables.ts'
import { CODE_OF_GUIDES } from '../support/programs/guide-code.ts'
import { neuralVoices } from '../support/speech/neural-voices.ts'
import { PATIENTLY } from '../support/run/patiently.ts'
import { startProgram } from '../support/programs/program.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'
import { SEARCH_ATTRIBUTES } from '../../src/workflows/contract.ts'
import { startWrappedRenderer } from '../support/service/wrapped-renderer.ts'

const SCRIPT = 'Our office moves on Monday.'
const RELEASE = { name: 'presenter-video', buildId: '2026-11-23' }

/** The commands of all guides, but for those of `admin`, which have a test of their own. */
const COMMANDS = CODE_OF_GUIDES.flatMap(({ commands }) => commands).filter(([program]) => program !== 'admin')

let service: TestService
let folder: string
let scripts: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'operators-'))
  scripts = (JSON.parse(await readFile('package.json', 'utf8')) as { scripts: typeof scripts }).scripts
  service = await startTestService({ studio: 'real', config: { deployment: RELEASE, studioProcesses: 1 } })
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The words of the one command that begins so, as a guide has it. */
function ofGuide(...beginning: string[]): readonly string[] {
  const found = COMMANDS.filter((words) => beginning.every((word, index) => words[index] === word))
  expect(found, beginning.join(' ')).toHaveLength(1)
  return found[0]!
}

/** Runs a command of a guide. @param named what files and folders of the guide are here. */
async function run(
  words: readonly string[],
  named: Readonly<Record<string, string>> = {},
  env: NodeJS.ProcessEnv = {},
) {
  const [script = '', ...args] = words.map((word) => named[word] ?? word)
  const entry = /^node bootstrap\.mjs (\S+)$/u.exec(scripts[script] ?? '')?.[1]
  expect(entry, `npm run ${script}`).toBeDefined()
  const program = startProgram(entry!, args, env)
  return { code: await program.ended, output: program.output() }
}

test('every command of a guide is run here', () => {
  const commands = [
    'voices pull',
    'voices list',
    'voices verify',
    'voices rm',
    'verify-video video.mp4',
    'temporal worker',
    // Run by the restore drill (test/slow/deployment).
    'temporal schedule',
    // There is no Temporal Cloud to run it on: what it says is held against what the service needs.
    'tcld namespace',
    'presenters check',
    'presenters preview',
    'conformance --queue',
  ]
  // Which guide has a command does not matter here.
  expect(COMMANDS.map(([program, command]) => [program, command].join(' ')).toSorted()).toEqual(
    commands.toSorted(),
  )
})

describe('a release', () => {
  test('becomes the current one by the command of the guide, and then makes a video that can be verified', async () => {
    const [, ...args] = ofGuide('temporal', 'worker', 'deployment', 'set-current-version')
    const { temporal } = await resolveExecutables(createProgress())
    const server = ['--address', service.temporalAddress, '--namespace', service.namespace, '--yes']
    // The worker has to be seen first.
    await expect
      .poll(() => promisify(execFile)(temporal, [...args, ...server]).then(() => 'done', String), PATIENTLY)
      .toBe('done')
    const account = await service.account()
    const { body } = await account.createVideo({ script: SCRIPT })
    const ready = await account.untilStatus(body.id, 'ready', 240_000)

    const files = { 'video.mp4': ready.video_url, 'provenance.json': ready.provenance_url }
    for (const [name, url] of Object.entries(files)) {
      await writeFile(join(folder, name), Buffer.from(await (await fetch(url)).arrayBuffer()))
    }
    await writeFile(join(folder, 'script.txt'), `${SCRIPT}\n`)
    const words = ofGuide('verify-video')
    const here = Object.fromEntries(words.slice(1).map((name) => [name, join(folder, name)]))
    const { code, output } = await run(words, here)
    expect(code, output).toBe(0)
    expect(output).toContain('contains every word of it')

    await writeFile(join(folder, 'script.txt'), 'Our office moves on Sunday.\n')
    const other = await run(words, here)
    expect(other.code, other.output).toBe(1)
  })

  test('finds in Temporal Cloud the search attributes that the guide has an operator add', () => {
    const words = ofGuide('tcld', 'namespace', 'search-attributes', 'add')
    const added = words.filter((_, index) => words[index - 1] === '--search-attribute')
    const needed = Object.values(SEARCH_ATTRIBUTES).map(({ name }) => `${name}=Keyword`)
    expect(added.toSorted()).toEqual(needed.toSorted())
  })
})

describe('presenters', () => {
  const command = ofGuide('presenters', 'check')
  const named = () => ({ [command[2]!]: join(folder, 'nora', 'presenter.json') })

  beforeAll(async () => {
    await cp('presenters/maya', join(folder, 'nora'), { recursive: true })
    const text = await readFile('presenters/maya/presenter.json', 'utf8')
    await writeFile(join(folder, 'nora', 'presenter.json'), text.replace('"maya"', '"nora"'))
    for (const picture of ['thumbnail.jpg', 'preview.mp4']) {
      await rm(join(folder, 'nora', picture), { force: true })
    }
  })

  test('of one’s own are checked and previewed by the commands of the guide', async () => {
    const checked = await run(command, named())
    expect(checked.code, checked.output).toBe(0)
    const preview = ofGuide('presenters', 'preview')
    expect(preview[2]).toBe(command[2])
    const drawn = await run(preview, named())
    expect(drawn.code, drawn.output).toBe(0)
    const made = await readdir(join(folder, 'nora'))
    expect(made).toEqual(expect.arrayContaining(['thumbnail.jpg', 'preview.mp4']))
  })

  test('with a fault are refused', async () => {
    const file = join(folder, 'nora', 'presenter.json')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('"nora"', '"Nora Nova"'))
    const { code, output } = await run(command, named())
    await writeFile(file, text)
    expect(code).toBe(1)
    expect(output).toContain('id')
  })
})

describe('a renderer', () => {
  let house: ChildRenderer

  beforeAll(async () => {
    house = await createRenderer({ presentersDir: 'presenters', poolSize: 1 })
  })
  afterAll(async () => {
    await house.close()
  })

  test('is held against the contract by the command of the guide', async () => {
    const words = ofGuide('conformance')
    const queue = words[words.indexOf('--queue') + 1]!
    const mediaDir = join(folder, 'media')
    await mkdir(mediaDir)
    const { temporalAddress: address, namespace } = service
    const renderer = await startWrappedRenderer({ address, namespace, queue, mediaDir, renderer: house })
    const named = { '.data/media': mediaDir, 'my/presenter.json': resolve('presenters/maya/presenter.json') }
    const here = [...words, '--temporal', address, '--namespace', namespace]
    const { code, output } = await run(here, named)
    await renderer.stop()
    expect(code, output).toBe(0)
    expect(output).toContain(`${queue} conforms`)
  })
})

describe('the files of the neural voices', () => {
  test('are listed by the command of the guide, and removed', async () => {
    const env = { CACHE_DIR: join(folder, 'cache') }
    const installed = join(folder, 'cache', 'voices', neuralVoices().folder.split('/').at(-1)!)
    await mkdir(installed, { recursive: true })
    const listed = await run(ofGuide('voices', 'list'), {}, env)
    expect(listed.code, listed.output).toBe(0)
    expect(listed.output).toContain('flite:slt')
    const removed = await run(ofGuide('voices', 'rm'), {}, env)
    expect(removed.code, removed.output).toBe(0)
    expect(await readdir(dirname(installed))).toEqual([])
  })

  test.skipIf(!neuralVoices().isInstalled())('are pulled once, and verified', async () => {
    for (const command of ['pull', 'verify']) {
      const { code, output } = await run(ofGuide('voices', command), {}, { CACHE_DIR: cacheDir() })
      expect(code, output).toBe(0)
      expect(output).toContain(command === 'pull' ? 'is installed in' : 'are intact')
    }
  })
})
