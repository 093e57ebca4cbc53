import { mkdtemp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { packSdk } from '../../sdk-package.mjs'
import { VERSION } from '../../sdk/typescript/src/index.ts'
import { runTool, ROOT } from '../../scripts/support/run-tool.ts'
import { SDK_PACKAGE } from '../../src/app/shipped.ts'
import { packedFiles } from '../support/sdk/packed-files.ts'

/** Of the file that is downloaded, and of it without the command line, which a program that imports the package never reads. */
const MOST_BYTES = 45_000
const MOST_BYTES_OF_LIBRARY = 30_000
/** Written by hand, of the library alone: lines that are not empty. */
const MOST_LINES = 1_500
const COMMAND_LINE = 'dist/command-line.js'
const SOURCES = join(ROOT, 'sdk/typescript/src')
const TSC = 'node_modules/typescript/bin/tsc'

let folder: string
let packed: Buffer
let files: Map<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'presenter-sdk-package-'))
  packed = await readFile(SDK_PACKAGE)
  files = packedFiles(packed)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the package of the TypeScript SDK', () => {
  test('is small, and brings nothing else with it', () => {
    expect(packed.length).toBeLessThanOrEqual(MOST_BYTES)
    const commands = gzipSync(files.get(COMMAND_LINE)!, { level: 9 }).length
    expect(packed.length - commands).toBeLessThanOrEqual(MOST_BYTES_OF_LIBRARY)
    const manifest = JSON.parse(files.get('package.json')!) as Record<string, unknown>
    expect(manifest).toMatchObject({ name: 'presenter-video', version: VERSION, type: 'module' })
    expect(Object.keys(manifest).filter((name) => /depend|^scripts$/iu.test(name))).toEqual([])
    const imports = Array.from(files.get('dist/index.js')!.matchAll(/\bimport\(?\s*["']([^"']+)/gu))
    expect(imports.map(([, name]) => name)).toEqual(['node:fs/promises'])
  })

  test('has a command line, which is nothing but Node.js and the library beside it', () => {
    expect(JSON.parse(files.get('package.json')!).bin).toEqual({ 'presenter-video': COMMAND_LINE })
    const commands = files.get(COMMAND_LINE)!
    expect(commands).toMatch(/^#!\/usr\/bin\/env node\n/u)
    const imports = Array.from(commands.matchAll(/\bimport\b[^;"'`]*["']([^"']+)["']/gu), ([, name]) => name!)
    expect(new Set(imports.filter((name) => !name.startsWith('node:')))).toEqual(new Set(['./index.js']))
  })

  test('is written by hand in 1,500 lines, without the command line', async () => {
    const sources = await readdir(SOURCES, { recursive: true, encoding: 'utf8' })
    const library = sources.filter((name) => name.endsWith('.ts') && !/^(?:command|description)/u.test(name))
    const texts = await Promise.all(library.map((name) => readFile(join(SOURCES, name), 'utf8')))
    const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '')
    expect(lines.length).toBeLessThanOrEqual(MOST_LINES)
  })

  test('has what a package should have, and no declaration that nothing names', () => {
    const names = [...files.keys()]
    expect(names).toEqual(
      expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/index.d.ts', 'dist/index.js']),
    )
    expect(
      names.filter((name) => name.endsWith('.ts') && /download|pause|wait-calls|command/u.test(name)),
    ).toEqual([])
    expect(files.get('CHANGELOG.md')).toContain(`## ${VERSION} `)
  })

  test('is the same bytes whenever it is packed', async () => {
    await packSdk({
      into: folder,
      isChecked: false,
      async runCompiler(args) {
        const { ok, output } = await runTool(TSC, args)
        expect(ok, output).toBe(true)
      },
    })
    expect((await readFile(join(folder, 'sdk/presenter-video.tgz'))).equals(packed)).toBe(true)
  })

  test.each([
    ['Node.js', { types: ['node'], lib: ['es2023'], module: 'nodenext' }],
    ['a bundler, without the types of Node.js', { types: [], lib: ['es2023', 'dom'], module: 'preserve' }],
  ])('has types that hold under the strictest settings with %s', async (_, settings) => {
    const user = await mkdtemp(join(folder, 'user-'))
    for (const [name, text] of files) {
      const file = join(user, 'node_modules/presenter-video', name)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    }
    await symlink(join(ROOT, 'node_modules/@types'), join(user, 'node_modules/@types'))
    const compilerOptions = {
      ...settings,
      target: 'es2022',
      strict: true,
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
    }
    await writeFile(join(user, 'package.json'), '{"type":"module"}')
    await writeFile(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }))
    await writeFile(join(user, 'use.ts'), USE)
    const { ok, output } = await runTool(TSC, ['-p', user])
    expect(ok, output).toBe(true)
  })
})

/** The expected errors are part of the test: types that were `any` would have none. */
const USE = `
import { AllowanceExceededError, PresenterVideo, RenderFailedError, unwrap } from 'presenter-video'
import type { Batch, Page, Video, components } from 'presenter-video'

const client = new PresenterVideo({ apiKey: 'pv_test_1', baseUrl: 'https://video.example.com/api/v1', fetch })
const made = await client.videos.createAndWait({ presenter_id: 'maya', script: 'Hello.' }, { idempotencyKey: 'one' })
const link: string | null = made.video_url
const batch: Batch = await client.batches.createAndWait({ items: [{ presenter_id: 'maya', script: 'Hello.' }] })
const counted: number = batch.counts.ready
const page: Page<Video> = await client.videos.list({ status: 'ready', metadata: { order: '1' } })
for await (const { id } of client.videos.list()) id.slice(1)
const { data, requestId } = await client.me().withResponse()
const plan: components['schemas']['Me']['plan'] = data.plan
const event = await unwrap('{}', { 'webhook-id': '1' }, ['whsec_1'])
const error: unknown = event.data
if (error instanceof RenderFailedError) error.video.id.slice(1)
if (error instanceof AllowanceExceededError) error.upgradeUrl?.slice(1)
// @ts-expect-error -- there is no such option
await client.videos.create({ presenter_id: 'maya', script: 'Hello.', colour: 'red' })
// @ts-expect-error -- a script is needed
await client.videos.create({ presenter_id: 'maya' })
// @ts-expect-error -- it is a number
const wrong: string = batch.counts.ready
export { counted, link, page, plan, requestId, wrong }
`
