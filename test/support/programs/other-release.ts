import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** All that a worker runs on, but for its packages and for the scripts beside `package.json` that start it. */
const PARTS = [
  'src',
  'presenters',
  'sets',
  'voices',
  // What compiling packs beside the program.
  'sdk',
  'LICENSE',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
]

/** A copy of this program in which some lines read otherwise, as those of another release would. */
export interface OtherRelease {
  /** To start its programs in. */
  readonly folder: string
  remove(): Promise<void>
}

/** A text in a file of the program, and what the other release has in its place. */
export interface Change {
  readonly file: string
  readonly from: string
  readonly to: string
}

/** Makes a release. @throws when a text is not in its file: then this test is about something that has gone. */
export async function makeRelease(changes: readonly Change[]): Promise<OtherRelease> {
  const folder = await mkdtemp(path.join(tmpdir(), 'presenter-release-'))
  const scripts = (await readdir('.')).filter((file) => file.endsWith('.mjs'))
  await Promise.all(
    [...PARTS, ...scripts].map((part) => cp(part, path.join(folder, part), { recursive: true })),
  )
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  for (const { file, from, to } of changes) {
    const text = await readFile(path.join(folder, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} does not contain: ${from}`)
    await writeFile(path.join(folder, file), text.replace(from, to))
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
