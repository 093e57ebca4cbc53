/**
 * Builds the service into `dist/` with its types checked and its workflows bundled: `npm run build`, then for example
 * `node dist/server.js`.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type * as sources from '../src/temporal/workflow-bundle.ts'

import { compileSources } from '../compile.mjs'
import { createProgress } from '../src/process/progress.ts'
import { ROOT } from './support/run-tool.ts'

const step = createProgress().step('Build')
step.update('compiling')
try {
  await compileSources({ isChecked: true })
} catch (error) {
  step.fail('does not compile')
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

step.update('bundling the workflows')
const built = (await import(
  pathToFileURL(join(ROOT, 'dist/temporal/workflow-bundle.js')).href
)) as typeof sources
const sizes: number[] = []
for (const kind of built.BUNDLE_KINDS) {
  const { code } = await built.bundleWorkflows(kind)
  await writeFile(built.builtBundle(kind), code)
  sizes.push(Math.round(code.length / 1000))
}
step.done(`dist/, workflows of ${sizes.join(', ')} kB`)
