import type { Discrepancy } from '../../domain/billing/ledger.ts'
import type { CheckConfiguration } from '../../ports/process/check-configuration.ts'
import type { FleetView } from '../../ports/process/needs.ts'
import type { PayloadDecoder } from '../../ports/process/payload-codec.ts'
import type { RunPage } from '../../ports/process/run-page.ts'
import type { WorkWatch } from '../../ports/process/work-watch.ts'
import type { SeeVideosAtWork } from '../../usecases/video/see-videos-at-work.ts'

/** What operators see, and may have recounted. */
export interface OperationsPorts {
  readonly workWatch: WorkWatch
  readonly seeVideosAtWork: SeeVideosAtWork
  readonly checkConfiguration: CheckConfiguration
  readonly fleet: FleetView
  readonly runPage: RunPage
  /** Recounts all books; empty when they are right. */
  readonly audit: () => Promise<Discrepancy[]>
  /** Null: payloads of runs are not decrypted for anybody. */
  readonly payloadDecoder: PayloadDecoder | null
}
