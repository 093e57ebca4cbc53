import type { Socket } from 'node:net'

import { drip, pour } from './hostile-receiver.ts'
import type { Behaviour } from './hostile-receiver.ts'

/** The body with which a moderation service lets a video be made. */
export const ALLOW = '{"decision":"allow"}'

/** Answers a request and closes the connection. @param headers each with its line end. */
export function answer(socket: Socket, body: string, status = '200 OK', headers = ''): void {
  const length = Buffer.byteLength(body)
  socket.end(`HTTP/1.1 ${status}\r\n${headers}content-length: ${length}\r\n\r\n${body}`)
}

/** What a service can do instead of deciding. */
export const SILENCES: Readonly<Record<string, Behaviour>> = {
  'says nothing': () => {},
  drips: (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
    drip(socket, ' ')
  },
  'answers with nonsense': (socket) => answer(socket, 'allow'),
  'answers with another decision': (socket) => answer(socket, '{"decision":"maybe"}'),
  'answers with a list': (socket) => answer(socket, `[${ALLOW}]`),
  'answers with nothing': (socket) => answer(socket, ''),
  'answers without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    pour(socket, ' '.repeat(65_536))
  },
  'allows at the end of far too much': (socket) => answer(socket, ' '.repeat(20_000) + ALLOW),
  'breaks off': (socket) => {
    socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n${ALLOW}`)
  },
  'hangs up': (socket) => socket.destroy(),
  'is no HTTP server': (socket) => socket.end('220 smtp.example.com ESMTP\r\n'),
  'has an error': (socket) => answer(socket, ALLOW, '500 Internal Server Error'),
}
