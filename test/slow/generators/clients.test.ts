import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { runCommand } from '../../../src/process/run-command.ts'
import { CODE_OF_GUIDES } from '../../support/programs/guide-code.ts'
import { isLeftOut } from '../../support/run/left-out.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { GENERATED_CLIENTS } from './generated-clients.ts'
import { startLaterVersion } from './later-version.ts'
import type { LaterVersion } from './later-version.ts'

const tools = inject('generatorTools')
const clients = GENERATED_CLIENTS.map((client) => ({
  ...client,
  isMissing: client.needs.some((tool) => isLeftOut(`The generated client ${client.name}`, tools[tool])),
}))

/** Where the commands find their tools, as far as they are there. */
function withTools(): Record<string, string> {
  const { npm, python, java, olderJava, goGenerators } = tools
  const bins = [npm, python, goGenerators].flatMap((packages) => ('bin' in packages ? [packages.bin] : []))
  const jars = 'jars' in java ? java.jars : []
  const older = 'jars' in olderJava ? olderJava.jars : []
  const isGenerator = (jar: string) => jar.includes('openapi-generator-cli')
  return {
    PATH: [...bins, process.env['PATH']].join(delimiter),
    OPENAPI_GENERATOR: jars.find(isGenerator) ?? '',
    OPENAPI_GENERATOR_7_23: older.find(isGenerator) ?? '',
    GO_MODULE: 'module' in goGenerators ? goGenerators.module : '',
    CLASSPATH: ['.', ...jars.filter((jar) => !isGenerator(jar))].join(delimiter),
    // What all programs in Python import is looked at once in a run.
    MYPY_CACHE_DIR: join(folder, '.mypy_cache'),
  }
}

let service: TestService
let laterVersion: LaterVersion
let folder: string

beforeAll(async () => {
  service = await startTestService()
  laterVersion = await startLaterVersion(service.url)
  folder = await mkdtemp(join(tmpdir(), 'presenter-clients-'))
})
afterAll(async () => {
  await laterVersion.stop()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.each(clients)('$name', ({ name, program = name, isMissing, generate, compile, use }) => {
  const run = (command: string, extraEnv: Record<string, string> = {}) =>
    runCommand('sh', ['-c', command], { cwd: join(folder, name), extraEnv: { ...withTools(), ...extraEnv } })

  /** What the program prints that uses the client, with an account of its own. */
  async function output(url: string): Promise<string> {
    const { key } = await service.account()
    const used = await run(use, { PRESENTER_API_URL: `${url}/api/v1`, PRESENTER_API_KEY: key })
    expect(used.ok, used.output).toBe(true)
    return used.output
  }

  beforeAll(async () => {
    if (isMissing) return
    await cp(fileURLToPath(new URL(`clients/${program}`, import.meta.url)), join(folder, name), {
      recursive: true,
    })
    const description = await fetch(`${service.url}/openapi.json`)
    await writeFile(join(folder, name, 'openapi.json'), await description.text())
    if (!('modules' in tools.npm)) return
    await writeFile(join(folder, name, 'package.json'), '{"type":"module"}')
    await symlink(tools.npm.modules, join(folder, name, 'node_modules'))
  })

  test.skipIf(isMissing)('is made from the served description, and compiles', async () => {
    for (const command of [generate, ...(compile === undefined ? [] : [compile])]) {
      const made = await run(command)
      expect(made.ok, made.output).toBe(true)
    }
  })

  test.skipIf(isMissing)('makes a video, lists and deletes it, and reads a 404 by its type', async () => {
    expect(await output(service.url)).toMatch(
      /^ready 720p\nlisted ready\ndeleted vid_\w+\nthen not_found\n$/u,
    )
  })

  test.skipIf(isMissing)('goes on with a service whose answers have grown', async () => {
    const grown = /^ready 720p_of_later\nlisted ready\ndeleted vid_\w+\nthen not_found_of_later\n$/u
    expect(await output(laterVersion.url)).toMatch(grown)
  })
})

test('the client in Go that a guide shows is that of ogen', async () => {
  const shown = CODE_OF_GUIDES.flatMap(({ go }) => go)
  const program = await readFile(new URL('clients/ogen/main.go', import.meta.url), 'utf8')
  const lines = program.replaceAll(/^\t/gmu, '')
  expect(shown).toHaveLength(4)
  for (const part of shown) expect(lines).toContain(part.replaceAll(/^\t/gmu, ''))
  // As `go generate` runs it.
  const { generate } = GENERATED_CLIENTS.find(({ name }) => name === 'ogen')!
  expect(generate.replace('--loglevel error ', '')).toContain(shown[0]!.replace('//go:generate go tool ', ''))
})
