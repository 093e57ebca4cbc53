import { createPrivateKey, X509Certificate } from 'node:crypto'

import type { TemporalAccess, TemporalTls } from '../config/temporal-config.ts'
import type { Log } from '../ports/process/log.ts'
import { openRenewedFiles } from './renewed-files.ts'
import type { RenewedFiles } from './renewed-files.ts'

/**
 * Opens the certificates of a connection. Those in files are read again when the files change; a certificate is used together
 * with its key only.
 *
 * @returns null when the connection is not encrypted. @throws when a file cannot be read at first.
 */
export function openCertificates(
  { tls, tlsFiles = {} }: TemporalAccess,
  log: Log,
): RenewedFiles<TemporalTls> | null {
  if (tls === null) return null
  const { serverCa, client } = tlsFiles
  const paths = [
    ...(serverCa === undefined ? [] : [serverCa]),
    ...(client ? [client.certificate, client.key] : []),
  ]
  if (paths.length === 0) return { current: () => tls, onRenewal: () => undefined, close: () => undefined }
  return openRenewedFiles(paths, {
    parse: (contents) => {
      const rest = [...contents]
      return {
        ...tls,
        ...(serverCa !== undefined && { serverCa: certificateIn(rest.shift()!) }),
        ...(client && { client: pairOf(rest[0]!, rest[1]!) }),
      }
    },
    renewed: () => log.info({ files: paths }, 'Temporal certificates renewed'),
    unusable: (error) =>
      log.warn(
        { files: paths, error },
        'Temporal certificates cannot be read or do not fit: the last ones stay in use',
      ),
  })
}

/** @throws when it is none, as when the file is half written. */
function certificateIn(pem: Buffer): Buffer {
  void new X509Certificate(pem)
  return pem
}

/** @throws while only one of the two has been replaced. */
function pairOf(certificate: Buffer, key: Buffer): { readonly certificate: Buffer; readonly key: Buffer } {
  if (!new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key)))
    throw new Error('The key is not that of the certificate.')
  return { certificate, key }
}
