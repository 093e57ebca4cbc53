import { appendFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names the file that collects what is left out, from all processes of a run. */
const COLLECTED_IN = 'TESTS_LEFT_OUT_FILE'

/** Has the processes that this one starts from now on note in one place what they leave out. */
export function collectLeftOut(): void {
  process.env[COLLECTED_IN] ??= join(mkdtempSync(join(tmpdir(), 'presenter-left-out-')), 'lines')
}

/**
 * Whether a tool that tests need is missing here. The end of the run says then what was not run.
 *
 * @param what is not run, as the start of a sentence: `The pages`.
 * @param tool says in `missing` what is missing and how to get it, as a sentence.
 * @throws on continuous integration, where nothing may be left out.
 */
export function isLeftOut<Tool extends object>(
  what: string,
  tool: Tool | { readonly missing: string },
): tool is { readonly missing: string } {
  if (!('missing' in tool)) return false
  const line = `${what}: ${tool.missing}`
  if (process.env['CI'] === 'true')
    throw new Error(`Nothing may be left out on continuous integration. ${line}`)
  const file = process.env[COLLECTED_IN]
  if (file === undefined) process.stderr.write(`Not run: ${line}\n`)
  else appendFileSync(file, `${line}\n`)
  return true
}

/** What was left out so far, each thing once. */
export function leftOut(): string[] {
  const file = process.env[COLLECTED_IN]
  if (file === undefined || !existsSync(file)) return []
  return [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))].toSorted()
}
