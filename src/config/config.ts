import { availableParallelism } from 'node:os'
import path from 'node:path'

import ipaddr from 'ipaddr.js'
import { z } from 'zod'

import type { AgentBounds } from '../domain/account/agent-bounds.ts'
import type { Plans } from '../domain/account/plan.ts'
import { TASK_QUEUES } from '../domain/health/task-queues.ts'
import type { TaskQueue } from '../domain/health/task-queues.ts'
import { PERSON_QUOTAS } from '../domain/account/rate-limit.ts'
import type { PersonQuotas, RateLimitQuotas } from '../domain/account/rate-limit.ts'
import type { RemoteSpeech } from '../domain/speech/remote-speech.ts'
import { ENGINE_CHOICES } from '../speech/engine-registry.ts'
import type { EngineChoice } from '../speech/engine-registry.ts'
import { agentSettings, readAgents } from './agent-config.ts'
import { checkDatabase, databaseSettings, readDatabase } from './database-config.ts'
import type { DatabaseConfig } from './database-config.ts'
import type { BucketSettings } from '../media/s3/s3-client.ts'
import { bucketSettings, readBucket } from './bucket-config.ts'
import { readPlans } from './plans-file.ts'
import { readRemoteSpeech, remoteSpeechSettings } from './remote-speech-config.ts'
import { readSecretFiles } from './secret-files.ts'
import { readStripe, stripeSettings } from './stripe-config.ts'
import type { StripeConfig } from './stripe-config.ts'
import { deploymentSettings, readDeployment } from './deployment-config.ts'
import type { WorkerDeployment } from './deployment-config.ts'
import { opsSettings, readOps } from './ops-config.ts'
import type { OpsConfig } from './ops-config.ts'
import { readStop, stopSettings } from './stop-config.ts'
import type { StopConfig } from './stop-config.ts'
import { checkTemporal, readTemporal, temporalSettings } from './temporal-config.ts'
import type { TemporalConfig } from './temporal-config.ts'
import { readTracing, tracingSettings } from './tracing-config.ts'
import type { TracingConfig } from './tracing-config.ts'
import { moderationSettings, readModeration } from './moderation-config.ts'
import type { ModerationConfig } from './moderation-config.ts'
import { readTwins, twinSettings } from './twin-config.ts'
import type { TwinConfig } from './twin-config.ts'
import { contactAddress, webAddress } from './web-address.ts'
import { wholeNumber } from './whole-number.ts'

