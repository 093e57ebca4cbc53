import { createServer } from 'node:net'

/**
 * Finds a free TCP port on 127.0.0.1.
 *
 * Another program can take the port before it is used, so the caller must be prepared to ask again.
 * @param preferred taken when it is free.
 */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await listenOnce(preferred)) === preferred) return preferred
  const port = await listenOnce(0)
  if (port === null) throw new Error('This machine has no free TCP port on 127.0.0.1.')
  return port
}

function listenOnce(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null))
    })
  })
}
