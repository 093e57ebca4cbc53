import { readFileSync } from 'node:fs'

import { SPEECH_SERVER_KINDS } from '../speech/engine-registry.ts'

/**
 * Settings that are secrets, or may contain one. Each can be in a file that the setting of its name with `_FILE` names, as
 * Docker and Kubernetes provide secrets: an environment is shown by `docker inspect`, in crash reports and to child processes.
 *
 * TEMPORAL_API_KEY_FILE is none of them, as that file is read again whenever it changes (temporal/api-key.ts).
 */
const SECRETS: readonly string[] = [
  'MASTER_KEY',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'TEMPORAL_CODEC_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'MODERATION_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
  ...SPEECH_SERVER_KINDS.map(({ settings }) => settings.key.variable),
]

/** A secret that is set. */
export interface SecretThere {
  readonly name: string
  /** Whether it is in a file, and not in the environment itself. */
  readonly isFile: boolean
}

/** Which secrets are set, by name; what they are is not read. */
export function secretsThere(given: NodeJS.ProcessEnv = process.env): SecretThere[] {
  return [...SECRETS, 'TEMPORAL_API_KEY', 'AWS_SECRET_ACCESS_KEY'].flatMap((name) => {
    const isFile = Boolean(given[`${name}_FILE`])
    return isFile || Boolean(given[name]) ? [{ name, isFile }] : []
  })
}

/** Settings with the content of the files that some of them name. */
export interface SettingsWithSecrets {
  readonly values: NodeJS.ProcessEnv
  /** What is wrong with the files, each in a line that begins with the name of the setting. */
  readonly problems: readonly string[]
  /** The name of the setting that a value was read from, to name it when the value is wrong. */
  readonly setAs: (name: string) => string
}

/** Reads the secrets that are in files. No problem contains a secret. */
export function readSecretFiles(given: NodeJS.ProcessEnv): SettingsWithSecrets {
  const values = { ...given }
  const problems: string[] = []
  const read = new Set<string>()
  for (const name of SECRETS) {
    const setting = `${name}_FILE`
    const file = given[setting]
    if (file === undefined) continue
    read.add(name)
    if (given[name] !== undefined) problems.push(`${setting} and ${name} are both set: set only one of them`)
    else {
      const { text, problem } = textOf(file)
      if (problem !== null) problems.push(`${setting} ${problem}`)
      values[name] = text
    }
  }
  return { values, problems, setAs: (name) => (read.has(name) ? `${name}_FILE` : name) }
}

/** The content of a file without the line break that editors and `echo` put at its end. */
function textOf(file: string): { readonly text?: string; readonly problem: string | null } {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return text === '' ? { problem: `${file} is empty` } : { text, problem: null }
  } catch (error) {
    return { problem: `${file} cannot be read: ${(error as Error).message}` }
  }
}
