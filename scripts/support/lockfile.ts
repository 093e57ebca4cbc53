import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import { ROOT } from './run-tool.ts'

/** The lockfile, in the project's folder. */
export const LOCKFILE = join(ROOT, 'package-lock.json')

/** The lockfile of the tools that the tests of the OpenAPI description install for themselves. */
export const GENERATORS_LOCKFILE = join(ROOT, 'test/slow/generators/tools/package-lock.json')

/** The lockfile of the tools that the tests of the SDKs install for themselves. */
export const SDK_TOOLS_LOCKFILE = join(ROOT, 'test/slow/sdk/tools/package-lock.json')

const lockfile = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
})

/** As much of `package-lock.json` as is looked at; the rest is kept as it is. */
export type Lockfile = z.infer<typeof lockfile>

/** Reads a lockfile. @throws when it is none. */
export async function readLockfile(file: string): Promise<Lockfile> {
  const content: unknown = JSON.parse(await readFile(file, 'utf8'))
  lockfile.parse(content)
  // Not what the schema makes of it: that has another order.
  return content as Lockfile
}

/** `name@version` of every package whose content the lockfile does not fix. */
export function unverified(lockfile: Lockfile): string[] {
  return fromRegistry(lockfile).flatMap(([path, { version, integrity }]) =>
    integrity !== undefined ? [] : [`${nameAt(path)}@${version ?? 'no version'}`],
  )
}

/** All packages but our own: the root, its workspaces, and the links to them. */
function fromRegistry({ packages }: Lockfile): [string, Lockfile['packages'][string]][] {
  return Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  )
}

/** The package's name in a path such as `node_modules/a/node_modules/@scope/b`. */
function nameAt(path: string): string {
  return path.split('node_modules/').at(-1) ?? path
}

/**
 * What is wrong with a lockfile, a line each: a package whose content it does not fix; an address, which would bind
 * everyone to one registry.
 */
export function lockfileProblems(checked: Lockfile): string[] {
  const bound = fromRegistry(checked).filter(([, { resolved }]) => resolved !== undefined)
  return [
    ...unverified(checked).map((name) => `${name} has no integrity: npm run complete-lockfile`),
    ...bound.map(([path]) => `${nameAt(path)} names the registry that it came from: remove "resolved"`),
  ]
}

/** The lockfile with the contents that another one fixes, where both have the same version of a package. */
export function withIntegrityOf(incomplete: Lockfile, other: Lockfile): Lockfile {
  const packages = Object.entries(incomplete.packages).map(([path, entry]) => {
    const known = other.packages[path]
    const isSame = path !== '' && known?.version === entry.version && known?.integrity !== undefined
    if (entry.integrity !== undefined || !isSame) return [path, entry] as const
    const { version, ...rest } = entry
    // In the place where npm writes it.
    return [path, { version, integrity: known.integrity, ...rest }] as const
  })
  return { ...incomplete, packages: Object.fromEntries(packages) }
}

/**
 * The lockfile without the packages whose content it does not fix, and without those that ask for them: npm adds
 * both anew, but looks at nothing that is still there.
 */
export function withoutUnverified(incomplete: Lockfile): Lockfile {
  const missing = new Set(
    Object.entries(incomplete.packages).flatMap(([path, { integrity }]) =>
      path === '' || integrity !== undefined ? [] : [nameAt(path)],
    ),
  )
  const kept = Object.entries(incomplete.packages).filter(
    ([path, { optionalDependencies = {} }]) =>
      path === '' ||
      !(missing.has(nameAt(path)) || Object.keys(optionalDependencies).some((name) => missing.has(name))),
  )
  return { ...incomplete, packages: Object.fromEntries(kept) }
}
