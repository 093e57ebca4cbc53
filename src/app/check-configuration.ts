import { statfs } from 'node:fs/promises'

import type { Config } from '../config/config.ts'
import type { ProcessState } from '../domain/health/needs.ts'
import type { ConfigurationFinding } from '../domain/health/operations.ts'
import type { CatalogueVoice, VoiceSupply } from '../domain/speech/voice.ts'
import type { CheckConfiguration } from '../ports/process/check-configuration.ts'
import type { FleetReadiness, FleetView } from '../ports/process/needs.ts'
import { good, processFindings } from './process-findings.ts'

/** Below this a day of videos may fill the disk. */
const LITTLE_SPACE_BYTES = 5e9

/** What the check looks at beside the settings. */
interface Facts extends FleetReadiness {
  /** What links start with. */
  readonly publicUrl: string
  /** Null when nobody said where Temporal's pages are. */
  readonly temporalUiUrl: string | null
  readonly voiceCatalogue: readonly CatalogueVoice[]
  readonly voiceSupply: Pick<VoiceSupply, 'canSpeak'>
  readonly fleet: FleetView
}

/** Checks whether the settings are suitable for production. The result never contains a secret, only whether one is set. */
export function createCheckConfiguration(config: Config, facts: Facts): CheckConfiguration {
  return async () => [
    publicAddress(config, facts.publicUrl),
    ...processFindings(facts.fleet, await facts.whyUnready()),
    masterKey(config),
    database(config),
    temporal(config, facts.temporalUiUrl),
    ...temporalAccess(config),
    media(config, facts.fleet.processes()),
    voices(facts),
    ...callsAndListening(config),
    await diskSpace(config.dataDir),
  ]
}

/** What the settings of one process alone say of it, whatever the other processes do. */
export function settingsFindings(
  config: Config,
  { publicUrl }: Pick<Facts, 'publicUrl'>,
): ConfigurationFinding[] {
  return [
    publicAddress(config, publicUrl),
    masterKey(config),
    ...temporalAccess(config),
    ...callsAndListening(config),
  ]
}

/** Which addresses the process calls for customers, and at which it is called. */
function callsAndListening(config: Config): ConfigurationFinding[] {
  return [
    privateAddresses('Webhooks', 'WEBHOOK_ALLOW_CIDRS', config.webhookAllowCidrs),
    privateAddresses('Background pictures', 'IMAGE_ALLOW_CIDRS', config.imageAllowCidrs),
    listening(config),
  ]
}

function publicAddress({ publicUrl }: Config, used: string): ConfigurationFinding {
  const topic = 'Public address'
  if (publicUrl === null) {
    return {
      topic,
      verdict: 'problem',
      says: `Links in answers, webhooks and invitations start with ${used}, which others cannot open.`,
      remedy: 'Set PUBLIC_URL to the address that clients use, for example https://video.example.com.',
    }
  }
  if (publicUrl.startsWith('https:')) return good(topic, `Links start with ${publicUrl}.`)
  return {
    topic,
    verdict: 'problem',
    says: `Links start with ${publicUrl}. Without https, passwords and keys cross the network readable.`,
    remedy:
      'Put a proxy with a certificate in front of the service, and set PUBLIC_URL to its https address.',
  }
}

function masterKey({ masterKeys, dataDir }: Config): ConfigurationFinding {
  const topic = 'Master key'
  if (masterKeys.length === 0) {
    return {
      topic,
      verdict: 'problem',
      says: `The key was made by the service and is kept in ${dataDir}, beside what it protects.`,
      remedy:
        'Make one with openssl rand -base64 32, set it as MASTER_KEY, and keep a copy in another place.',
    }
  }
  if (masterKeys.length > 1) {
    return {
      topic,
      verdict: 'advice',
      says: `${masterKeys.length} keys are set, so one is on its way out.`,
      remedy: 'Finish the change as docs/secrets.md says, then set the newest key alone.',
    }
  }
  return {
    topic,
    verdict: 'advice',
    says: 'A key of your own is set. Whether there is a backup of it cannot be seen from here.',
    remedy:
      'Keep a copy apart from the backups of the database: without it no API key and no webhook secret works.',
  }
}

function database({ databaseUrl }: Config): ConfigurationFinding {
  const topic = 'Database'
  if (databaseUrl !== null) return good(topic, 'A PostgreSQL server of your own holds the data.')
  return {
    topic,
    verdict: 'advice',
    says: 'The embedded PostgreSQL holds the data. It is meant for one machine.',
    remedy: 'Back up its folder, or set DATABASE_URL to a server that is backed up.',
  }
}

