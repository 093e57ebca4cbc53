import { sendBody } from '../../../test/support/http/send-body.ts'

/** As large as signing in takes: a larger one is refused at once. */
const BYTES = 4_096

/** Signs in without an end, which nobody has to be known for. Done when all connections were answered or cut off. */
export async function keepBodiesBack(url: string, connections: number): Promise<void> {
  const address = `${url}/api/auth/sign-in/email`
  const headers = { Origin: url, 'Content-Type': 'application/json' }
  const way = { bytes: BYTES, announced: true, keepsLastBack: true }
  const sent = Array.from({ length: connections }, () => sendBody(address, 'POST', headers, way))
  for (const outcome of await Promise.allSettled(sent)) {
    const taken = outcome.status === 'fulfilled' && outcome.value.status < 400
    if (taken) throw new Error('A body without an end was taken')
  }
}
