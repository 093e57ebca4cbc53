import { factsOf } from './call.ts'
import type { CallOptions } from './call.ts'
import { ConnectionError, errorOf, PresenterError } from './errors.ts'
import { pause } from './pause.ts'
import type { Settings } from './settings.ts'

/** Tries in a row that bring nothing. */
const MOST_VAIN_TRIES = 5
const PAUSE_MS = 500

/**
 * Saves a file by its signed link. After a broken connection it continues where it was, if the file is still the same.
 *
 * @param freshLink asked before each try: a link may have expired meanwhile. Null when there is no file.
 */
export async function download(
  settings: Settings,
  freshLink: () => Promise<string | null>,
  path: string,
  { signal }: CallOptions,
): Promise<void> {
  // Only here are files needed: the rest runs where there are none.
  const { open, rename } = await import('node:fs/promises')
  const unfinished = `${path}.part`
  const file = await open(unfinished, 'w')
  try {
    let got = 0
    let tag: string | null = null
    for (let vain = 0; ;) {
      signal?.throwIfAborted()
      const link = await freshLink()
      if (link === null) throw new PresenterError('The video has no file yet. Wait for it first.', null)
      const part = await fetchPart(settings, { link, from: got, tag, signal }, (bytes, at) =>
        file.write(bytes, 0, bytes.length, at),
      )
      if (part.isWhole) break
      vain = part.until > got ? 0 : vain + 1
      if (vain >= MOST_VAIN_TRIES)
        throw new ConnectionError(`The download broke off at byte ${got}.`, null, part.fault)
      ;({ until: got, tag } = part)
      await pause(PAUSE_MS * (vain + 1), signal)
    }
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}

interface Wanted {
  readonly link: string
  /** Bytes that are there. */
  readonly from: number
  /** Of the file that they are of. */
  readonly tag: string | null
  readonly signal: AbortSignal | undefined
}

interface Part {
  readonly isWhole: boolean
  readonly until: number
  readonly tag: string | null
  readonly fault?: unknown
}

async function fetchPart(
  settings: Settings,
  { link, from, tag, signal }: Wanted,
  write: (bytes: Uint8Array, at: number) => Promise<unknown>,
): Promise<Part> {
  let at = from
  let kept = tag
  try {
    const headers = from > 0 && tag !== null ? { Range: `bytes=${from}-`, 'If-Range': tag } : {}
    const response = await settings.fetch(link, { headers, ...(signal && { signal }) })
    if (response.status >= 400 && response.status < 500 && response.status !== 429) {
      throw errorOf(factsOf(response, null), await response.json().catch(() => null))
    }
    if (!response.ok || response.body === null)
      return { isWhole: false, until: from, tag, fault: response.status }
    // The whole file again: it is another one, or nothing was there.
    if (response.status !== 206) at = 0
    kept = response.headers.get('etag')
    for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
      await write(bytes, at)
      at += bytes.length
    }
    return { isWhole: true, until: at, tag: kept }
  } catch (fault) {
    signal?.throwIfAborted()
    if (fault instanceof PresenterError) throw fault
    return { isWhole: false, until: at, tag: kept, fault }
  }
}
