import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker'

import { writeWholeFile } from '../process/whole-file.ts'
import { ENCODED_FAILURES } from './data-converter.ts'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const RUNS_FROM_SOURCE = import.meta.url.endsWith('.ts')

/** The name of a bundle without its ending: workflows make failures themselves, so those that encode them are others. */
const nameOf = (encodesFailures: boolean) => (encodesFailures ? 'encoded-workflows' : 'workflows')

/** Written by the build. @param encodesFailures as for `workflowBundle`. */
export function builtBundle(encodesFailures: boolean): string {
  return path.join(SOURCES, `${nameOf(encodesFailures)}.bundle.js`)
}

/**
 * Returns the bundle of the workflows that a worker requires.
 *
 * A built service ships its bundle. From source, the bundle is built once for each state of the sources and cached,
 * because building takes seconds. Older bundles are removed.
 *
 * @param encodesFailures whether messages and stack traces of failures become payloads, which a codec can encrypt.
 */
export async function workflowBundle(cacheDir: string, encodesFailures: boolean): Promise<{ code: string }> {
  const built = builtBundle(encodesFailures)
  if (!RUNS_FROM_SOURCE && existsSync(built)) return { code: await readFile(built, 'utf8') }
  const name = nameOf(encodesFailures)
  const cached = path.join(cacheDir, `${name}-${fingerprint()}.js`)
  if (existsSync(cached)) return { code: await readFile(cached, 'utf8') }
  const bundle = await bundleWorkflows(encodesFailures)
  await mkdir(cacheDir, { recursive: true })
  const older = (await readdir(cacheDir)).filter((file) => new RegExp(`^${name}-[0-9a-f]+\\.js$`).test(file))
  await writeWholeFile(cached, bundle.code)
  await Promise.all(older.map((file) => rm(path.join(cacheDir, file), { force: true })))
  return bundle
}

/** Builds the bundle from the workflows of the sources, or of the build. */
export async function bundleWorkflows(encodesFailures = false): Promise<{ code: string }> {
  const workflowsPath = path.join(SOURCES, 'workflows', RUNS_FROM_SOURCE ? 'index.ts' : 'index.js')
  return bundleWorkflowCode({
    ...(encodesFailures && { failureConverterPath: ENCODED_FAILURES }),
    workflowsPath,
    // Loaded once for a worker, not for each run: a third of what its first step takes. No module keeps anything of a run.
    preloadModules: [workflowsPath],
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
    .update(readFileSync(ENCODED_FAILURES))
    .update(readFileSync(path.join(SOURCES, '../package-lock.json')))
    .digest('hex')
    .slice(0, 16)
}
