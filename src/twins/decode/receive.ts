import type { Readable } from 'node:stream'
import { HEADER_BYTES, readHeader } from './messages.ts'
import type { Header } from './messages.ts'

/** A message with what belongs to it. */
export interface Message extends Header {
  readonly payload: Buffer
}

/**
 * Reads messages from a pipe until it ends.
 *
 * @param mostBytes that belong to a message. @throws for one that announces more.
 */
export async function* receiveMessages(pipe: Readable, mostBytes: number): AsyncGenerator<Message> {
  let chunks: Buffer[] = []
  let length = 0
  let header: Header | null = null
  const take = (bytes: number): Buffer => {
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    chunks = [all.subarray(bytes)]
    length -= bytes
    return all.subarray(0, bytes)
  }
  for await (const chunk of pipe as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    for (;;) {
      if (header === null) {
        if (length < HEADER_BYTES) break
        header = readHeader(take(HEADER_BYTES))
        if (header.length > mostBytes) throw new Error('A decoder announced more than any film has')
      }
      if (length < header.length) break
      yield { ...header, payload: take(header.length) }
      header = null
    }
  }
}
