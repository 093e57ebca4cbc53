import { readFileSync } from 'node:fs'

import { parse } from 'yaml'
import { z } from 'zod'

const words = z.array(z.string())

const service = z.looseObject({
  image: z.string(),
  profiles: words.default([]),
  entrypoint: words.optional(),
  command: words.optional(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: words.default([]),
  tmpfs: words.default([]),
  ports: words.default([]),
  networks: words.default([]),
  restart: z.string().optional(),
  user: z.string().optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }),
    )
    .default({}),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.object({ test: words, interval: z.string().regex(/^\d+s$/u), retries: z.int() }),
    ])
    .optional(),
  read_only: z.boolean().optional(),
  cap_drop: words.default([]),
  security_opt: words.default([]),
  mem_limit: z.string().optional(),
  cpus: z.union([z.string(), z.number()]).optional(),
  cpu_shares: z.int().optional(),
  pids_limit: z.number().optional(),
})

/** What a variable fills in is a text, which Compose reads as what the field is. */
const asBoolean = z.union([z.boolean(), z.stringbool()])

const composeFile = z.looseObject({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.looseObject({ internal: asBoolean.optional() }).nullable()).default({}),
})

/** One service of a compose file, as far as tests look at it. */
export type ComposeService = z.infer<typeof service>

/** A compose file with its variables filled in. */
export type ComposeFile = z.infer<typeof composeFile>

/**
 * Reads a compose file as Compose does: anchors and merges, the variables of its values, then the services of the profiles
 * that `COMPOSE_PROFILES` names, with those of none.
 *
 * @param env what `.env` would say.
 * @throws when a variable that must be set is not, with the file's own words.
 * @see https://github.com/compose-spec/compose-spec/blob/main/12-interpolation.md
 */
export function readCompose(file: string, env: NodeJS.ProcessEnv): ComposeFile {
  const raw: unknown = parse(readFileSync(file, 'utf8'), { merge: true })
  const { services, ...others } = composeFile.parse(filledIn(raw, env))
  const wanted = (env['COMPOSE_PROFILES'] ?? '').split(',')
  const isWanted = ({ profiles }: ComposeService) =>
    profiles.length === 0 || profiles.some((profile) => wanted.includes(profile))
  return {
    ...others,
    services: Object.fromEntries(Object.entries(services).filter(([, each]) => isWanted(each))),
  }
}

function filledIn(value: unknown, env: NodeJS.ProcessEnv): unknown {
  if (typeof value === 'string') return interpolate(value, env)
  if (Array.isArray(value)) return value.map((item) => filledIn(item, env))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filledIn(item, env)]))
}

/** `${NAME}`, `${NAME:-otherwise}` and `${NAME:?what is wrong}` without another one in it. */
const INNERMOST = /\$\{(?<name>\w+)(?::(?<operator>[-?])(?<operand>[^${}]*))?\}/u

/** Fills in the variables of one value; `$$` stands for a dollar sign. */
function interpolate(text: string, env: NodeJS.ProcessEnv): string {
  const pieces = text.split('$$').map((piece) => {
    let rest = piece
    for (let found = INNERMOST.exec(rest); found !== null; found = INNERMOST.exec(rest)) {
      rest = rest.replace(found[0], () => valueOf(found.groups ?? {}, env))
    }
    return rest
  })
  return pieces.join('$')
}

function valueOf(found: Record<string, string | undefined>, env: NodeJS.ProcessEnv): string {
  const { name = '', operator, operand = '' } = found
  const value = env[name] ?? ''
  if (value !== '' || operator === undefined) return value
  if (operator === '?') throw new Error(`required variable ${name} is missing a value: ${operand}`)
  return operand
}
