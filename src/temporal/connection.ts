import { Connection } from '@temporalio/client'
import type { ConnectionOptions } from '@temporalio/client'

import type { TemporalAccess, TemporalConfig, TemporalTls } from '../config/temporal-config.ts'
import type { Log } from '../ports/process/log.ts'
import { openApiKey } from './api-key.ts'
import { createCallRetries } from './call-retries.ts'

/** The library would wait up to two minutes after a long outage, and requests be refused meanwhile. */
const LONGEST_RECONNECT_WAIT_MS = 2_000

/** Where the orchestrator is, and how it is reached. */
export interface TemporalServer {
  /** host:port. */
  readonly address: string
  readonly namespace: string
  readonly access: TemporalAccess
}

/** The server at an address, with the namespace and the access of the settings. */
export function temporalServer(
  address: string,
  {
    temporalNamespace: namespace,
    temporalAccess: access,
  }: Pick<TemporalConfig, 'temporalNamespace' | 'temporalAccess'>,
): TemporalServer {
  return { address, namespace, access }
}

/** A connection, and how it ends. */
export interface Opened<Of> {
  readonly connection: Of
  /** Closes the connection and stops looking for a renewed API key. */
  close(): Promise<void>
}

/** Opens the connection of a client. It connects at its first call. */
export function openClientConnection({ address, access }: TemporalServer, log: Log): Opened<Connection> {
  const key = access.apiKey && openApiKey(access.apiKey, log)
  const retries = createCallRetries()
  const connection = Connection.lazy({
    address,
    tls: tlsOptions(access.tls),
    // Asked at every call, so that a renewed key is used from the next call on.
    ...(key && { apiKey: key.current }),
    interceptors: [retries.interceptor],
    channelArgs: { 'grpc.max_reconnect_backoff_ms': LONGEST_RECONNECT_WAIT_MS },
  })
  return {
    connection,
    async close() {
      key?.close()
      await retries.end()
      await connection.close()
    },
  }
}

/** In the SDK's terms. `false` and not absent: an API key alone would turn TLS on. */
export function tlsOptions(tls: TemporalTls | null): NonNullable<ConnectionOptions['tls']> {
  if (tls === null) return false
  const { serverName, serverCa, client } = tls
  return {
    ...(serverName !== null && { serverNameOverride: serverName }),
    ...(serverCa && { serverRootCACertificate: serverCa }),
    ...(client && { clientCertPair: { crt: client.certificate, key: client.key } }),
  }
}