/** All settings, validated. `.env.example` describes each of them. */
export interface Config extends DatabaseConfig, TemporalConfig {
  readonly port: number
  /** Address the HTTP server listens on. */
  readonly host: string
  /** Absolute path. */
  readonly dataDir: string
  /** Absolute path of the folder for downloaded and built programs. */
  readonly cacheDir: string
  /** Base URL of links, without a trailing slash. Null: the address of the HTTP server. */
  readonly publicUrl: string | null
  /** Where people in the application ask for help: an http, https or mailto address. Null: nothing is shown. */
  readonly supportUrl: string | null
  /** Master keys of 32 bytes each, newest first. Empty: one is generated in `dataDir`. */
  readonly masterKeys: readonly Buffer[]
  /** Whether settings for development are rejected. */
  readonly production: boolean
  /** Address ranges of the reverse proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  readonly webhookAllowCidrs: readonly string[]
  /** The same for background images. */
  readonly imageAllowCidrs: readonly string[]
  readonly plans: Plans
  /** The limits of each API key. */
  readonly rateLimits: RateLimitQuotas
  /** The limits of each person in the application; no setting changes them. */
  readonly personRateLimits: PersonQuotas
  /** The engine that speaks beside those that need no files. `auto`: each of them as soon as it is installed. */
  readonly speechEngine: EngineChoice
  /** Base URL of a mirror for the files of voices, or null. */
  readonly voicesMirror: string | null
  /** Absolute path of a folder with the files of voices, or null. */
  readonly voicesDir: string | null
  /** Absolute path of a folder with custom presenters. Null: only the stock presenters. */
  readonly presentersDir: string | null
  /** Remote speech servers and their voices. */
  readonly remoteSpeech: RemoteSpeech
  /** Payment by Stripe. Null: operators decide about changes of plan. */
  readonly stripe: StripeConfig | null
  readonly twins: TwinConfig
  /** Who decides about videos before they are accepted. */
  readonly moderation: ModerationConfig
  /** What agents may do. */
  readonly agents: AgentBounds
  readonly stop: StopConfig
  /** Where metrics and probes are answered. Null: nowhere. */
  readonly ops: OpsConfig | null
  /** Where traces go. Null: nothing is traced. */
  readonly tracing: TracingConfig | null
  /** The release that this worker belongs to. Null: releases are not told apart. */
  readonly deployment: WorkerDeployment | null
  /** What all releases of this installation have in common. */
  readonly deploymentName: string
  /** The bucket that media are kept in. Null: a folder in `dataDir`. */
  readonly bucket: BucketSettings | null
  /** How long a segment waits for an external renderer to start drawing it. */
  readonly rendererWaitSeconds: number
  /** Number of speech processes, and of render processes. */
  readonly studioProcesses: number
  readonly taskQueues: readonly TaskQueue[]
  readonly logLevel: (typeof LOG_LEVELS)[number]
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
const MASTER_KEY_BYTES = 32
/** Every request of the last minute is logged by its moment; far more of them would cost more than they are worth. */
const LARGEST_RATE_LIMIT = 10_000

/** One for each core; more than eight would want memory that a large machine may need for others. */
const DEFAULT_STUDIO_PROCESSES = Math.min(availableParallelism(), 8)

const masterKeyForm = 'must be 32 bytes in base64, as `openssl rand -base64 32` prints'

/**
 * Master keys, newest first, between commas or white space. Lines that begin with `#` are comments. Error
 * messages do not contain the key.
 */
const masterKeyList = z
  .string()
  .transform((text) =>
    text
      .replaceAll(/^\s*#.*$/gmu, '')
      .split(/[\s,]+/u)
      .filter(Boolean),
  )
  .pipe(
    z
      .array(
        z
          .base64(masterKeyForm)
          .transform((text) => Buffer.from(text, 'base64'))
          .refine((key) => key.length === MASTER_KEY_BYTES, masterKeyForm),
      )
      .min(1, 'contains no key')
      .refine(
        (keys) => new Set(keys.map((key) => key.toString('hex'))).size === keys.length,
        'contains the same key twice',
      ),
  )

/** Address ranges, comma-separated. */
const cidrs = list(
  z.string().refine(isCidr, 'must be a comma-separated list of address ranges such as 10.0.0.0/8'),
)

/** Addresses of the machine itself. */
export const LOOPBACK = ['127.0.0.0/8', '::1/128']

const settings = z
  .object({
    PORT: wholeNumber(0, 65_535).default(8080),
    HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('.data'),
    CACHE_DIR: z.string().min(1).default('.cache'),
    ...databaseSettings,
    ...temporalSettings,
    PUBLIC_URL: webAddress.optional(),
    SUPPORT_URL: contactAddress.optional(),
    MASTER_KEY: masterKeyList.optional(),
    NODE_ENV: z.string().optional(),
    TRUSTED_PROXIES: cidrs.default(LOOPBACK),
    WEBHOOK_ALLOW_CIDRS: cidrs,
    IMAGE_ALLOW_CIDRS: cidrs,
    PLANS_FILE: z.string().optional(),
    RATE_LIMIT_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).max(LARGEST_RATE_LIMIT).default(60),
    RATE_LIMIT_CREATES_PER_MINUTE: z.coerce.number().int().min(1).max(LARGEST_RATE_LIMIT).default(10),
    SPEECH_ENGINE: z.enum(ENGINE_CHOICES, `must be one of ${ENGINE_CHOICES.join(', ')}`).default('auto'),
    VOICES_MIRROR: webAddress.optional(),
    VOICES_DIR: z.string().min(1).optional(),
    PRESENTERS_DIR: z.string().min(1).optional(),
    ...stripeSettings,
    ...stopSettings,
    ...opsSettings,
    ...tracingSettings,
    ...deploymentSettings,
    ...twinSettings,
    ...moderationSettings,
    ...agentSettings,
    ...bucketSettings,
    RENDERER_WAIT_SECONDS: wholeNumber(1, 1_500).default(600),
    STUDIO_PROCESSES: wholeNumber(1, 256).default(DEFAULT_STUDIO_PROCESSES),
    TASK_QUEUES: list(z.enum(TASK_QUEUES, `must be a comma-separated list of ${TASK_QUEUES.join(', ')}`)),
    LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  })
  .refine((env) => !env.DATABASE_URL || env.MASTER_KEY, {
    path: ['MASTER_KEY'],
    message:
      '(or MASTER_KEY_FILE) is required with DATABASE_URL: all processes must share the same key. ' +
      'Create one with `openssl rand -base64 32`',
  })
  .superRefine(checkTemporal)
  .superRefine(checkDatabase)

/**
 * Reads the settings from the environment.
 *
 * @throws Error that lists every invalid setting at once.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { values: all, problems, setAs } = readSecretFiles(given)
  const parsed = settings.safeParse(all)
  const remote = remoteSpeechSettings.safeParse(all)
  if (!parsed.success || !remote.success || problems.length > 0) {
    const issues = [...(parsed.error?.issues ?? []), ...(remote.error?.issues ?? [])]
    const told = issues.map(({ path: [name, ...rest], message }) =>
      [[setAs(String(name)), ...rest].join('.'), message].join(' '),
    )
    const lines = [...problems, ...told].map((line) => `  ${line}`)
    throw new Error(`Invalid configuration:\n${lines.join('\n')}\nSee .env.example for each setting.`)
  }
  const values = parsed.data
  const plans = readPlans(values.PLANS_FILE)
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: path.resolve(values.DATA_DIR),
    cacheDir: path.resolve(values.CACHE_DIR),
    ...readDatabase(values),
    ...readTemporal(values),
    publicUrl: values.PUBLIC_URL ?? null,
    supportUrl: values.SUPPORT_URL ?? null,
    masterKeys: values.MASTER_KEY ?? [],
    production: values.NODE_ENV === 'production',
    trustedProxies: values.TRUSTED_PROXIES,
    webhookAllowCidrs: values.WEBHOOK_ALLOW_CIDRS,
    imageAllowCidrs: values.IMAGE_ALLOW_CIDRS,
    plans,
    rateLimits: {
      requests: values.RATE_LIMIT_REQUESTS_PER_MINUTE,
      creates: values.RATE_LIMIT_CREATES_PER_MINUTE,
    },
    personRateLimits: PERSON_QUOTAS,
    speechEngine: values.SPEECH_ENGINE,
    voicesMirror: values.VOICES_MIRROR ?? null,
    voicesDir: values.VOICES_DIR === undefined ? null : path.resolve(values.VOICES_DIR),
    presentersDir: values.PRESENTERS_DIR === undefined ? null : path.resolve(values.PRESENTERS_DIR),
    remoteSpeech: readRemoteSpeech(remote.data),
    stripe: readStripe(values, plans),
    twins: readTwins(values),
    moderation: readModeration(values),
    agents: readAgents(values),
    stop: readStop(values),
    ops: readOps(values),
    tracing: readTracing(values),
    deployment: readDeployment(values),
    deploymentName: values.TEMPORAL_DEPLOYMENT_NAME,
    bucket: readBucket(values),
    rendererWaitSeconds: values.RENDERER_WAIT_SECONDS,
    studioProcesses: values.STUDIO_PROCESSES,
    taskQueues: values.TASK_QUEUES.length > 0 ? values.TASK_QUEUES : TASK_QUEUES,
    logLevel: values.LOG_LEVEL,
  }
}

/** The addresses of the servers that a production process requires. @throws when one is not configured. */
export function requireOutside({ databaseUrl, temporalAddress }: Config): {
  databaseUrl: string
  temporalAddress: string
} {
  if (databaseUrl === null || temporalAddress === null) {
    throw new Error(
      'This process has no embedded servers: set DATABASE_URL and TEMPORAL_ADDRESS. See .env.example.',
    )
  }
  return { databaseUrl, temporalAddress }
}

/** A comma-separated list; empty when absent. */
function list<Item extends z.ZodType<string, string>>(item: Item) {
  return z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item))
}

function isCidr(text: string): boolean {
  return ipaddr.isValidCIDR(text)
}
