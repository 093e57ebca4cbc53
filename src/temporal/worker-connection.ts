import { NativeConnection } from '@temporalio/worker'
import type { Worker } from '@temporalio/worker'

import type { Log } from '../ports/process/log.ts'
import { openApiKey } from './api-key.ts'
import { openCertificates } from './certificates.ts'
import { tlsOptions } from './connection.ts'
import type { TemporalServer } from './connection.ts'

/** The connection of a process's workers, which is another one once a certificate has been renewed. */
export interface WorkerConnection {
  /** The connection now. */
  current(): NativeConnection
  /** Has a worker move to each later connection until it has stopped. Returns the worker. */
  follow(worker: Worker): Worker
  /** Closes the connection and stops looking for renewed keys and certificates, when all workers have stopped. */
  close(): Promise<void>
}

/** Opens the connection of the workers. @throws when the server is away, or refuses the connection. */
export async function openWorkerConnection(
  { address, access }: TemporalServer,
  log: Log,
): Promise<WorkerConnection> {
  const key = access.apiKey && openApiKey(access.apiKey, log)
  const certificates = openCertificates(access, log)
  const stopLooking = () => {
    key?.close()
    certificates?.close()
  }
  const connect = () =>
    NativeConnection.connect({
      address,
      tls: tlsOptions(certificates?.current() ?? null),
      ...(key && { apiKey: key.current() }),
    })
  const workers = new Set<Worker>()
  let connection = await connect().catch((error: unknown) => {
    stopLooking()
    throw error
  })

  key?.onRenewal((renewed) => {
    connection
      .setApiKey(renewed)
      .catch((error: unknown) => log.error({ error }, 'renewed Temporal API key could not be used'))
  })
  certificates?.onRenewal(() => {
    replace().catch((error: unknown) =>
      log.error({ error }, 'renewed Temporal certificate could not be used'),
    )
  })

  /** What the library connects again with are the certificates that it was given, so it is given another connection. */
  async function replace(): Promise<void> {
    const last = connection
    connection = await connect()
    for (const worker of workers)
      if (hasStopped(worker)) workers.delete(worker)
      else worker.connection = connection
    log.info({}, 'workers use the renewed Temporal certificate')
    await last.close()
  }

  return {
    current: () => connection,
    follow(worker) {
      workers.add(worker)
      // It may have been replaced while the worker was made.
      if (worker.connection !== connection) worker.connection = connection
      return worker
    },
    async close() {
      stopLooking()
      await connection.close()
    },
  }
}

function hasStopped(worker: Worker): boolean {
  return ['STOPPED', 'FAILED'].includes(worker.getState())
}
