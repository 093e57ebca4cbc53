import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { RULES } from '../support/rooms.ts'
import type { Rule } from '../support/studio-rooms.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
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

/** `domain/` for `domain/video.ts`, the innermost room that has a rule for others, and `main.ts` for itself. */
function roomOf(file: string): string {
  if (!file.includes('/')) return file
  const folders = file.split('/').slice(0, -1)
  const rooms = folders.map((_, index) => `${folders.slice(0, folders.length - index).join('/')}/`)
  return rooms.find((room) => room in RULES) ?? `${folders[0]}/`
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
  const isOwnRoom = from.includes('/') && roomOf(target) === roomOf(from)
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
    expect(seen).toContain('process/progress.ts')
    expect(seen).toContain('pg')
  })

  test('a forbidden import is found, and a type where only types may be is not', () => {
    const rule: Rule = { imports: ['domain/'], types: ['ports/'] }
    const one = (target: string, typeOnly: boolean) =>
      breaks(rule, { from: 'db/videos.ts', target, typeOnly })
    expect(one('speech/remote/align.ts', false)).toBe(true)
    expect(one('ports/clock.ts', false)).toBe(true)
    expect([
      one('ports/clock.ts', true),
      one('domain/video.ts', false),
      one('db/database.ts', false),
    ]).toEqual([false, false, false])
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
