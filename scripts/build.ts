/**
 * Builds the service into `dist/`: `npm run build`, then for example `node dist/server.js`.
 *
 * The workflows are bundled from what was built, not from the sources: an import that only the
 * TypeScript loader drops would otherwise first fail in production.
 */
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type * as sources from '../src/temporal/workflow-bundle.ts'

import { createProgress } from '../src/process/progress.ts'
import { ROOT, runTool } from './run-tool.ts'

const dist = join(ROOT, 'dist')
const step = createProgress().step('Build')
await rm(dist, { recursive: true, force: true })

step.update('compiling')
const compiled = await runTool('node_modules/typescript/bin/tsc', ['-p', 'tsconfig.build.json'])
if (!compiled.ok) {
  step.fail('does not compile')
  console.error(compiled.output)
  process.exit(1)
}
await cp(join(ROOT, 'src/raster/kernel.wasm'), join(dist, 'raster/kernel.wasm'))
await cp(join(ROOT, 'src/temporal/encoded-failures.cjs'), join(dist, 'temporal/encoded-failures.cjs'))
await cp(join(ROOT, 'src/api/documents/assets'), join(dist, 'api/documents/assets'), { recursive: true })
await cp(join(ROOT, 'src/db/migrations'), join(dist, 'db/migrations'), { recursive: true })

step.update('bundling the workflows')
const built = (await import(pathToFileURL(join(dist, 'temporal/workflow-bundle.js')).href)) as typeof sources
const sizes: number[] = []
for (const encodesFailures of [false, true]) {
  const { code } = await built.bundleWorkflows(encodesFailures)
  await writeFile(built.builtBundle(encodesFailures), code)
  sizes.push(Math.round(code.length / 1000))
}
step.done(`dist/, workflows of ${sizes.join(' and ')} kB`)
