import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A web server of files in memory that can be as bad as real ones. */
export interface FileServer {
  readonly url: string
  /** By path. */
  readonly files: Map<string, Buffer>
  /** What was asked for, in order. */
  readonly requests: { path: string; range: string | null }[]
  /** Whether it knows ranges. */
  ranges: boolean
  /** Cuts the connection of the next request for a file after so many bytes. */
  breakAfter(path: string, bytes: number): void
  reset(): void
  close(): Promise<void>
}

/** Starts it on a free port of this machine. */
export async function startFileServer(): Promise<FileServer> {
  const files = new Map<string, Buffer>()
  const breaks = new Map<string, number>()
  const requests: FileServer['requests'] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const range = request.headers.range ?? null
    requests.push({ path, range })
    const content = files.get(path)
    if (!content) {
      response.writeHead(404).end()
      return
    }
    const start = state.ranges && range ? Number(/\d+/u.exec(range)?.[0]) : 0
    const rest = content.subarray(start)
    const headers = {
      'content-length': rest.length,
      'content-range': `bytes ${start}-${content.length - 1}/${content.length}`,
    }
    response.writeHead(start > 0 ? 206 : 200, headers)
    const cut = breaks.get(path)
    breaks.delete(path)
    if (cut === undefined) response.end(rest)
    else response.write(rest.subarray(0, cut), () => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const state: FileServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    requests,
    ranges: true,
    breakAfter: (path, bytes) => void breaks.set(path, bytes),
    reset() {
      files.clear()
      breaks.clear()
      requests.length = 0
      state.ranges = true
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return state
}
