import { readFile, writeFile } from 'node:fs/promises'

import type { RemotePictures } from '../domain/picture/remote-picture.ts'

/** Somebody who tries out looks does so for minutes. A picture that is replaced at its address is seen after that. */
const CACHED_MS = 5 * 60_000

/** The most pictures of all accounts together. In the size of a still, a picture has about 100 KB. */
const MOST_CACHED = 50

interface CachedPicture {
  readonly content: Buffer
  readonly sha256: string
  readonly fetchedAt: number
}

/**
 * Pictures for stills, of which every choice on the form asks for another: each is fetched once in five minutes
 * for an account, in each size, not for each still. Whether its address is allowed is still asked each time.
 *
 * Accounts share nothing: how fast a still comes must not tell what others link to. Videos have no part in this,
 * they show what is at the address when they are made. What is refused, or given up, is fetched again.
 */
export function cachePictures(pictures: RemotePictures): RemotePictures {
  /** The oldest first. */
  const cached = new Map<string, CachedPicture>()
  return {
    refuse: (url) => pictures.refuse(url),
    async fetch(url, size, outFile, options) {
      const name = JSON.stringify([options?.accountId, url, size.width, size.height])
      const found = cached.get(name)
      if (found && found.fetchedAt > Date.now() - CACHED_MS) {
        await writeFile(outFile, found.content)
        return found.sha256
      }
      const sha256 = await pictures.fetch(url, size, outFile, options)
      cached.delete(name)
      cached.set(name, { content: await readFile(outFile), sha256, fetchedAt: Date.now() })
      for (const oldest of [...cached.keys()].slice(0, Math.max(0, cached.size - MOST_CACHED)))
        cached.delete(oldest)
      return sha256
    },
  }
}
