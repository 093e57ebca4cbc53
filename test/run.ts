/**
 * Runs all tests: `npm test`, or some of them: `npm test -- test/api -t "same key"`.
 *
 * What the tests need and this machine lacks is obtained first, so that the wait is seen as such.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { createProgress } from '../src/process/progress.ts'
import { resolveExecutables } from './support/executables.ts'
import { obtainNeuralVoices } from './support/neural-voices.ts'

const progress = createProgress()
try {
  await resolveExecutables(progress)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

await obtainNeuralVoices(progress)

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const tests = spawn(process.execPath, [vitest, 'run', ...process.argv.slice(2)], { stdio: 'inherit' })
// Ctrl-C reaches the tests by themselves; this process only waits for their end.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => tests.kill('SIGTERM'))
const [code] = (await once(tests, 'exit')) as [number | null]
process.exitCode = code ?? 1
