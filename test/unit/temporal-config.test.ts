import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { readConfig } from '../../src/config/config.ts'
import { certificate, certificatePath, SERVER_NAME } from '../support/http/certificates.ts'

const SERVER = { TEMPORAL_ADDRESS: 'namespace.account.tmprl.cloud:7233' }
const CLIENT = {
  TEMPORAL_TLS_CLIENT_CERT_PATH: certificatePath('client.crt'),
  TEMPORAL_TLS_CLIENT_KEY_PATH: certificatePath('client.key'),
}
const NO_CERTIFICATES = { serverName: null, serverCa: null, client: null }

const accessOf = (env: Record<string, string>) => readConfig({ ...SERVER, ...env }).temporalAccess

function problemsOf(env: Record<string, string>): string {
  try {
    readConfig({ ...SERVER, ...env })
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

describe('a connection to Temporal', () => {
  test('is open unless the settings say otherwise', () => {
    expect(readConfig({}).temporalAccess).toEqual({ tls: null, apiKey: null })
    expect(accessOf({ TEMPORAL_TLS: 'false' })).toEqual({ tls: null, apiKey: null })
  })

  test('is encrypted with TEMPORAL_TLS, an API key, a name or a certificate', () => {
    expect(accessOf({ TEMPORAL_TLS: 'true' }).tls).toEqual(NO_CERTIFICATES)
    expect(accessOf({ TEMPORAL_API_KEY: 'key' })).toEqual({
      tls: NO_CERTIFICATES,
      tlsFiles: {},
      apiKey: { value: 'key' },
    })
    expect(accessOf({ TEMPORAL_TLS_SERVER_NAME: SERVER_NAME }).tls).toMatchObject({ serverName: SERVER_NAME })
    expect(accessOf(CLIENT).tls).toEqual({
      ...NO_CERTIFICATES,
      client: { certificate: certificate('client.crt'), key: certificate('client.key') },
    })
  })

  test('knows the files of certificates, to read them again, and of a pair only both', () => {
    const { TEMPORAL_TLS_CLIENT_CERT_PATH: path, ...key } = CLIENT
    const authority = certificatePath('authority.crt')
    expect(accessOf({ ...CLIENT, TEMPORAL_TLS_SERVER_CA_CERT_PATH: authority }).tlsFiles).toEqual({
      serverCa: authority,
      client: { certificate: path, key: key.TEMPORAL_TLS_CLIENT_KEY_PATH },
    })
    const text = readFileSync(path, 'utf8')
    expect(accessOf({ ...key, TEMPORAL_TLS_CLIENT_CERT_DATA: text }).tlsFiles).toEqual({})
  })

  test('takes certificates as text too, as mounted settings have them', () => {
    const text = (name: string) => readFileSync(certificatePath(name), 'utf8')
    const { tls } = accessOf({
      TEMPORAL_TLS_CLIENT_CERT_DATA: text('client.crt'),
      TEMPORAL_TLS_CLIENT_KEY_DATA: text('client.key'),
      TEMPORAL_TLS_SERVER_CA_CERT_DATA: text('authority.crt'),
    })
    expect(tls).toEqual(
      accessOf({ ...CLIENT, TEMPORAL_TLS_SERVER_CA_CERT_PATH: certificatePath('authority.crt') }).tls,
    )
  })

  test('may carry a key in plain text only where that is said', () => {
    expect(accessOf({ TEMPORAL_API_KEY: 'key', TEMPORAL_TLS: 'false' }).tls).toBeNull()
  })
})

describe('what does not go together is told in words', () => {
  const { TEMPORAL_TLS_CLIENT_CERT_PATH, TEMPORAL_TLS_CLIENT_KEY_PATH } = CLIENT
  test.each<[Record<string, string>, RegExp]>([
    [{ TEMPORAL_TLS_CLIENT_CERT_PATH }, /CERT_PATH is half a pair: set TEMPORAL_TLS_CLIENT_KEY_PATH/u],
    [{ TEMPORAL_TLS_CLIENT_KEY_PATH }, /KEY_PATH is half a pair: set TEMPORAL_TLS_CLIENT_CERT_PATH/u],
    [
      { ...CLIENT, TEMPORAL_TLS_CLIENT_KEY_PATH: certificatePath('server.key') },
      /CLIENT_KEY_PATH is not the key of the certificate in TEMPORAL_TLS_CLIENT_CERT_PATH/u,
    ],
    [
      { ...CLIENT, TEMPORAL_TLS_CLIENT_CERT_PATH: certificatePath('README.md') },
      /CERT_PATH does not contain a certificate in PEM form/u,
    ],
    [
      { ...CLIENT, TEMPORAL_TLS_CLIENT_KEY_PATH: certificatePath('client.crt') },
      /KEY_PATH does not contain an unencrypted private key/u,
    ],
    [{ TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/none/there' }, /CA_CERT_PATH \/none\/there cannot be read/u],
    [{ TEMPORAL_API_KEY: 'a', TEMPORAL_API_KEY_FILE: certificatePath('README.md') }, /set only one of them/u],
    [{ TEMPORAL_API_KEY_FILE: '/none/there' }, /API_KEY_FILE must name a file that can be read/u],
    [
      { TEMPORAL_TLS: 'false', TEMPORAL_TLS_SERVER_NAME: 'x' },
      /SERVER_NAME and TEMPORAL_TLS=false contradict/u,
    ],
    [{ TEMPORAL_TLS: 'maybe' }, /TEMPORAL_TLS must be true or false/u],
    [{ TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: 'true' }, /is not supported: set TEMPORAL_TLS_SERVER_NAME/u],
    [{ TEMPORAL_ADDRESS: '', TEMPORAL_API_KEY: 'key' }, /TEMPORAL_API_KEY requires TEMPORAL_ADDRESS/u],
  ])('%o', (env, told) => {
    expect(problemsOf(env)).toMatch(told)
  })

  test('and no secret is told with it', () => {
    const told = problemsOf({ TEMPORAL_API_KEY: 'secret-key', TEMPORAL_TLS_CLIENT_KEY_DATA: 'secret-pem' })
    expect(told).toContain('half a pair')
    expect(told).not.toContain('secret')
  })
})
