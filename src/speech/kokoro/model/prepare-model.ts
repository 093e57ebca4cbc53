import { withFloatConvolutions } from './float-convolutions.ts'
import { withFrequencyConvolutions } from './frequency-convolutions.ts'
import { readModel, writeModel } from './graph.ts'
import { withMelody } from './melody.ts'
import { withoutSilence } from './silence.ts'
import type { Model, ModelFiles } from './graph.ts'

/**
 * Makes the published 8 bit model fit for speaking: faster, smaller in memory, telling when each
 * sound is heard, and with a melody that can be moved. Its large weights go to a file of their own, which the runtime maps into memory: processes share
 * them.
 *
 * @returns the same bytes for the same model, on every machine.
 * @throws when the model is put together in another way than the one this was made for.
 */
export function prepareModel(published: Buffer): ModelFiles {
  return writeModel(fitted(withFloatConvolutions(readModel(published))))
}

/**
 * Makes the same of what earlier releases made of the published model: float convolutions, and no more.
 *
 * @returns the same bytes as `prepareModel` gives of the published model.
 */
export function renewModel(graph: Buffer, weights: Buffer): ModelFiles {
  return writeModel(fitted(readModel(graph, weights)))
}

function fitted(model: Model): Model {
  return withoutSilence(withMelody(withFrequencyConvolutions(model)))
}
