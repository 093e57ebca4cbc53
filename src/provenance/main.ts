/**
 * Verifies a finished video against its provenance file and, if you have it, its script (docs/provenance.md):
 *
 *   npm run verify-video -- FILE.mp4 PROVENANCE.json [SCRIPT.txt]
 */
import { readFile } from 'node:fs/promises'

import { Command } from 'commander'

import { verifyVideo } from './verify.ts'

try {
  await new Command('verify-video')
    .argument('<video>', 'MP4 file of the video')
    .argument('<provenance>', 'provenance.json of the video')
    .argument('[script]', 'text file with the exact script; one trailing line break is allowed')
    .action(verify)
    .parseAsync()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function verify(file: string, sidecarFile: string, scriptFile: string | undefined): Promise<void> {
  const sidecarText = await readFile(sidecarFile, 'utf8')
  const faults = await leastFaults(
    (await scriptsIn(scriptFile)).map((script) => verifyVideo({ file, sidecarText, script })),
  )
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) {
    process.exitCode = 1
    return
  }
  console.log('The file is unchanged, it is marked as AI-generated, and its words are in order.')
  if (scriptFile !== undefined)
    console.log('The video was made from this script and contains every word of it.')
}

/** Editors end a file with a line end that was not part of what was sent. */
async function scriptsIn(file: string | undefined): Promise<(string | null)[]> {
  if (file === undefined) return [null]
  const text = await readFile(file, 'utf8')
  return [text, text.replace(/\r?\n$/u, '')]
}

async function leastFaults(checks: readonly Promise<string[]>[]): Promise<string[]> {
  const results = await Promise.all(checks)
  return results.toSorted((one, other) => one.length - other.length)[0] ?? []
}
