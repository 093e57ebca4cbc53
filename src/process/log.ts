import { hostname } from 'node:os'

import { pino, stdSerializers, stdTimeFunctions } from 'pino'
import type { DestinationStream, Level, Logger } from 'pino'

import { logFacts } from './log-facts.ts'

/** What writes a log. */
export interface LogOrigin {
  /** What the process does: `api`, `worker`, `service` (both), or `migrate`. */
  readonly role: string
  /** The build id of its release, or else its version. */
  readonly release: string
}

/** The level and the destination of a log. */
export interface LogOptions {
  readonly level: Level | 'silent'
  /** Standard output when absent. */
  readonly destination?: DestinationStream
  /** Stands in every line; left out where nobody reads it. */
  readonly origin?: LogOrigin
}

const REMOVED = '[removed]'

/** Fields that are never written, wherever they are one or two levels deep. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'secret',
  'password',
  'script',
  // A detail of a PostgreSQL error: it quotes the row that was refused, a script for example.
  'detail',
]

/** What secrets look like in a finished line, and what is left of them. */
const SECRET_SHAPES: readonly (readonly [RegExp, string])[] = [
  // The first four random characters stay: they tell which key it was, as the key list shows it.
  [/(pv_(?:live|test)_[0-9A-Za-z]{4})[0-9A-Za-z]+/gu, `$1${REMOVED}`],
  [/whsec_[\w+/=%-]+/gu, `whsec_${REMOVED}`],
  [/\b(Bearer)(?: |%20|\+)+[\w.~+/=%-]{8,}/giu, `$1 ${REMOVED}`],
  // In queries, also in one that is itself percent-encoded inside another URL.
  [/(signature|x-amz-(?:credential|security-token))(=|%3D)[^&\s"'\\<>]+/giu, `$1$2${REMOVED}`],
  [/(:\/\/[^\s"'/:@\\]*:)[^\s"'/@\\]+@/gu, `$1${REMOVED}@`],
]

/**
 * Creates a log that writes one JSON object per line.
 *
 * API keys, signing secrets, bearer tokens, signatures of links and passwords in URLs are removed from the finished line,
 * regardless of the field, its depth, or the stack trace that contains them. Redacting named fields alone would miss them.
 */
export function createLog({ level, destination, origin }: LogOptions): Logger {
  const options = {
    level,
    base: { pid: process.pid, hostname: hostname(), ...origin },
    mixin: logFacts,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: stdSerializers.err, error: stdSerializers.err },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: REMOVED,
    },
    hooks: { streamWrite: withoutSecrets },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

function withoutSecrets(line: string): string {
  return SECRET_SHAPES.reduce((rest, [shape, replacement]) => rest.replace(shape, replacement), line)
}
