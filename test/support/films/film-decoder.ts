import { createChildPool } from '../../../src/children/child-pool.ts'
import { JITLESS } from '../../../src/children/jitless.ts'
import { FROM_SOURCE } from '../../../scripts/support/from-source.ts'
import type { SmallFilm } from './hostile-films.ts'
import type { Decoded } from './decoding-program.ts'

/** A decoder as films of strangers meet it: without a compiler, and with as much memory. Close it in the end. */
export function openDecoder() {
  const pool = createChildPool({
    script: new URL('./decoding-program.ts', import.meta.url),
    size: 1,
    stallLimitMs: 120_000,
    start: { nodeOptions: [...FROM_SOURCE, ...JITLESS], memoryLimitBytes: 1024 ** 3 },
  })
  const writer = createChildPool({
    script: new URL('./decoding-program.ts', import.meta.url),
    size: 1,
    stallLimitMs: 120_000,
    start: { nodeOptions: FROM_SOURCE },
  })
  return {
    /** Writes a small film; its file. */
    write: (file: string, how: SmallFilm) => writer.run<string>('write', { file, how }),
    decode: (file: string) => pool.run<Decoded>('decode', { file }),
    async close() {
      await Promise.all([pool.close(), writer.close()])
    },
  }
}
