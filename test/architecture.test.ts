import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

/**
 * The rooms of `src/` and who may import whom. A room is a folder or a file directly in `src/`.
 *
 * Names ending in `/` or `.ts` are rooms, or one file of a room; others are packages, where `node:`
 * stands for all that Node brings. A room may always import itself.
 */
interface Rule {
  readonly imports: readonly string[]
  /** Of these, only types: they are gone at run time. */
  readonly types?: readonly string[]
}

/** Adapters bring libraries of their own; what they may not bring is another room's framework. */
const ADAPTER_PACKAGES = ['node:', 'zod']
const PROGRAM_FILES = ['app.ts', 'config.ts', 'log.ts', 'master-key.ts', 'stop-signals.ts', 'http-server.ts']

const RULES: Readonly<Record<string, Rule>> = {
  'domain/': { imports: [] },
  'ports.ts': { imports: [], types: ['domain/'] },
  'workflows/': {
    imports: ['domain/', '@temporalio/workflow', '@temporalio/common'],
    types: ['activities/'],
  },
  'activities/': {
    imports: [
      'domain/',
      'provenance/file-sha256.ts',
      'renderers/contract.ts',
      '@temporalio/activity',
      'node:',
    ],
    types: ['ports.ts'],
  },
  'usecases/': { imports: ['domain/', 'node:crypto'], types: ['ports.ts'] },
  'api/': {
    imports: [
      'domain/',
      'usecases/',
      'zod',
      'zod-openapi',
      'koa',
      '@koa/router',
      '@koa/bodyparser',
      'koa-helmet',
      'marked',
      'send',
      'node:',
    ],
    types: ['ports.ts'],
  },
  'temporal.ts': {
    imports: ['domain/', 'workflows/contract.ts', '@temporalio/client', '@temporalio/common'],
    types: ['ports.ts'],
  },
  'db/': {
    imports: ['domain/', ...ADAPTER_PACKAGES, 'kysely', 'pg', 'node-pg-migrate'],
    types: ['ports.ts'],
  },
  'speech/': {
    imports: [
      'domain/',
      'children/',
      'ffmpeg/',
      ...ADAPTER_PACKAGES,
      '@bjorn3/browser_wasi_shim',
      'any-ascii',
      'cmu-pronouncing-dictionary',
      'node-av',
      'onnxruntime-node',
      'undici',
    ],
    types: ['ports.ts'],
  },
  'renderers/': { imports: ['zod'] },
  'provenance/': { imports: ['domain/', ...ADAPTER_PACKAGES] },
  'render/': {
    imports: [
      'domain/',
      'children/',
      'ffmpeg/',
      'provenance/',
      ...ADAPTER_PACKAGES,
      '@napi-rs/canvas',
      'node-av',
    ],
    types: ['ports.ts'],
  },
  'voices/': {
    imports: [
      'children/',
      'config.ts',
      'embedded/',
      'speech/kokoro-model.ts',
      'speech/voices.ts',
      ...ADAPTER_PACKAGES,
      'commander',
      'undici',
    ],
    types: ['ports.ts'],
  },
  'pictures/': {
    imports: ['domain/', 'net/', 'children/', ...ADAPTER_PACKAGES, '@napi-rs/canvas', 'undici'],
    types: ['ports.ts'],
  },
  'media/': { imports: ['domain/', ...ADAPTER_PACKAGES], types: ['ports.ts'] },
  'net/': { imports: ['domain/', ...ADAPTER_PACKAGES, 'ipaddr.js', 'undici'], types: ['ports.ts'] },
  'webhooks/': { imports: ['domain/', 'net/', ...ADAPTER_PACKAGES, 'undici'], types: ['ports.ts'] },
  'secrets/': { imports: ['node:'], types: ['ports.ts'] },
  'children/': { imports: ['node:'], types: ['ports.ts'] },
  'ffmpeg/': { imports: ['node-av'] },
  'embedded/': {
    imports: [...ADAPTER_PACKAGES, 'pg', 'cli-progress', '@temporalio/client', '@temporalio/worker'],
  },
  'config.ts': { imports: ['domain/', 'remote-speech-config.ts', 'zod', 'ipaddr.js', 'node:'] },
  'remote-speech-config.ts': { imports: ['domain/', 'zod', 'node:'] },
  'log.ts': { imports: ['pino'], types: ['ports.ts', 'config.ts'] },
  'http-server.ts': { imports: ['node:'] },
  'stop-signals.ts': { imports: [] },
  'master-key.ts': { imports: ['secrets/', 'node:'], types: ['config.ts'] },
  'service-log.ts': { imports: ['log.ts', 'node:'] },
  'workflow-bundle.ts': { imports: ['@temporalio/worker', 'node:'] },
  'administration.ts': {
    imports: [
      'api/',
      'db/',
      'domain/',
      'media/',
      'net/',
      'render/',
      'secrets/',
      'speech/',
      'temporal.ts',
      'usecases/',
      'voices/',
      'webhooks/',
      'typeid-js',
      'node:',
    ],
    types: ['config.ts', 'ports.ts'],
  },
  'app.ts': {
    imports: [
      'administration.ts',
      'activities/',
      'api/',
      'db/',
      'domain/',
      'media/',
      'net/',
      'pictures/',
      'provenance/',
      'render/',
      'secrets/',
      'speech/',
      'temporal.ts',
      'usecases/',
      'voices/',
      'node:',
    ],
    types: ['config.ts', 'ports.ts'],
  },
  'migrate.ts': { imports: ['config.ts', 'db/migrate.ts'] },
  'seed.ts': { imports: [], types: ['app.ts'] },
  'server.ts': { imports: PROGRAM_FILES },
  'worker.ts': {
    imports: [...PROGRAM_FILES, 'voices/installed.ts', 'workflow-bundle.ts', '@temporalio/worker', 'node:'],
    types: ['activities/', 'ports.ts'],
  },
  'service.ts': {
    imports: [...PROGRAM_FILES, 'db/migrate.ts', 'embedded/', 'voices/', 'worker.ts'],
    types: ['ports.ts'],
  },
  'main.ts': { imports: [...PROGRAM_FILES, 'embedded/', 'seed.ts', 'service.ts', 'service-log.ts'] },
  'demo/': {
    imports: [
      ...PROGRAM_FILES,
      'domain/',
      'embedded/',
      'service.ts',
      'service-log.ts',
      'webhooks/',
      'commander',
      'node:',
    ],
  },
  'conformance/': {
    imports: [
      'domain/',
      'embedded/progress.ts',
      'ffmpeg/',
      'provenance/file-sha256.ts',
      'render/segment-facts.ts',
      'renderers/',
      '@temporalio/client',
      '@temporalio/common',
      '@temporalio/worker',
      '@temporalio/workflow',
      'commander',
      'node:',
    ],
  },
  'admin/': {
    imports: [
      ...PROGRAM_FILES,
      'administration.ts',
      'domain/',
      'embedded/',
      'db/migrate.ts',
      'commander',
      'node:',
    ],
    types: ['ports.ts'],
  },
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SHAPELESS_NAMES = ['utils', 'helpers', 'common', 'types']

interface Import {
  readonly from: string
  readonly target: string
  readonly typeOnly: boolean
}

function sourceFiles(): string[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'))
}

/** `domain/` for `domain/video.ts`, and `app.ts` for itself. */
function roomOf(file: string): string {
  return file.includes('/') ? `${file.split('/')[0]}/` : file
}

/** Imports of a file, those inside `src/` as paths from there. Export-from and `import()` count. */
function importsOf(file: string): Import[] {
  const source = readFileSync(join(ROOT, 'src', file), 'utf8')
  const statements = source.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gmu)
  const calls = source.matchAll(/\bimport\(\s*'([^']+)'/gu)
  const found = [
    ...[...statements].map((match) => ({ typeOnly: match[1] !== undefined, target: match[2] ?? '' })),
    ...[...calls].map((match) => ({ typeOnly: false, target: match[1] ?? '' })),
  ]
  return found.map(({ typeOnly, target }) => ({
    from: file,
    typeOnly,
    target: target.startsWith('.') ? posix.join(dirname(file), target) : target,
  }))
}

