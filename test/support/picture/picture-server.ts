import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createCanvas } from '@napi-rs/canvas'

/** Somebody's server, with a picture at `/picture.png`, whatever its query, and a page at `/page`. */
export interface PictureServer {
  /** Without `/` at its end. */
  readonly url: string
  /** A PNG file. */
  readonly picture: Buffer
  /** Paths and queries that were asked for. */
  readonly asked: string[]
  stop(): void
}

/** Starts a server of pictures on this machine. */
export async function startPictureServer(): Promise<PictureServer> {
  const picture = await createCanvas(640, 360).encode('png')
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/picture.png') response.end(picture)
    else if (pathname === '/page') response.end('<html>')
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, picture, asked, stop: () => void server.close() }
}
