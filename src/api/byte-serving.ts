import type { IncomingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream/promises'

import type { RouterContext } from '@koa/router'

import type { ByteRange, StoredFile } from '../media/media-store.ts'
import { namesTag } from './contract/entity-tag.ts'
import type { ApiState } from './state.ts'

/** How a request for a file is answered. Only 200 and 206 have a body; 206 has that of the range. */
type Verdict =
  | { readonly status: 200 | 304 | 412 | 416 }
  | { readonly status: 206; readonly range: ByteRange }

/** What is known of a file without its bytes. */
type Facts = Pick<StoredFile, 'sizeBytes' | 'modifiedAt' | 'version'>

/**
 * Answers with a file of the media store: ranges, ETag, HEAD and conditional requests (RFC 9110, sections 13
 * and 14). `send` does the same for files that the program comes with; this needs no path.
 *
 * Settles when the answer is out or the client has gone. @throws MediaMissing.
 */
export async function sendStoredFile(ctx: RouterContext<ApiState>, file: StoredFile): Promise<void> {
  const verdict = verdictOn(ctx.req.headers, file)
  const { res } = ctx
  const hasBody = verdict.status === 200 || verdict.status === 206
  const range = verdict.status === 206 ? verdict.range : undefined
  // Opened before anything is said: a file that is gone by now is another answer.
  const stream = hasBody && ctx.method !== 'HEAD' ? await file.stream(range) : null
  ctx.set({ 'Accept-Ranges': 'bytes', 'Last-Modified': httpDate(file), ETag: etagOf(file) })
  if (hasBody) ctx.set('Content-Length', String(range ? range.end - range.start + 1 : file.sizeBytes))
  if (range) ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
  if (verdict.status === 416) ctx.set('Content-Range', `bytes */${file.sizeBytes}`)
  if (verdict.status === 304) ctx.remove('Content-Type')
  // Written past Koa, which would put a text of its own where there is no body.
  ctx.status = verdict.status
  ctx.respond = false
  if (stream === null) {
    res.end()
    return
  }
  await pipeline(stream, res).catch((error: unknown) => {
    // Players ask for all of a file and leave in the middle.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

function verdictOn(headers: IncomingHttpHeaders, file: Facts): Verdict {
  if (isPreconditionFailure(headers, file)) return { status: 412 }
  if (isFresh(headers, file)) return { status: 304 }
  const wanted = headers.range?.startsWith('bytes=') ? rangeOf(headers.range, file.sizeBytes) : null
  if (wanted === null || !isRangeFresh(headers, file)) return { status: 200 }
  return wanted === 'unsatisfiable' ? { status: 416 } : { status: 206, range: wanted }
}

/** Whether the client wants to go on only with a file that this is not. */
function isPreconditionFailure(headers: IncomingHttpHeaders, file: Facts): boolean {
  const match = headers['if-match']
  if (match) return match !== '*' && !namesTag(match, etagOf(file))
  return secondsOf(file) > Date.parse(headers['if-unmodified-since'] ?? '')
}

/** Whether the client has the file already. */
function isFresh(headers: IncomingHttpHeaders, file: Facts): boolean {
  const noneMatch = headers['if-none-match']
  // A reload by hand.
  if (/(?:^|,)\s*no-cache\s*(?:,|$)/u.test(headers['cache-control'] ?? '')) return false
  if (noneMatch) return noneMatch === '*' || namesTag(noneMatch, etagOf(file))
  return secondsOf(file) <= Date.parse(headers['if-modified-since'] ?? '')
}

/** Whether a part goes with what the client has of the file. */
function isRangeFresh(headers: IncomingHttpHeaders, file: Facts): boolean {
  const condition = headers['if-range']
  if (typeof condition !== 'string' || condition === '') return true
  return condition.includes('"') ? condition.includes(etagOf(file)) : secondsOf(file) <= Date.parse(condition)
}

/**
 * The one part that a `Range` asks for: parts that touch are one.
 *
 * @returns null for several parts and for what makes no sense: the answer is the whole file then.
 */
function rangeOf(header: string, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const parts = header.slice(header.indexOf('=') + 1).split(',')
  const ranges = parts.map((part) => oneRange(part, sizeBytes))
  if (ranges.some(({ start, end }) => Number.isNaN(start) || Number.isNaN(end))) return null
  const there = ranges.filter(({ start, end }) => start >= 0 && start <= end)
  const [first, ...others] = there.toSorted((a, b) => a.start - b.start)
  if (first === undefined) return 'unsatisfiable'
  return others.reduce<ByteRange | null>(
    (all, next) => all && (next.start > all.end + 1 ? null : { ...all, end: Math.max(all.end, next.end) }),
    first,
  )
}

/** Members are NaN where there is no number. */
function oneRange(part: string, sizeBytes: number): ByteRange {
  const [, first = '?', last = '?'] = /^([^-]*)-(.*)$/u.exec(part)?.map((text) => text.trim()) ?? []
  const [start, end] = [numberOf(first), numberOf(last)]
  if (first === '') return { start: sizeBytes - end, end: sizeBytes - 1 }
  return { start, end: last === '' ? sizeBytes - 1 : Math.min(end, sizeBytes - 1) }
}

function numberOf(digits: string): number {
  return /^\d+$/u.test(digits) ? Number(digits) : Number.NaN
}

/** A strong one: clients go on with a download that broke off (`If-Range`) only where no byte can have changed. */
function etagOf({ version }: Facts): string {
  return `"${version}"`
}

function httpDate({ modifiedAt }: Facts): string {
  return modifiedAt.toUTCString()
}

/** The time of the modification, as `Last-Modified` tells it: milliseconds of a whole second. */
function secondsOf({ modifiedAt }: Facts): number {
  return Math.floor(modifiedAt.getTime() / 1_000) * 1_000
}