function isAllowed(list: readonly string[], target: string): boolean {
  return list.some((entry) => {
    if (entry === 'node:') return target.startsWith('node:')
    return (
      entry === target || (entry.endsWith('/') && target.startsWith(entry)) || target.startsWith(`${entry}/`)
    )
  })
}

function breaks(rule: Rule, { from, target, typeOnly }: Import): boolean {
  const isOwnRoom = roomOf(from).endsWith('/') && target.startsWith(roomOf(from))
  const allowed = typeOnly ? [...rule.imports, ...(rule.types ?? [])] : rule.imports
  return !isOwnRoom && !isAllowed(allowed, target)
}

describe('rooms', () => {
  const files = sourceFiles()
  const rooms = [...new Set(files.map(roomOf))].toSorted()

  test('every room of the source has a rule', () => {
    expect(rooms.filter((room) => !(room in RULES))).toEqual([])
  })

  test.each(rooms)('%s imports only what its rule allows', (room) => {
    const rule = RULES[room] ?? { imports: [] }
    const broken = files
      .filter((file) => roomOf(file) === room)
      .flatMap(importsOf)
      .filter((one) => breaks(rule, one))
    expect(
      broken.map(({ from, target, typeOnly }) => `${from} → ${target}${typeOnly ? ' (type)' : ''}`),
    ).toEqual([])
  })

  test('the scanner sees every way to import', () => {
    const seen = importsOf('embedded/postgres.ts').map(({ target }) => target)
    expect(seen).toContain('embedded/progress.ts')
    expect(seen).toContain('pg')
  })

  test('a forbidden import is found, and a type where only types may be is not', () => {
    const rule: Rule = { imports: ['domain/'], types: ['ports.ts'] }
    const one = (target: string, typeOnly: boolean) =>
      breaks(rule, { from: 'db/videos.ts', target, typeOnly })
    expect(one('speech/align.ts', false)).toBe(true)
    expect(one('ports.ts', false)).toBe(true)
    expect([one('ports.ts', true), one('domain/video.ts', false), one('db/database.ts', false)]).toEqual([
      false,
      false,
      false,
    ])
  })
})

test('no folder or file has a name that says nothing', () => {
  const found = ['src', 'test', 'scripts', 'web', 'bench'].flatMap((top) => {
    try {
      return readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
    } catch {
      return []
    }
  })
  const parts = found.filter((file) => !file.includes('node_modules')).map((file) => basename(file, '.ts'))
  expect(parts.filter((name) => SHAPELESS_NAMES.includes(name))).toEqual([])
})
