import { promisify } from 'node:util'
import { brotliDecompress, unzip } from 'node:zlib'
import type { ZlibOptions } from 'node:zlib'

import { parse } from '@hapi/bourne'
import type { RouterContext, RouterMiddleware } from '@koa/router'

import { invalidFields } from '../../domain/error/errors.ts'
import type { FieldProblem } from '../../domain/error/errors.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { ApiState } from '../state.ts'
import { readBytes, tooLong } from './read-bytes.ts'

type Unpack = (bytes: Buffer, options: Pick<ZlibOptions, 'maxOutputLength'>) => Promise<Buffer>

/** How a body may be compressed (RFC 9110, section 8.4.1). */
const UNPACKERS: Readonly<Record<string, Unpack>> = {
  gzip: promisify(unzip),
  deflate: promisify(unzip),
  br: promisify(brotliDecompress),
}

const WRONG_TYPE = 'Send JSON with the header Content-Type: application/json.'

/** What is said of a body beside its schema. */
type BodyRules = Pick<Endpoint, 'bodyIsOptional'> & { readonly bodyBytes: number }

/**
 * Reads the body of a request as JSON in UTF-8 (decisions, "Encoding"). Nothing is altered: bytes that are no UTF-8 are
 * refused, not replaced, because a script is spoken exactly as it was sent.
 */
export function parseJson({ bodyIsOptional, bodyBytes }: BodyRules): RouterMiddleware<ApiState> {
  return async (ctx, next) => {
    if (bodyIsOptional !== true || ctx.get('Content-Type') !== '' || !isEmpty(ctx)) requireJson(ctx)
    ctx.state.sent = parseObject(decode(await read(ctx, bodyBytes)))
    await next()
  }
}

/**
 * Waits until a body has arrived, for `parseJson` to read: before a request takes a place that others wait for, so that
 * whoever sends slowly holds none. What is wrong with the body is said in its turn, after what is wrong with the key.
 */
export function receiveBody(bodyBytes: number): RouterMiddleware<ApiState> {
  return async (ctx, next) => {
    const received = readBytes(ctx.req, bodyBytes)
    ctx.state.received = received
    await received.catch(() => undefined)
    await next()
  }
}

/** Whether a request has no body, according to its headers (RFC 9112, section 6.3). */
function isEmpty(ctx: RouterContext<ApiState>): boolean {
  return ctx.get('Transfer-Encoding') === '' && ['', '0'].includes(ctx.get('Content-Length'))
}

function requireJson(ctx: RouterContext<ApiState>): void {
  const type = ctx.get('Content-Type')
  const refuse = (code: FieldProblem['code'], message: string) =>
    invalidFields({ 'Content-Type': { code, message } })
  if (type === '') throw refuse('required', WRONG_TYPE)
  if (ctx.request.is('application/json') === false) throw refuse('invalid', WRONG_TYPE)
  if (!['', 'utf-8', 'utf8'].includes(ctx.request.charset.toLowerCase()))
    throw refuse('invalid', `Send the JSON in UTF-8, not in ${ctx.request.charset}.`)
}

/** The body, unpacked when it was sent compressed: only once it is all there, so that nobody holds an unpacker open. */
async function read(ctx: RouterContext<ApiState>, most: number): Promise<Buffer> {
  const encoding = ctx.get('Content-Encoding').toLowerCase()
  const unpack = encoding === '' || encoding === 'identity' ? null : UNPACKERS[encoding]
  if (unpack === undefined)
    throw invalidBody('invalid', 'Compress the body with gzip, deflate or br, or not at all.')
  const bytes = await (ctx.state.received ?? readBytes(ctx.req, most))
  if (unpack === null || bytes.length === 0) return bytes
  try {
    return await unpack(bytes, { maxOutputLength: most })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLong(most)
    throw invalidBody('invalid', 'The body could not be read.')
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidBody('invalid', 'The body is not valid UTF-8.')
  }
}

/** No body at all is an empty object: what is missing is then told by name. */
function parseObject(text: string): object {
  if (text === '') return {}
  const body = parseSafely(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidBody('invalid', 'The body must be a JSON object.')
  return body
}

function parseSafely(text: string): unknown {
  try {
    return parse(text, { protoAction: 'error' })
  } catch (error) {
    // Valid JSON, but a JavaScript object cannot hold it safely: it would be lost, or change the prototype.
    if ((error as Error).message === 'Object contains forbidden prototype property')
      throw invalidBody('invalid', 'The field name "__proto__" is not allowed at any depth.')
    throw invalidBody('invalid', 'The body is not valid JSON.')
  }
}

function invalidBody(code: FieldProblem['code'], message: string) {
  return invalidFields({ body: { code, message } })
}
