/**
 * Runs the quick tests (`npm test`) or the slow ones (`npm run test:slow`), or some of either: `npm test -- test/api -t
 * "same key"`, `npm test -- --changed`. `support/run/kinds.ts` lists what belongs to which.
 *
 * What all of them need and this machine lacks is obtained first, so that the wait is seen as such. Some of them
 * wait for no more than they need: `support/run/global-setup.ts` obtains and starts it for the chosen kinds of test.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createProgress } from '../src/process/progress.ts'
import { filesAtATime } from './support/run/files-at-a-time.ts'
import { resolveExecutables } from './support/run/executables.ts'
import { KINDS } from './support/run/kinds.ts'
import { collectLeftOut } from './support/run/left-out.ts'
import { obtainNeuralVoices } from './support/speech/neural-voices.ts'

const [word, ...args] = process.argv.slice(2)
const tier = word === 'slow' ? 'slow' : 'quick'
/** Without further words all kinds of the tier; with a path or a name, whatever it leads to. */
const companies = new Set(KINDS.filter((kind) => kind.tier === tier).map(({ company }) => company))
const chosen = args.length > 0 ? args : [...companies].flatMap((company) => ['--project', company])
collectLeftOut()
const progress = createProgress()
if (args.length === 0) {
  try {
    await resolveExecutables(progress)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
if (filesNamedBy(args).some(usesNeuralVoices)) await obtainNeuralVoices(progress)

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const atATime = await filesAtATime(tier)
const tests = spawn(process.execPath, [vitest, 'run', `--maxWorkers=${atATime}`, ...chosen], {
  stdio: 'inherit',
  // Whoever works on the service may have settings of their own.
  env: { ...process.env, ENV_FILE: '' },
})
// Ctrl-C reaches the tests by themselves; this process only waits for their end.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => tests.kill('SIGTERM'))
const [code] = (await once(tests, 'exit')) as [number | null]
process.exitCode = code ?? 1

/** Files of tests that an argument is a part of the path of, as Vitest chooses them; all without arguments. */
function filesNamedBy(words: readonly string[]): string[] {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
}

function usesNeuralVoices(file: string): boolean {
  return /neural-voices\.ts|kokoroFiles/u.test(readFileSync(file, 'utf8'))
}
