import type pg from 'pg'

import type { MetricLabels } from '../domain/health/metric-families.ts'
import type { Metrics } from '../ports/process/metrics.ts'

/** Hears what goes wrong with the statements of a pool. */
export interface PoolFigures {
  /** A wait for a connection ended without one. */
  noConnection(): void
  /** A statement failed. */
  failed(error: unknown): void
}

type Code = MetricLabels<'presenter_db_errors_total'>['code']

/** Classes of SQLSTATE that are told apart: connection, data, constraint, transaction state, rollback, privilege and syntax, resources, locks, shutdown. */
const CLASSES: ReadonlySet<string> = new Set<Code>(['08', '22', '23', '25', '40', '42', '53', '55', '57'])

/** A SQLSTATE; what the operating system says of a connection looks otherwise. */
const SQLSTATE = /^[0-9A-Z]{5}$/u

/** Tells the figures of a pool with so many connections. */
export function measurePool(
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>,
  size: number,
  metrics: Metrics,
): PoolFigures {
  metrics.beforeTelling(() => {
    const { totalCount, idleCount, waitingCount } = pool
    metrics.set('presenter_db_pool_size', {}, size)
    metrics.set('presenter_db_pool_connections', { state: 'used' }, totalCount - idleCount)
    metrics.set('presenter_db_pool_connections', { state: 'idle' }, idleCount)
    metrics.set('presenter_db_pool_connections', { state: 'waiting' }, waitingCount)
  })
  return {
    noConnection: () => metrics.count('presenter_db_errors_total', { code: 'no_connection' }),
    failed: (error) => metrics.count('presenter_db_errors_total', { code: codeOf(error) }),
  }
}

function codeOf(error: unknown): Code {
  const { code } = error as { code?: unknown }
  // The driver's own sentences have no code: a connection that broke off, or was not answered on.
  if (typeof code !== 'string' || !SQLSTATE.test(code)) return 'no_answer'
  const its = code.slice(0, 2)
  return CLASSES.has(its) ? (its as Code) : 'other'
}
