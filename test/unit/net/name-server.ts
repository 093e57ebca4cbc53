import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** What a name server says to a name: addresses of IPv4, that there is no such name, or nothing at all. */
type Answer = readonly string[] | 'unknown' | 'silent'

/** A name server on loopback, as `address:port`. Names it was not told of are unknown. */
export async function startNameServer(names: Readonly<Record<string, Answer>>) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { address, port }) => {
    const answer = names[nameIn(query)] ?? 'unknown'
    if (answer !== 'silent') socket.send(replyTo(query, answer), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, stop: () => socket.close() }
}

/** Length of the part of every message before its question (RFC 1035, section 4.1.1). */
const HEADER_BYTES = 12
const TYPE_A = 1
const NO_SUCH_NAME = 3

function nameIn(query: Buffer): string {
  const labels = []
  let at = HEADER_BYTES
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return labels.join('.').toLowerCase()
}

function replyTo(query: Buffer, answer: readonly string[] | 'unknown'): Buffer {
  const questionEnd = query.indexOf(0, HEADER_BYTES) + 5
  const type = query.readUInt16BE(questionEnd - 4)
  const addresses = answer === 'unknown' || type !== TYPE_A ? [] : answer
  const header = Buffer.alloc(HEADER_BYTES)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (answer === 'unknown' ? NO_SUCH_NAME : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  const records = addresses.map((address) =>
    Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([header, query.subarray(HEADER_BYTES, questionEnd), ...records])
}
