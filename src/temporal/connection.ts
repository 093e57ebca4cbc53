import { Connection } from '@temporalio/client'
import type { ConnectionOptions } from '@temporalio/client'

import type { TemporalAccess, TemporalConfig, TemporalTls } from '../config/temporal-config.ts'
import type { Log } from '../ports/process/log.ts'
import { openApiKey } from './api-key.ts'
import { createCallRetries } from './call-retries.ts'
import { openCertificates } from './certificates.ts'

/** The library would wait up to two minutes after a long outage, and requests be refused meanwhile. */
const LONGEST_RECONNECT_WAIT_MS = 2_000

/** A replaced connection is closed after this time: by then, every call on it has ended. */
const CALLS_END_WITHIN_MS = 30_000

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

/** A client's connection, and how it ends. */
interface ClientConnection {
  readonly connection: Connection
  /** The certificates that are in use now; null when the connection is not encrypted. */
  certificates(): TemporalTls | null
  /** Closes the connection and stops looking for renewed keys and certificates. */
  close(): Promise<void>
}

/** Opens the connection of a client. It connects at its first call, and again once a certificate has been renewed. */
export function openClientConnection({ address, access }: TemporalServer, log: Log): ClientConnection {
  const key = access.apiKey && openApiKey(access.apiKey, log)
  const certificates = openCertificates(access, log)
  const retries = createCallRetries()
  const connect = () =>
    Connection.lazy({
      address,
      tls: tlsOptions(certificates?.current() ?? null),
      // Asked at every call, so that a renewed key is used from the next call on.
      ...(key && { apiKey: key.current }),
      interceptors: [retries.interceptor],
      channelArgs: { 'grpc.max_reconnect_backoff_ms': LONGEST_RECONNECT_WAIT_MS },
    })
  let connection = connect()
  certificates?.onRenewal(() => {
    const last = connection
    connection = connect()
    setTimeout(() => void last.close(), CALLS_END_WITHIN_MS).unref()
  })
  return {
    connection: standingFor(() => connection),
    certificates: () => certificates?.current() ?? null,
    async close() {
      key?.close()
      certificates?.close()
      await retries.end()
      await connection.close()
    },
  }
}

/** A connection whose every call goes to the one that there is at that moment: a client cannot be given another. */
function standingFor(current: () => Connection): Connection {
  return new Proxy(current(), {
    get(_, name) {
      const connection = current()
      const member: unknown = Reflect.get(connection, name, connection)
      return typeof member === 'function' ? member.bind(connection) : member
    },
  })
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
