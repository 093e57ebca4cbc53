import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { z } from 'zod'

import { webAddress } from './web-address.ts'

/** The Temporal server, and how it is reached. */
export interface TemporalConfig {
  /** host:port. Null: Temporal is embedded. */
  readonly temporalAddress: string | null
  readonly temporalNamespace: string
  /** Address of Temporal's own pages, without a slash at the end. Null: unknown, or the embedded server's. */
  readonly temporalUiUrl: string | null
  /** Path of the Temporal CLI. Null: it is found, downloaded or built. */
  readonly temporalCliPath: string | null
  readonly temporalAccess: TemporalAccess
  /** Whether what runs contain is encrypted before Temporal gets it. */
  readonly temporalEncryptPayloads: boolean
  /** Lets operators decrypt what runs contain. Null: nobody. */
  readonly temporalCodecSecret: string | null
}

/** How a connection to the Temporal server is protected, and how it says who it is. */
export interface TemporalAccess {
  /** Null: nothing is encrypted. */
  readonly tls: TemporalTls | null
  /** Where the certificates are, if they are in files, which are read again when they change. */
  readonly tlsFiles?: TemporalTlsFiles
  /** Null: no API key. */
  readonly apiKey: TemporalApiKey | null
}

/** Paths of the files that parts of `TemporalTls` were read from. */
export interface TemporalTlsFiles {
  readonly serverCa?: string
  readonly client?: { readonly certificate: string; readonly key: string }
}

/** The certificates of a connection, all PEM. */
export interface TemporalTls {
  /** The name in the server's certificate. Null: the host of the address. */
  readonly serverName: string | null
  /** The authority that signed the server's certificate. Null: those that Node trusts. */
  readonly serverCa: Buffer | null
  /** What this process shows to the server. Null: nothing. */
  readonly client: { readonly certificate: Buffer; readonly key: Buffer } | null
}

/** An API key, or the file that contains it, which is read again when it changes. */
export type TemporalApiKey = { readonly value: string } | { readonly file: string }

/** Access to a server on the same machine. */
export const OPEN_ACCESS: TemporalAccess = { tls: null, apiKey: null }

/** Characters. Whoever guesses it reads what runs contain. */
const SHORTEST_SECRET = 32

const yesOrNo = z
  .enum(['true', '1', 'false', '0'], 'must be true or false')
  .transform((text) => text === 'true' || text === '1')

const pem = z.string().transform((text) => ({ path: undefined, content: Buffer.from(text) }))
const file = z.string().transform((path, context) => {
  try {
    return { path, content: readFileSync(path) }
  } catch (error) {
    context.addIssue({ code: 'custom', message: `${path} cannot be read: ${(error as Error).message}` })
    return z.NEVER
  }
})

/**
 * The settings of Temporal, to be read with all others. Those of the connection have the names that Temporal's own
 * libraries and its CLI use (`@temporalio/envconfig`), except for TEMPORAL_API_KEY_FILE.
 */
export const temporalSettings = {
  TEMPORAL_ADDRESS: z
    .string()
    .regex(/^[^\s/:]+:\d+$/, 'must look like host:7233')
    .optional(),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  TEMPORAL_UI_URL: webAddress.optional(),
  TEMPORAL_CLI_PATH: z.string().min(1).optional(),
  TEMPORAL_API_KEY: z.string().trim().min(1).optional(),
  TEMPORAL_API_KEY_FILE: z
    .string()
    .refine(holdsText, 'must name a file that can be read and contains the key')
    .optional(),
  TEMPORAL_TLS: yesOrNo.optional(),
  TEMPORAL_TLS_CLIENT_CERT_PATH: file.optional(),
  TEMPORAL_TLS_CLIENT_CERT_DATA: pem.optional(),
  TEMPORAL_TLS_CLIENT_KEY_PATH: file.optional(),
  TEMPORAL_TLS_CLIENT_KEY_DATA: pem.optional(),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: file.optional(),
  TEMPORAL_TLS_SERVER_CA_CERT_DATA: pem.optional(),
  TEMPORAL_TLS_SERVER_NAME: z.string().min(1).optional(),
  TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: yesOrNo
    .refine(
      (isDisabled) => !isDisabled,
      'is not supported: set TEMPORAL_TLS_SERVER_NAME or TEMPORAL_TLS_SERVER_CA_CERT_PATH instead',
    )
    .optional(),
  TEMPORAL_ENCRYPT_PAYLOADS: yesOrNo.default(false),
  TEMPORAL_CODEC_SECRET: z
    .string()
    .min(SHORTEST_SECRET, `must have at least ${SHORTEST_SECRET} characters`)
    .optional(),
}

type Settings = z.infer<z.ZodObject<typeof temporalSettings>>
type Setting = keyof Settings

const OF_TLS: readonly Setting[] = [
  'TEMPORAL_TLS_CLIENT_CERT_PATH',
  'TEMPORAL_TLS_CLIENT_CERT_DATA',
  'TEMPORAL_TLS_CLIENT_KEY_PATH',
  'TEMPORAL_TLS_CLIENT_KEY_DATA',
  'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
  'TEMPORAL_TLS_SERVER_CA_CERT_DATA',
  'TEMPORAL_TLS_SERVER_NAME',
]
const OF_ACCESS: readonly Setting[] = ['TEMPORAL_API_KEY', 'TEMPORAL_API_KEY_FILE', 'TEMPORAL_TLS', ...OF_TLS]

