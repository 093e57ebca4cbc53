/**
 * Fixes in `package-lock.json` the content of packages for other systems, as far as the registry has them:
 * `npm run complete-lockfile`. No version changes.
 *
 * npm leaves out what it did not install itself, so it makes a lockfile anew, in a folder of its own.
 */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createProgress } from '../src/process/progress.ts'
import { lastLines } from '../src/process/run-command.ts'
import { LOCKFILE, readLockfile, unverified, withIntegrityOf, withoutUnverified } from './support/lockfile.ts'
import type { Lockfile } from './support/lockfile.ts'
import { runNpm } from './support/run-npm.ts'
import { ROOT } from './support/run-tool.ts'

const before = await readLockfile(LOCKFILE)
const step = createProgress().step('Lockfile')
const folder = await mkdtemp(join(tmpdir(), 'lockfile-'))
try {
  const after = withIntegrityOf(before, await madeAnew(before))
  await write(LOCKFILE, after)
  const left = unverified(after)
  step.done(`${unverified(before).length - left.length} packages completed, ${left.length} left`)
  for (const name of left) console.log(name)
} catch (error) {
  step.fail('npm failed')
  throw error
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function madeAnew(incomplete: Lockfile): Promise<Lockfile> {
  for (const file of ['package.json', '.npmrc']) await copyFile(join(ROOT, file), join(folder, file))
  const file = join(folder, 'package-lock.json')
  await write(file, withoutUnverified(incomplete))
  const made = await runNpm(folder, ['install', '--package-lock-only', '--ignore-scripts'])
  if (!made.ok) throw new Error(`npm could not make the lockfile:\n${lastLines(made.output)}`)
  return readLockfile(file)
}

async function write(file: string, content: Lockfile): Promise<void> {
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`)
}
