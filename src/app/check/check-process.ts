import { readConfig, requireOutside } from '../../config/config.ts'
import type { Config } from '../../config/config.ts'
import { readMasterKeys } from '../../config/master-key.ts'
import { secretsThere } from '../../config/secret-files.ts'
import type { ConfigurationFinding } from '../../domain/health/operations.ts'
import { openDataDir } from '../../process/data-dir.ts'
import { createLog } from '../../process/log.ts'
import { settingsFindings } from '../check-configuration.ts'
import { assembleParts, closeParts } from '../parts.ts'
import type { Parts } from '../parts.ts'
import { certificateFindings } from './certificates.ts'
import { databaseFindings } from './database.ts'
import { needFindings } from './needs.ts'
import { pageOf } from './page.ts'
import type { CheckPage } from './page.ts'
import { temporalFindings } from './temporal.ts'

/** What a process of production can be. */
const ROLES = ['api', 'worker'] as const
type Role = (typeof ROLES)[number]

/** The role of this name; null when it is none. */
export function roleOf(name: string | undefined): Role | null {
  return ROLES.find((known) => known === name) ?? null
}

/**
 * Looks at everything that a process of production needs, as it would with this environment. Nothing is changed, but for a file
 * that is written and removed again, and what the voices of a worker decide for the installation, as at its start.
 */
export async function checkProcess(role: Role): Promise<CheckPage> {
  try {
    const config = readConfig()
    const parts = await openParts(config, role)
    try {
      return pageOf(headline(role, config), await allFindings(parts, role))
    } finally {
      await closeParts(parts).catch(() => undefined)
    }
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error)
    const remedy = 'Correct these settings (.env.example describes each). Nothing else was looked at.'
    return pageOf(`What this process (${role}) can reach and do`, [
      { topic: 'Settings', verdict: 'problem', says, remedy },
    ])
  }
}

function headline(role: Role, { taskQueues }: Config): string {
  const who = role === 'api' ? 'an API process' : `a worker of ${taskQueues.join(', ')}`
  return `What ${who} can reach and do with this environment`
}

/** @throws an error in words when a setting is wrong or missing. */
async function openParts(config: Config, role: Role): Promise<Parts> {
  const outside = requireOutside(config)
  const { publicUrl, port } = config
  if (publicUrl === null && role === 'worker')
    throw new Error('Set PUBLIC_URL: it is the base URL of the links in webhooks.')
  const masterKeys = await readMasterKeys({ ...config, production: true })
  await openDataDir(config.dataDir)
  return assembleParts(config, {
    ...outside,
    role,
    publicUrl: publicUrl ?? `http://127.0.0.1:${port}`,
    masterKeys,
    log: createLog({ level: 'silent' }),
  })
}

async function allFindings(parts: Parts, role: Role): Promise<ConfigurationFinding[]> {
  const { config, shared } = parts
  const database = await databaseFindings(parts)
  const hasDatabase = database.every(({ verdict }) => verdict !== 'problem')
  return [
    secrets(),
    ...database,
    ...(await temporalFindings(parts)),
    ...(await needFindings(parts, role, hasDatabase)),
    ...certificateFindings(config.temporalAccess),
    ...settingsFindings(config, shared).map(asAdvice),
  ]
}

function secrets(): ConfigurationFinding {
  const there = secretsThere().map(({ name, isFile }) => (isFile ? `${name} (in a file)` : name))
  return { topic: 'Secrets', verdict: 'good', says: `Set are ${there.join(', ')}.`, remedy: null }
}

/** A setting that is unwise stops nothing from working. */
function asAdvice(finding: ConfigurationFinding): ConfigurationFinding {
  return finding.verdict === 'problem' ? { ...finding, verdict: 'advice' } : finding
}
