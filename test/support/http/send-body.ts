import { once } from 'node:events'
import { request } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'

/** How a body is sent. */
export interface BodyWay {
  readonly bytes: number
  /** Announced by `Content-Length`, or in chunks that say nothing of what is to come. */
  readonly announced: boolean
  /** The last byte is never sent. */
  readonly keepsLastBack: boolean
}

/** An answer, as far as it matters here. */
export interface BodyAnswer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at any member of any answer
  readonly body: any
}

const PIECE = Buffer.alloc(65_536, ' ')

/** Sends a request with a body of blanks, and goes on reading when it is answered before it is all sent. */
export async function sendBody(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  { bytes, announced, keepsLastBack }: BodyWay,
): Promise<BodyAnswer> {
  const framing = announced ? { 'Content-Length': String(bytes) } : { 'Transfer-Encoding': 'chunked' }
  const asked = request(url, { method, headers: { ...headers, ...framing }, agent: false })
  const answered = answerTo(asked)
  let isOver = false
  const end = () => (isOver = true)
  void answered.then(end, end)
  const sent = keepsLastBack ? bytes - 1 : bytes
  for (let left = sent; left > 0 && !isOver; left -= PIECE.length) {
    const goesOn = asked.write(PIECE.subarray(0, Math.min(left, PIECE.length)))
    if (!goesOn) await Promise.race([once(asked, 'drain').catch(() => undefined), answered])
  }
  if (!keepsLastBack) asked.end()
  const answer = await answered
  asked.destroy()
  return answer
}

async function answerTo(asked: ClientRequest): Promise<BodyAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve)
    // Cut off while it was still sending: what came before has been read by then.
    asked.on('error', reject)
  })
  const parts: Buffer[] = []
  for await (const part of response as AsyncIterable<Buffer>) parts.push(part)
  const text = Buffer.concat(parts).toString()
  const isJson = response.headers['content-type']?.includes('json') === true
  return { status: response.statusCode ?? 0, body: isJson && text !== '' ? JSON.parse(text) : text }
}
