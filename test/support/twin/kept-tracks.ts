import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { TrackedTake, TrackTakeJob } from '../../../src/domain/twin/twin-job.ts'
import { intoPlace } from '../../../src/process/whole-file.ts'
import { cacheDir } from '../run/executables.ts'
import type { Pictures, TakeForm } from './forged-take.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** All that decides what is found in a film: the code that looks, and the packages and models that it looks with. */
const LOOKS_WITH = [
  'package-lock.json',
  'test/support/twin/forged-take.ts',
  'src/twins',
  'src/face',
  'src/ffmpeg',
  'src/raster',
  'src/speech',
]

const FOUND = 'found.json'

let codeHash: string | null = null

/** What is filmed, and how. */
interface Filmed {
  readonly pictures: Pictures
  readonly form: TakeForm
}

/**
 * A film and what was found in it, kept in the cache by the hash of what is filmed and of the code: looking takes two
 * seconds of a processor for each second of a film.
 *
 * @param filmed the pictures and sounds, and how they are written.
 * @param job where the film and what is found in it belong.
 * @param make writes the film and looks at it, where nobody has yet.
 */
export async function keptTrack(
  filmed: Filmed,
  job: TrackTakeJob,
  make: (job: TrackTakeJob) => Promise<TrackedTake>,
): Promise<TrackedTake> {
  const folder = join(await folderOfThisCode(), hashOfFilm(filmed))
  const files = Object.entries(job)
  if (!existsSync(folder)) {
    const found = await make(job)
    const keep = intoPlace(folder, async (unfinished) => {
      await mkdir(unfinished, { recursive: true })
      for (const [name, file] of files) if (existsSync(file)) await cp(file, join(unfinished, name))
      await writeFile(join(unfinished, FOUND), JSON.stringify(found))
    })
    // Another process may have kept the same meanwhile.
    await keep.catch((error: unknown) => {
      if (!existsSync(folder)) throw error
    })
    return found
  }
  for (const [name, file] of files) if (existsSync(join(folder, name))) await cp(join(folder, name), file)
  return JSON.parse(await readFile(join(folder, FOUND), 'utf8')) as TrackedTake
}

/** What other code has found is of no use any longer. */
async function folderOfThisCode(): Promise<string> {
  const all = join(cacheDir(), 'tracked-films')
  codeHash ??= hashOfCode()
  await mkdir(join(all, codeHash), { recursive: true })
  for (const name of await readdir(all)) {
    if (name !== codeHash) await rm(join(all, name), { recursive: true, force: true })
  }
  return join(all, codeHash)
}

function hashOfCode(): string {
  const hash = createHash('sha256')
  for (const path of LOOKS_WITH) {
    for (const file of filesBelow(path)) hash.update(file).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

function filesBelow(path: string): string[] {
  if (path.includes('.')) return [path]
  const files = readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
  return files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(ROOT.length))
    .toSorted()
}

function hashOfFilm({ pictures, form: { sound, ...form } }: Filmed): string {
  const { width, height, frames } = pictures
  const hash = createHash('sha256').update(JSON.stringify({ width, height, ...form }))
  for (const frame of frames) hash.update(frame)
  if (sound !== null) hash.update(sound)
  return hash.digest('hex')
}
