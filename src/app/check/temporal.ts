import type { ConfigurationFinding } from '../../domain/health/operations.ts'
import { temporalServer } from '../../temporal/connection.ts'
import { whatIsNotPrepared } from '../../temporal/prepare.ts'
import type { Parts } from '../parts.ts'
import { good } from '../process-findings.ts'

/** The orchestrator, and whether its namespace is prepared. */
export async function temporalFindings({
  config,
  surroundings,
  temporal,
}: Parts): Promise<ConfigurationFinding[]> {
  const { temporalAddress, log } = surroundings
  const server = temporalServer(temporalAddress, config)
  const topic = 'Temporal'
  const where = `Temporal at ${temporalAddress}, namespace "${server.namespace}"`
  const why = await temporal.orchestrator.whyUnavailable()
  if (why !== null)
    return [
      {
        topic,
        verdict: 'problem',
        says: `${where}: ${why}.`,
        remedy: 'Start the server, let this machine reach it, or correct TEMPORAL_… (docs/temporal.md).',
      },
    ]
  const missing = await whatIsNotPrepared(server, log)
  if (missing.length === 0) return [good(topic, `${where}, answers and is prepared.`)]
  return [
    good(topic, `${where}, answers.`),
    {
      topic: 'Namespace',
      verdict: 'problem',
      says: `It lacks ${missing.join(', ')}.`,
      remedy: 'Run node dist/migrate.js of this release, which prepares it or says who can.',
    },
  ]
}
