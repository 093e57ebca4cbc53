import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker'

import { writeWholeFile } from '../process/whole-file.ts'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const RUNS_FROM_SOURCE = import.meta.url.endsWith('.ts')
/** Written by the build. */
const BUILT = path.join(SOURCES, 'workflows.bundle.js')

/**
 * Returns the bundle of the workflows that a worker requires.
 *
 * A built service ships its bundle. From source, the bundle is built once for each state of the sources and cached,
 * because building takes seconds. Older bundles are removed.
 */
export async function workflowBundle(cacheDir: string): Promise<{ code: string }> {
  if (!RUNS_FROM_SOURCE && existsSync(BUILT)) return { code: await readFile(BUILT, 'utf8') }
  const cached = path.join(cacheDir, `workflows-${fingerprint()}.js`)
  if (existsSync(cached)) return { code: await readFile(cached, 'utf8') }
  const bundle = await bundleWorkflows()
  await mkdir(cacheDir, { recursive: true })
  const older = (await readdir(cacheDir)).filter((name) => /^workflows-[0-9a-f]+\.js$/.test(name))
  await writeWholeFile(cached, bundle.code)
  await Promise.all(older.map((name) => rm(path.join(cacheDir, name), { force: true })))
  return bundle
}

/** Builds the bundle from the workflows of the sources, or of the build. */
export async function bundleWorkflows(): Promise<{ code: string }> {
  return bundleWorkflowCode({
    workflowsPath: path.join(SOURCES, 'workflows', RUNS_FROM_SOURCE ? 'index.ts' : 'index.js'),
    logger: new DefaultLogger('WARN'),
  })
}

/** Changes when any file changes that workflows can be made of. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const room of ['workflows', 'domain']) {
    for (const file of readdirSync(path.join(SOURCES, room)).toSorted()) {
      hash.update(file).update(readFileSync(path.join(SOURCES, room, file)))
    }
  }
  return hash
    .update(readFileSync(path.join(SOURCES, '../package-lock.json')))
    .digest('hex')
    .slice(0, 16)
}
