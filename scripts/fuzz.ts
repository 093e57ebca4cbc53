/**
 * Fuzzes the running service for longer than the tests do, with other requests each time: `npm run fuzz`.
 *
 * FUZZ_EXAMPLES says how many requests of each sort to make for each operation, FUZZ_SEED repeats a run.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { resolveSchemathesis } from '../test/support/tools/schemathesis.ts'
import { ROOT } from './support/run-tool.ts'
import { FROM_SOURCE } from './support/from-source.ts'

const { FUZZ_EXAMPLES = '500', FUZZ_SEED = String(Math.floor(Math.random() * 1_000_000)) } = process.env

const schemathesis = await resolveSchemathesis()
if ('missing' in schemathesis) {
  console.error(schemathesis.missing)
  process.exit(1)
}
const run = spawn(process.execPath, [...FROM_SOURCE, join(ROOT, 'test/run.ts'), 'slow', 'test/slow/fuzz'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, FUZZ_EXAMPLES, FUZZ_SEED },
})
// Ctrl-C reaches the run by itself; this process only waits for its end.
process.on('SIGINT', () => undefined)
const [code] = (await once(run, 'exit')) as [number | null]
process.exitCode = code ?? 1
