import type { LocalEngine } from '../engines/engine.ts'
import { WEIGHTS_FILE } from './file-names.ts'
import { voiceStyle } from './voice-style.ts'

/** Kokoro-82M: neural voices on plain processors. Its files come from elsewhere (`src/voices`). */
export const kokoroEngine: LocalEngine = {
  id: 'kokoro',
  // The version of the weights, and of their export.
  version: '82m-v1.0-int8',
  quality: 'neural',
  files: {
    manifest: 'kokoro.json',
    downloadSize: '66 to 94 MB',
    weights: WEIGHTS_FILE,
    prepare: async (name, content) => (await import('./prepare-file.ts')).prepareFile(name, content),
  },
  voiceStyle,
  load: async (folder) => (await import('./kokoro.ts')).createKokoro(folder),
}
