import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { readTree } from '../support/rooms/imports.ts'
import { RULES } from '../support/rooms/rooms.ts'
import type { Rule } from '../support/rooms/studio-rooms.ts'
import { WEB_RULES } from '../support/rooms/web-rooms.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SHAPELESS_NAMES = ['utils', 'helpers', 'common', 'types']

describe.each([
  ['src', RULES],
  ['web/src', WEB_RULES],
])('rooms of %s', (top, rules) => {
  const { files, importsOf, roomOf, breaks } = readTree(top, rules)
  const rooms = [...new Set(files.map(roomOf))].toSorted()

  test('every room of the source has a rule', () => {
    expect(rooms.filter((room) => !(room in rules))).toEqual([])
  })

  test.each(rooms)('%s imports only what its rule allows', (room) => {
    const rule = rules[room] ?? { imports: [] }
    const broken = files
      .filter((file) => roomOf(file) === room)
      .flatMap(importsOf)
      .filter((one) => breaks(rule, one))
    expect(
      broken.map(({ from, target, typeOnly }) => `${from} → ${target}${typeOnly ? ' (type)' : ''}`),
    ).toEqual([])
  })
})

/** A tree in which every folder directly below it is a room. */
const foldersOf = (top: string): [string, Readonly<Record<string, Rule>>] => [
  top,
  Object.fromEntries(
    readdirSync(join(ROOT, top), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => [`${name}/`, { imports: [] }]),
  ),
]

describe.each([
  ['web/src', WEB_RULES] as const,
  // What a feature is called is the same in each role, and features stand on one another in one direction.
  ...['src/domain', 'src/ports', 'src/db', 'src/usecases', 'src/activities'].map(foldersOf),
])('folders of %s', (top, rules) => {
  test('none leads back to itself by way of others', () => {
    const { files, importsOf, roomOf } = readTree(top, rules)
    const doors = new Map<string, Set<string>>()
    for (const { from, target } of files.flatMap(importsOf)) {
      if (!files.includes(target) || roomOf(from) === roomOf(target)) continue
      doors.set(roomOf(from), (doors.get(roomOf(from)) ?? new Set()).add(roomOf(target)))
    }
    const leadsTo = (room: string, seen = new Set<string>()): Set<string> => {
      for (const next of doors.get(room) ?? []) if (!seen.has(next)) leadsTo(next, seen.add(next))
      return seen
    }
    expect(doors.size).toBeGreaterThan(1)
    const rooms = [...doors.keys()].filter((room) => room.endsWith('/'))
    expect(rooms.filter((room) => leadsTo(room).has(room))).toEqual([])
  })
})

describe('what reads the rooms', () => {
  const { importsOf, breaks } = readTree('src', RULES)

  test('the scanner sees every way to import', () => {
    const seen = importsOf('embedded/postgres.ts').map(({ target }) => target)
    expect(seen).toContain('process/progress.ts')
    expect(seen).toContain('pg')
  })

  test('a forbidden import is found, and a type where only types may be is not', () => {
    const rule: Rule = { imports: ['domain/'], types: ['ports/'] }
    const one = (target: string, typeOnly: boolean) =>
      breaks(rule, { from: 'db/video/videos.ts', target, typeOnly })
    expect(one('speech/remote/align.ts', false)).toBe(true)
    expect(one('ports/process/clock.ts', false)).toBe(true)
    expect([
      one('ports/process/clock.ts', true),
      one('domain/video/video.ts', false),
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
