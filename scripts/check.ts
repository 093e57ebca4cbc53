/** Runs every check that is not a test of behaviour: `npm run check`. Fails when one of them does. */
import { createProgress } from '../src/process/progress.ts'
import { runTool } from './support/run-tool.ts'

interface Check {
  readonly name: string
  readonly file: string
  readonly args?: readonly string[]
}

const CHECKS: readonly Check[] = [
  { name: 'Lockfile', file: 'scripts/check-lockfile.ts' },
  { name: 'Format (oxfmt)', file: 'node_modules/oxfmt/bin/oxfmt', args: ['--check', '.'] },
  {
    name: 'Lint with types (oxlint)',
    file: 'node_modules/oxlint/bin/oxlint',
    args: ['--type-aware', '-f', 'unix'],
  },
  { name: 'Types (tsc)', file: 'node_modules/typescript/bin/tsc', args: ['--noEmit', '-p', '.'] },
  {
    name: 'Types of the application (tsc)',
    file: 'node_modules/typescript/bin/tsc',
    args: ['--noEmit', '-p', 'web'],
  },
  {
    name: 'Types of the TypeScript SDK (tsc)',
    file: 'node_modules/typescript/bin/tsc',
    args: ['--noEmit', '-p', 'sdk/typescript'],
  },
  { name: 'Dead code (knip)', file: 'node_modules/knip/bin/knip.js' },
  {
    name: 'Architecture',
    file: 'node_modules/vitest/vitest.mjs',
    args: ['run', 'test/architecture'],
  },
  { name: 'Build and bundle of the built workflows', file: 'scripts/build.ts' },
]

const progress = createProgress()
const failed: string[] = []
for (const { name, file, args } of CHECKS) {
  const step = progress.step(name)
  const result = await runTool(file, args)
  if (result.ok) {
    step.done()
    continue
  }
  step.fail('see below')
  console.error(result.output.trim())
  failed.push(name)
}
console.error(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
