import { accessSync, constants } from 'node:fs'

import { z } from 'zod'

import { wholeNumber } from './whole-number.ts'

/** How the database is reached. */
export interface DatabaseConfig {
  /** Null: PostgreSQL is embedded. */
  readonly databaseUrl: string | null
  /** Address of PostgreSQL itself, for migrations. Null: `databaseUrl` leads there. */
  readonly databaseDirectUrl: string | null
  /** What stands before PostgreSQL at `databaseUrl`. `transaction`: connections are lent for a transaction. */
  readonly databasePooler: 'transaction' | null
  /** Connections of one process to the database at most. Null: as many as its role needs. */
  readonly databasePoolSize: number | null
}

/** What a process does, as far as the database is concerned. */
export type ProcessRole = 'service' | 'api' | 'worker' | 'admin'

/**
 * Requests are short, and those that wait for a connection wait for milliseconds: twenty workers and four APIs stay below
 * the hundred connections that PostgreSQL has by default.
 */
const USUAL_POOL_SIZE: Readonly<Record<ProcessRole, number>> = { service: 12, api: 10, worker: 3, admin: 3 }

/** A transaction may ask for something beside it, so one connection alone would wait for itself. */
const FEWEST_CONNECTIONS = 2
const MOST_CONNECTIONS = 1_000

/** What the driver understands; all but `disable` and `no-verify` check certificate and name. */
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

const FORM =
  'must look like postgres://user:password@host:5432/name, with the special characters of a password ' +
  'percent-encoded (@ is %40)'

const databaseAddress = z.url({ protocol: /^postgres(ql)?$/, error: FORM }).superRefine((url, context) => {
  if (!URL.canParse(url)) return
  const { pathname, searchParams } = new URL(url)
  // An unescaped character of a password ends the host, and the rest of the password becomes the database.
  if (pathname.includes('@')) context.addIssue({ code: 'custom', message: FORM })
  for (const message of problemsOf(searchParams)) context.addIssue({ code: 'custom', message })
})

/** The settings of the database, to be read with all others. */
export const databaseSettings = {
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_POOLER: z
    .enum(
      ['transaction'],
      'must be transaction, for a pooler that lends connections for a transaction, or absent',
    )
    .optional(),
  DATABASE_POOL_SIZE: wholeNumber(FEWEST_CONNECTIONS, MOST_CONNECTIONS).optional(),
}

/** A pooler and a way around it belong to a database of one's own. */
export function checkDatabase(
  values: z.infer<z.ZodObject<typeof databaseSettings>>,
  context: z.RefinementCtx,
): void {
  if (values.DATABASE_URL !== undefined) return
  for (const name of ['DATABASE_POOLER', 'DATABASE_DIRECT_URL'] as const) {
    if (values[name] === undefined) continue
    context.addIssue({ code: 'custom', path: [name], message: 'is set without DATABASE_URL' })
  }
}

/** The settings of the database as the rest of the program knows them. */
export function readDatabase(values: z.infer<z.ZodObject<typeof databaseSettings>>): DatabaseConfig {
  return {
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    databasePooler: values.DATABASE_POOLER ?? null,
    databasePoolSize: values.DATABASE_POOL_SIZE ?? null,
  }
}

/** How many connections a process of a role may open. */
export function poolSizeOf({ databasePoolSize }: DatabaseConfig, role: ProcessRole): number {
  return databasePoolSize ?? USUAL_POOL_SIZE[role]
}

/** What the driver would find out too late, or tell in words that do not help. */
function problemsOf(parameters: URLSearchParams): string[] {
  const mode = parameters.get('sslmode')
  const unknown =
    mode === null || SSL_MODES.includes(mode)
      ? []
      : [`has sslmode=${mode}, which is not one of ${SSL_MODES.join(', ')}`]
  const unreadable = ['sslrootcert', 'sslcert', 'sslkey'].flatMap((name) => {
    const file = parameters.get(name)
    if (file === null) return []
    try {
      accessSync(file, constants.R_OK)
      return []
    } catch (error) {
      return [`names ${file} as ${name}, which cannot be read: ${(error as Error).message}`]
    }
  })
  return [...unknown, ...unreadable]
}
