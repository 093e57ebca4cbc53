import type { LocalEngine } from '../engines/engine.ts'
import { PUBLISHED_MODEL } from './file-names.ts'
import { voiceStyle } from './voice-style.ts'

/** Kokoro-82M: neural voices on plain processors. Its files come from elsewhere (`src/voices`). */
export const kokoroEngine: LocalEngine = {
  id: 'kokoro',
  // The version of the weights, and of their export.
  version: '82m-v1.0-int8',
  quality: 'neural',
  files: {
    manifest: 'kokoro.json',
    downloadSize: '90 to 97 MB',
    weights: PUBLISHED_MODEL,
    prepare: async (name, content) => (await import('./model/prepare-file.ts')).prepareFile(name, content),
    renew: async (read) => (await import('./model/prepare-file.ts')).renewFiles(read),
  },
  voiceStyle,
  load: async (folder) => (await import('./kokoro.ts')).createKokoro(folder),
}
