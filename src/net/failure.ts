/** What to tell an operator about the failures seen most, by error code of Node, OpenSSL or undici. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset before a response arrived',
  EPIPE: 'the connection was closed before a response arrived',
  UND_ERR_SOCKET: 'the connection was closed before a response arrived',
  ECONNABORTED: 'the connection was closed before a response arrived',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_OVERFLOW: 'the response headers are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the response is not valid HTTP',
  ERR_ASSERTION: 'the response is not valid HTTP',
  CERT_HAS_EXPIRED: 'TLS failed: the certificate has expired',
  CERT_NOT_YET_VALID: 'TLS failed: the certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS failed: the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS failed: the certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS failed: the certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'TLS failed: the certificate is signed by an unknown authority, or the receiver does not send the complete certificate chain',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS failed: the certificate is for another host',
  EPROTO: 'TLS failed: the receiver violated the protocol',
}

/** Enough for any sentence of TLS or HTTP; keeps a strange one from filling a log. */
const MOST_CHARACTERS = 200

/** Describes in words for an operator why a request got no response. */
export function failureInWords(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined
  if (known !== undefined) return known
  if (code.startsWith('HPE_') || error.name === 'HTTPParserError') return 'the response is not valid HTTP'
  if (code.startsWith('ERR_SSL_')) return 'TLS failed: the receiver violated the protocol'
  return `the request failed: ${error.message.slice(0, MOST_CHARACTERS)}`
}
