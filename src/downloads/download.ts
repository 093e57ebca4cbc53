import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { EnvHttpProxyAgent, errors, fetch } from 'undici'
import type { Response } from 'undici'

import { fileSize } from './check-file.ts'

/** A server that accepts a connection and then says nothing must not hold anything up for long. */
const SILENCE_MS = 20_000

/** A broken connection is taken up again where it broke, so often. */
const ATTEMPTS = 4

/** How to download a file. */
export interface DownloadOptions {
  /** Bytes of the whole file, or, where they are not known, the most that it may have. */
  readonly size: { readonly exactly: number } | { readonly atMost: number }
  /** Called with the bytes that are there, those of earlier attempts included. */
  readonly onBytes?: (bytes: number) => void
  /** A server may be silent for so long. */
  readonly silenceMs?: number
  /** Where proxies are named. Default: this process's own environment. */
  readonly env?: NodeJS.ProcessEnv
}

/**
 * Downloads to a file, going on where an earlier download broke off if the size is known.
 *
 * What is in the file may be damaged or of another version: check it. Proxies are taken from the
 * environment (`HTTPS_PROXY`, `NO_PROXY`).
 * @throws when the server cannot be reached or does not have it.
 */
export async function download(url: string, file: string, options: DownloadOptions): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await usableStart(file, options.size)
    if ('exactly' in options.size && before === options.size.exactly) return
    try {
      await downloadRest(url, file, before, options)
    } catch (error) {
      // What had come when a connection broke may not have reached the file.
      const isWorthMore = error instanceof Broken || ((await fileSize(file)) ?? 0) > before
      // A server that sends nothing at all is not asked again.
      if (!isWorthMore || attempt === ATTEMPTS) throw plainly(url, error)
      continue
    }
    const isWhole = 'atMost' in options.size || ((await fileSize(file)) ?? 0) >= options.size.exactly
    if (isWhole || attempt === ATTEMPTS) return
  }
}

/** The connection broke while the answer came. */
class Broken extends Error {}

async function downloadRest(
  url: string,
  file: string,
  have: number,
  options: DownloadOptions,
): Promise<void> {
  const most = 'exactly' in options.size ? options.size.exactly : options.size.atMost
  const silence = new SilenceGuard(options.silenceMs ?? SILENCE_MS)
  const dispatcher = new EnvHttpProxyAgent(options.env === undefined ? {} : proxiesOf(options.env))
  try {
    const response = await fetch(url, {
      signal: silence.signal,
      dispatcher,
      headers: have > 0 ? { range: `bytes=${have}-`, 'accept-encoding': 'identity' } : {},
    })
    if (!response.ok || response.body === null) throw new Error(`answered ${response.status}`)
    const start = startsAt(response, have)
    let bytes = start
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        silence.broken()
        bytes += chunk.length
        options.onBytes?.(bytes)
        // More than the whole file is another file: there is no use in going on.
        done(bytes > most ? new Error(`sends more than ${most} bytes`) : null, chunk)
      },
    })
    const body = Readable.fromWeb(response.body)
    await pipeline(body, count, createWriteStream(file, { flags: start > 0 ? 'a' : 'w' }), {
      signal: silence.signal,
    }).catch((error: Error) => {
      throw error.cause instanceof errors.SocketError ? new Broken(error.message, error) : error
    })
  } finally {
    silence.end()
    await dispatcher.destroy()
  }
}

/** What an earlier download left; a file that is too long, or may be of another version, is thrown away. */
async function usableStart(file: string, size: DownloadOptions['size']): Promise<number> {
  const have = (await fileSize(file)) ?? 0
  if ('exactly' in size && have <= size.exactly) return have
  await rm(file, { force: true })
  return 0
}

/** The variables in both spellings. The library looks into this process's own environment for those left out. */
function proxiesOf(env: NodeJS.ProcessEnv): EnvHttpProxyAgent.Options {
  return {
    httpProxy: env['http_proxy'] ?? env['HTTP_PROXY'] ?? '',
    httpsProxy: env['https_proxy'] ?? env['HTTPS_PROXY'] ?? '',
    noProxy: env['no_proxy'] ?? env['NO_PROXY'] ?? '',
  }
}

/** A server may send all of it although only the rest was asked for. */
function startsAt(response: Response, asked: number): number {
  if (response.status !== 206) return 0
  const first = /^bytes (\d+)-/u.exec(response.headers.get('content-range') ?? '')?.[1]
  if (Number(first) !== asked) throw new Error('sends another part than was asked for')
  return asked
}

/** Aborts when nothing is heard for too long. */
class SilenceGuard {
  private readonly aborter = new AbortController()
  private readonly timer: NodeJS.Timeout

  constructor(limitMs: number) {
    this.timer = setTimeout(() => {
      this.aborter.abort(new Error(`nothing came for ${limitMs / 1000} s`))
    }, limitMs)
  }

  get signal(): AbortSignal {
    return this.aborter.signal
  }

  broken(): void {
    this.timer.refresh()
  }

  end(): void {
    clearTimeout(this.timer)
  }
}

/** Fetch hides the reason in a cause. */
function plainly(url: string, error: unknown): Error {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const reason = cause instanceof Error ? cause.message : message
  return new Error(`${new URL(url).host}: ${reason}`, { cause: error })
}
