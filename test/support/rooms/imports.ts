import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Rule } from './studio-rooms.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** One import of a file. */
export interface Import {
  /** The file, below its tree. */
  readonly from: string
  /** What it imports: a path below the tree, one that leads out of it (`../…`), or a package. */
  readonly target: string
  readonly typeOnly: boolean
}

/** A tree of sources whose rooms have rules. */
export interface Tree {
  /** All its files. */
  readonly files: readonly string[]
  /** Imports of a file. Export-from and `import()` count. */
  importsOf(file: string): Import[]
  /** `domain/` for `domain/video/video.ts`, the innermost room that has a rule for others, and `main.ts` for itself. */
  roomOf(file: string): string
  /** Whether an import is one that a rule does not allow. */
  breaks(rule: Rule, one: Import): boolean
}

/** @param top the tree's folder, below the project's root. @param rules of its rooms. */
export function readTree(top: string, rules: Readonly<Record<string, Rule>>): Tree {
  const folder = join(ROOT, top)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/u.test(file))

  function roomOf(file: string): string {
    if (!file.includes('/')) return file
    const folders = file.split('/').slice(0, -1)
    const rooms = folders.map((_, index) => `${folders.slice(0, folders.length - index).join('/')}/`)
    return rooms.find((room) => room in rules) ?? `${folders[0]}/`
  }

  return {
    files,
    roomOf,
    importsOf: (file) =>
      importsIn(readFileSync(join(folder, file), 'utf8')).map(({ typeOnly, target }) => ({
        from: file,
        typeOnly,
        target: target.startsWith('.') ? posix.join(dirname(file), target) : target,
      })),
    breaks(rule, { from, target, typeOnly }) {
      const isOwnRoom = from.includes('/') && roomOf(target) === roomOf(from)
      const allowed = typeOnly ? [...rule.imports, ...(rule.types ?? [])] : rule.imports
      return !isOwnRoom && !isAllowed(allowed, target)
    },
  }
}

function importsIn(source: string): Omit<Import, 'from'>[] {
  const statements = source.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gmu)
  const calls = source.matchAll(/\bimport\(\s*'([^']+)'/gu)
  return [
    ...[...statements].map((match) => ({ typeOnly: match[1] !== undefined, target: match[2] ?? '' })),
    ...[...calls].map((match) => ({ typeOnly: false, target: match[1] ?? '' })),
  ]
}

function isAllowed(list: readonly string[], target: string): boolean {
  return list.some((entry) => {
    if (entry === 'node:') return target.startsWith('node:')
    return (
      entry === target || (entry.endsWith('/') && target.startsWith(entry)) || target.startsWith(`${entry}/`)
    )
  })
}
