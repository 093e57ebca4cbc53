import type { Discrepancy } from '../domain/billing/ledger.ts'
import type { Log } from '../ports/process/log.ts'
import { heartbeating } from './heartbeating.ts'

/** What recalculates all that is stored. */
export interface AuditPorts {
  /** Notes what it finds, so that the metrics say so. */
  readonly audit: () => Promise<readonly Discrepancy[]>
  readonly log: Log
}

/** Lines of one audit: a fault of the program makes many differences of one kind, and `admin audit` lists all. */
const MOST_LINES = 20

/** The audit that nobody has to ask for. */
export function createAuditActivities({ audit, log }: AuditPorts) {
  return {
    /** Recalculates all that is stored. Returns the number of figures that differ. */
    recalculateBooks: (): Promise<number> =>
      heartbeating({}, async () => {
        const found = await audit()
        for (const { rule, accountId, videoId, ...figures } of found.slice(0, MOST_LINES))
          log.error(
            { rule, accountId, ...(videoId && { videoId }), ...figures },
            'the audit found a difference',
          )
        return found.length
      }),
  }
}