function temporal({ temporalAddress }: Config, uiUrl: string | null): ConfigurationFinding {
  const topic = 'Temporal'
  if (temporalAddress === null) {
    return {
      topic,
      verdict: 'advice',
      says: 'The embedded Temporal server runs the work. It is meant for one machine.',
      remedy: 'For several machines, set TEMPORAL_ADDRESS to a server of your own.',
    }
  }
  if (uiUrl !== null) return good(topic, `A server of your own runs the work; its pages are at ${uiUrl}.`)
  return {
    topic,
    verdict: 'advice',
    says: 'A server of your own runs the work. Where its pages are is not known, so this page cannot link to runs.',
    remedy: 'Set TEMPORAL_UI_URL to the address of its pages.',
  }
}

function media(
  { bucket, dataDir, temporalAddress }: Config,
  processes: readonly ProcessState[],
): ConfigurationFinding {
  const topic = 'Media'
  const lacking = processes.filter(({ lacks }) => lacks.some(({ need }) => need === 'store'))
  if (lacking.length > 0) {
    const where = bucket === null ? dataDir : `the bucket ${bucket.bucket}`
    return {
      topic,
      verdict: 'problem',
      says: `${lacking.length} of ${processes.length} processes cannot keep files in ${where}.`,
      remedy: 'See "Processes" for the reasons.',
    }
  }
  if (bucket !== null) return good(topic, `Videos are kept in the bucket ${bucket.bucket}.`)
  if (temporalAddress === null) return good(topic, `Videos are kept in ${dataDir}.`)
  return {
    topic,
    verdict: 'advice',
    says: `Videos are kept in ${dataDir}, which all processes of the service have to share.`,
    remedy: 'For processes on several machines, set S3_BUCKET to a bucket that all of them reach.',
  }
}

/** Findings about a server of one's own; the embedded one is on this machine. */
function temporalAccess(config: Config): ConfigurationFinding[] {
  const { temporalAddress, temporalEncryptPayloads: encrypts } = config
  if (temporalAddress === null) return []
  const { tls, apiKey } = config.temporalAccess
  const topic = 'Way to Temporal'
  if (tls === null) {
    return [
      {
        topic,
        verdict: 'advice',
        says: `The connection to ${temporalAddress} is not encrypted, and the server asks nobody who they are.`,
        remedy: 'Keep that server in a private network, or set TEMPORAL_TLS and an API key or a certificate.',
      },
    ]
  }
  if (apiKey !== null && 'value' in apiKey) {
    return [
      {
        topic,
        verdict: 'advice',
        says: 'The connection is encrypted. Its API key is in the environment, so renewing it takes a restart.',
        remedy: 'Put the key in a file and set TEMPORAL_API_KEY_FILE, which is read again when it changes.',
      },
    ]
  }
  const whom = apiKey === null ? (tls.client === null ? '' : ' by certificate') : ' by the key in a file'
  return [
    good(topic, `Encrypted${whom}; ${encrypts ? 'so is what runs contain' : 'what runs contain is plain'}.`),
  ]
}

function voices({ voiceCatalogue, voiceSupply }: Facts): ConfigurationFinding {
  const topic = 'Voices'
  const neural = voiceCatalogue.filter(({ quality }) => quality === 'neural')
  const ready = neural.filter(({ id }) => voiceSupply.canSpeak(id))
  if (ready.length > 0) return good(topic, `${ready.length} of ${neural.length} natural voices can speak.`)
  return {
    topic,
    verdict: 'problem',
    says: 'Only the basic voices can speak; they sound synthetic.',
    remedy: 'Leave SPEECH_ENGINE at auto, and install the natural voices with node dist/voices/main.js pull.',
  }
}

function privateAddresses(topic: string, setting: string, ranges: readonly string[]): ConfigurationFinding {
  if (ranges.length === 0) return good(topic, 'Only public addresses are called.')
  return {
    topic,
    verdict: 'advice',
    says: `Addresses in ${ranges.join(', ')} may be called too, so accounts can reach what is there.`,
    remedy: `Unless you need that, leave ${setting} empty.`,
  }
}

function listening({ host, port }: Config): ConfigurationFinding {
  const topic = 'Listening address'
  const isLocal = ['127.0.0.1', 'localhost', '::1'].includes(host)
  return good(
    topic,
    isLocal
      ? `Only this machine reaches port ${port}; others come through a proxy.`
      : `Port ${port} is open on ${host}.`,
  )
}

async function diskSpace(dataDir: string): Promise<ConfigurationFinding> {
  const topic = 'Disk space'
  const { bavail, bsize } = await statfs(dataDir)
  const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB are free in the folder for data`
  if (bavail * bsize >= LITTLE_SPACE_BYTES) return good(topic, `${free}.`)
  return {
    topic,
    verdict: 'problem',
    says: `Only ${free}.`,
    remedy: `Make room in ${dataDir}, or move it with DATA_DIR.`,
  }
}
