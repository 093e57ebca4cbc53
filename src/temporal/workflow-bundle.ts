import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker'

import { compiledFile } from '../process/compiled-file.ts'
import { writeWholeFile } from '../process/whole-file.ts'
import { ENCODED_FAILURES } from './payloads/data-converter.ts'

/** What is bundled is what was compiled, as a built service has it: an import that only a loader drops fails here. */
const WORKFLOWS = compiledFile(new URL('../workflows/index.ts', import.meta.url))
const INTERCEPTORS = compiledFile(new URL('../workflows/hand-on.ts', import.meta.url))
const COMPILED = path.join(path.dirname(WORKFLOWS), '..')

/** Which workflows a worker needs: they make failures themselves, so those that encode them are others. */
export interface BundleKind {
  /** Whether messages and stack traces of failures become payloads, which a codec can encrypt. */
  readonly encodesFailures: boolean
}

/** All kinds that there are. */
export const BUNDLE_KINDS: readonly BundleKind[] = [{ encodesFailures: false }, { encodesFailures: true }]

/** The name of a bundle without its ending. */
const nameOf = ({ encodesFailures }: BundleKind) => (encodesFailures ? 'encoded-workflows' : 'workflows')

/** Written by the build. */
export function builtBundle(kind: BundleKind): string {
  return path.join(COMPILED, `${nameOf(kind)}.bundle.js`)
}

/**
 * Returns the bundle of the workflows that a worker requires.
 *
 * An image ships its bundle. Elsewhere the bundle is built once for each state of the sources and cached, because
 * building takes seconds. Older bundles are removed.
 */
export async function workflowBundle(cacheDir: string, kind: BundleKind): Promise<{ code: string }> {
  const built = builtBundle(kind)
  if (existsSync(built)) return { code: await readFile(built, 'utf8') }
  const name = nameOf(kind)
  const cached = path.join(cacheDir, `${name}-${fingerprint()}.js`)
  if (existsSync(cached)) return { code: await readFile(cached, 'utf8') }
  const bundle = await bundleWorkflows(kind)
  await mkdir(cacheDir, { recursive: true })
  const older = (await readdir(cacheDir)).filter((file) => new RegExp(`^${name}-[0-9a-f]+\\.js$`).test(file))
  await writeWholeFile(cached, bundle.code)
  await Promise.all(older.map((file) => rm(path.join(cacheDir, file), { force: true })))
  return bundle
}

/** Builds the bundle from what the workflows were compiled to. */
export async function bundleWorkflows({ encodesFailures }: BundleKind): Promise<{ code: string }> {
  return bundleWorkflowCode({
    ...(encodesFailures && { failureConverterPath: ENCODED_FAILURES }),
    workflowsPath: WORKFLOWS,
    workflowInterceptorModules: [INTERCEPTORS],
    // Loaded once for a worker, not for each run: a third of what its first step takes. None of these modules keeps anything
    // of a run.
    preloadModules: [WORKFLOWS, INTERCEPTORS],
    logger: new DefaultLogger('WARN'),
  })
}

/** Changes when any file changes that workflows can be made of. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const room of ['workflows', 'domain']) {
    for (const file of filesBelow(path.join(COMPILED, room))) hash.update(file).update(readFileSync(file))
  }
  return hash
    .update(readFileSync(ENCODED_FAILURES))
    .update(readFileSync(path.join(COMPILED, '../package-lock.json')))
    .digest('hex')
    .slice(0, 16)
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
}
