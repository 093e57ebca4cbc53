import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { takeKeys } from '../domain/twin/twin-files.ts'
import { fileSha256 } from '../process/file-sha256.ts'
import type { Scratch } from '../ports/process/scratch.ts'
import type { ArrivedChunk, TakeFilms } from '../ports/twin/take-films.ts'
import type { MediaStore } from './media-store.ts'

/** Films of takes in a media store, which encrypts them. */
export function createTakeFilms(media: MediaStore, scratch: Scratch): TakeFilms {
  return {
    receive: (bytes, use) =>
      scratch.use(async (work) => {
        const file = join(work, 'chunk')
        const hash = createHash('sha256')
        let sizeBytes = 0
        const hashed = async function* () {
          for await (const part of bytes) {
            hash.update(part)
            sizeBytes += part.byteLength
            yield part
          }
        }
        await pipeline(hashed, createWriteStream(file, { mode: 0o600 }))
        const sha256 = hash.digest('hex')
        const keep: ArrivedChunk['keep'] = (folder, takeId, number) =>
          media.put(takeKeys(folder, takeId).chunk(number, sha256), file)
        return use({ sha256, sizeBytes, keep })
      }),

    join(folder, takeId, chunks) {
      const keys = takeKeys(folder, takeId)
      const chunkKeys = chunks.map(({ number, sha256 }) => keys.chunk(number, sha256))
      return media.withFiles(chunkKeys, (files) =>
        scratch.use(async (work) => {
          const film = join(work, 'film')
          await pipeline(inOrder(files), createWriteStream(film, { mode: 0o600 }))
          const sha256 = await fileSha256(film)
          await media.put(keys.film, film)
          return sha256
        }),
      )
    },

    dropChunks: (folder, takeId) => media.removeAll(takeKeys(folder, takeId).chunks),

    dropChunk: (folder, takeId, { number, sha256 }) =>
      media.removeAll(takeKeys(folder, takeId).chunk(number, sha256)),

    drop: (folder, takeId) => media.removeAll(takeKeys(folder, takeId).all),
  }
}

async function* inOrder(files: readonly string[]): AsyncGenerator<Buffer> {
  for (const file of files) yield* createReadStream(file)
}