/** Settings of which only one can be meant. */
const EITHER_OR: readonly (readonly [Setting, Setting])[] = [
  ['TEMPORAL_API_KEY', 'TEMPORAL_API_KEY_FILE'],
  ['TEMPORAL_TLS_CLIENT_CERT_PATH', 'TEMPORAL_TLS_CLIENT_CERT_DATA'],
  ['TEMPORAL_TLS_CLIENT_KEY_PATH', 'TEMPORAL_TLS_CLIENT_KEY_DATA'],
  ['TEMPORAL_TLS_SERVER_CA_CERT_PATH', 'TEMPORAL_TLS_SERVER_CA_CERT_DATA'],
]

/** Reports settings of Temporal that do not go together. */
export function checkTemporal(values: Settings, context: z.RefinementCtx<Settings>): void {
  const complain = (setting: Setting, message: string) =>
    context.addIssue({ code: 'custom', path: [setting], message })
  const set = (settings: readonly Setting[]) => settings.filter((name) => values[name] !== undefined)
  if (values.TEMPORAL_ADDRESS === undefined)
    for (const name of set(OF_ACCESS)) complain(name, 'requires TEMPORAL_ADDRESS')
  if (values.TEMPORAL_TLS === false)
    for (const name of set(OF_TLS)) complain(name, 'and TEMPORAL_TLS=false contradict each other')
  for (const [one, other] of EITHER_OR)
    if (set([one, other]).length === 2) complain(other, `and ${one} are both set: set only one of them`)
  checkClientCertificate(values, complain)
}

function checkClientCertificate(
  values: Settings,
  complain: (setting: Setting, message: string) => void,
): void {
  const certificate = values.TEMPORAL_TLS_CLIENT_CERT_PATH ?? values.TEMPORAL_TLS_CLIENT_CERT_DATA
  const key = values.TEMPORAL_TLS_CLIENT_KEY_PATH ?? values.TEMPORAL_TLS_CLIENT_KEY_DATA
  const certificateIn: Setting = `TEMPORAL_TLS_CLIENT_CERT_${values.TEMPORAL_TLS_CLIENT_CERT_PATH ? 'PATH' : 'DATA'}`
  const keyIn: Setting = `TEMPORAL_TLS_CLIENT_KEY_${values.TEMPORAL_TLS_CLIENT_KEY_PATH ? 'PATH' : 'DATA'}`
  if (certificate === undefined && key === undefined) return
  if (key === undefined)
    return complain(certificateIn, 'is half a pair: set TEMPORAL_TLS_CLIENT_KEY_PATH as well')
  if (certificate === undefined)
    return complain(keyIn, 'is half a pair: set TEMPORAL_TLS_CLIENT_CERT_PATH as well')
  const shown = parsed(() => new X509Certificate(certificate.content))
  const secret = parsed(() => createPrivateKey(key.content))
  if (shown === null) complain(certificateIn, 'does not contain a certificate in PEM form')
  if (secret === null) complain(keyIn, 'does not contain an unencrypted private key in PEM form')
  if (shown !== null && secret !== null && !shown.checkPrivateKey(secret))
    complain(keyIn, `is not the key of the certificate in ${certificateIn}`)
}

/** The settings of Temporal as the rest of the program knows them. */
export function readTemporal(values: Settings): TemporalConfig {
  return {
    temporalAddress: values.TEMPORAL_ADDRESS ?? null,
    temporalNamespace: values.TEMPORAL_NAMESPACE,
    temporalUiUrl: values.TEMPORAL_UI_URL ?? null,
    temporalCliPath: values.TEMPORAL_CLI_PATH ?? null,
    temporalAccess: readAccess(values),
    temporalEncryptPayloads: values.TEMPORAL_ENCRYPT_PAYLOADS,
    temporalCodecSecret: values.TEMPORAL_CODEC_SECRET ?? null,
  }
}

/** Like Temporal's libraries: an API key, a certificate or a name asks for TLS, unless TEMPORAL_TLS says otherwise. */
function readAccess(values: Settings): TemporalAccess {
  const apiKey = readApiKey(values)
  const implied = apiKey !== null || OF_TLS.some((name) => values[name] !== undefined)
  if (!(values.TEMPORAL_TLS ?? implied)) return { tls: null, apiKey }
  const certificate = values.TEMPORAL_TLS_CLIENT_CERT_PATH ?? values.TEMPORAL_TLS_CLIENT_CERT_DATA
  const key = values.TEMPORAL_TLS_CLIENT_KEY_PATH ?? values.TEMPORAL_TLS_CLIENT_KEY_DATA
  const serverCa = values.TEMPORAL_TLS_SERVER_CA_CERT_PATH ?? values.TEMPORAL_TLS_SERVER_CA_CERT_DATA
  const client = certificate && key ? { certificate, key } : null
  const tls = {
    serverName: values.TEMPORAL_TLS_SERVER_NAME ?? null,
    serverCa: serverCa?.content ?? null,
    client: client && { certificate: client.certificate.content, key: client.key.content },
  }
  return {
    tls,
    tlsFiles: {
      ...(serverCa?.path !== undefined && { serverCa: serverCa.path }),
      // A pair of which one half is in a setting cannot be renewed without a restart.
      ...(client?.certificate.path !== undefined &&
        client.key.path !== undefined && {
          client: { certificate: client.certificate.path, key: client.key.path },
        }),
    },
    apiKey,
  }
}

function readApiKey({
  TEMPORAL_API_KEY: value,
  TEMPORAL_API_KEY_FILE: path,
}: Settings): TemporalApiKey | null {
  if (path !== undefined) return { file: path }
  return value === undefined ? null : { value }
}

function holdsText(path: string): boolean {
  return (parsed(() => readFileSync(path, 'utf8').trim()) ?? '') !== ''
}

function parsed<Parsed>(parse: () => Parsed): Parsed | null {
  try {
    return parse()
  } catch {
    return null
  }
}
