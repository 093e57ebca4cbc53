import { NativeConnection } from '@temporalio/worker'

import type { Log } from '../ports/process/log.ts'
import { openApiKey } from './api-key.ts'
import { tlsOptions } from './connection.ts'
import type { Opened, TemporalServer } from './connection.ts'

/** Opens the connection of a worker. @throws when the server is away, or refuses the connection. */
export async function openWorkerConnection(
  { address, access }: TemporalServer,
  log: Log,
): Promise<Opened<NativeConnection>> {
  const key = access.apiKey && openApiKey(access.apiKey, log)
  const options = { address, tls: tlsOptions(access.tls), ...(key && { apiKey: key.current() }) }
  const connection = await NativeConnection.connect(options).catch((error: unknown) => {
    key?.close()
    throw error
  })
  key?.onRenewal((renewed) => {
    connection
      .setApiKey(renewed)
      .catch((error: unknown) => log.error({ error }, 'renewed Temporal API key could not be used'))
  })
  return {
    connection,
    async close() {
      key?.close()
      await connection.close()
    },
  }
}
