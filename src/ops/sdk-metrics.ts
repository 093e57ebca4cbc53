import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

const LOOPBACK = '127.0.0.1'

/** The library answers from memory, on this machine. */
const ANSWER_DEADLINE_MS = 2_000

/** An address of this machine that nothing listens at, for Temporal's library to tell its own metrics: it opens a port itself. */
export async function freeLoopbackAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, LOOPBACK, resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `${LOOPBACK}:${port}`
}

/** What Temporal's library tells at an address, in Prometheus's text format; nothing before a worker runs. */
export async function sdkMetricsText(address: string): Promise<string> {
  try {
    const answer = await fetch(`http://${address}/metrics`, {
      signal: AbortSignal.timeout(ANSWER_DEADLINE_MS),
    })
    return answer.ok ? await answer.text() : ''
  } catch {
    return ''
  }
}
