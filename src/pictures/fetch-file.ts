import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { request } from 'undici'
import type { Dispatcher } from 'undici'
import { PICTURE_LIMITS, PictureRefused } from '../domain/picture/remote-picture.ts'
import { failureInWords } from '../net/failure.ts'
import { createPinnedAgent } from '../net/pinned-agent.ts'
import type { AddressGuard } from '../net/guard.ts'

/** What a fetch is made with. */
export interface FetchOptions {
  readonly guard: AddressGuard
  /** Our own version, told in `User-Agent`. */
  readonly version: string
  readonly limitMs?: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Writes what a URL answers with into a file, whatever it is, up to the limit of bytes.
 *
 * Only addresses that the guard admits are connected to, and no redirect is followed: what it leads
 * to has not been checked. @throws PictureRefused.
 */
export async function fetchFile(url: string, outFile: string, options: FetchOptions): Promise<void> {
  const { guard, version, limitMs = PICTURE_LIMITS.fetchMs, signal: stopped } = options
  const timer = AbortSignal.timeout(limitMs)
  const signal = stopped ? AbortSignal.any([timer, stopped]) : timer
  const admission = await guard.admit(url)
  if (admission.verdict !== 'admitted') {
    throw new PictureRefused(admission.reason, { mayPass: admission.verdict === 'unresolved' })
  }
  const agent = createPinnedAgent(admission.addresses, signal)
  try {
    const headers = {
      accept: 'image/jpeg, image/png, image/webp',
      'user-agent': `presenter-video-api/${version}`,
    }
    const response = await request(url, { dispatcher: agent, signal, headers })
    refuseAnswer(response)
    await pipeline(response.body, limited(PICTURE_LIMITS.bytes), createWriteStream(outFile), { signal })
  } catch (error) {
    throw stopped?.aborted ? error : inWords(error, timer.aborted)
  } finally {
    await agent.destroy()
  }
}

function refuseAnswer({ statusCode, headers }: Dispatcher.ResponseData): void {
  if (statusCode >= 300 && statusCode < 400) {
    throw new PictureRefused('The URL redirects to another address. Link to the image itself.')
  }
  if (statusCode !== 200) {
    // Servers that are overloaded or being restarted.
    const mayPass = statusCode === 429 || statusCode >= 500
    throw new PictureRefused(`The image server responded with status ${statusCode}.`, { mayPass })
  }
  if (Number(headers['content-length']) > PICTURE_LIMITS.bytes) throw tooLarge()
}

/** Lets so many bytes through; what comes after them breaks off the fetch. */
function limited(most: number) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > most) throw tooLarge()
      yield chunk
    }
  }
}

function tooLarge(): PictureRefused {
  return new PictureRefused(`The image is larger than ${PICTURE_LIMITS.bytes / 1_000_000} MB.`)
}

function inWords(error: unknown, late: boolean): PictureRefused {
  if (error instanceof PictureRefused) return error
  const words = late ? 'it did not arrive in time' : failureInWords(error)
  return new PictureRefused(`The image could not be fetched: ${words}.`, { mayPass: true })
}
