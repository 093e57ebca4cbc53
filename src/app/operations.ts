import type { Config } from '../config/config.ts'
import type { Db } from '../db/database.ts'
import { createVideosAtWork } from '../db/video/videos-at-work.ts'
import type { CatalogueVoice, VoiceSupply } from '../domain/speech/voice.ts'
import type { FleetReadiness, FleetView } from '../ports/process/needs.ts'
import type { Clock } from '../ports/process/clock.ts'
import { createRunPage } from '../temporal/run-page.ts'
import type { TemporalOrchestrator } from '../temporal/orchestrator.ts'
import { makeSeeVideosAtWork } from '../usecases/video/see-videos-at-work.ts'
import { createCheckConfiguration } from './check-configuration.ts'

/** What the operators' page is made from. */
export interface OperationsNeeds extends FleetReadiness {
  readonly db: Db
  readonly config: Config
  /** What links start with. */
  readonly publicUrl: string
  /** Where Temporal's own pages are; null when that is not known. */
  readonly temporalUiUrl: string | null
  readonly orchestrator: Pick<TemporalOrchestrator, 'watch'>
  readonly voiceCatalogue: readonly CatalogueVoice[]
  readonly voiceSupply: VoiceSupply
  readonly fleet: FleetView
  readonly clock: Clock
}

/** Puts together what operators see of the whole installation. */
export function provideOperations({ db, config, orchestrator, clock, ...facts }: OperationsNeeds) {
  return {
    workWatch: orchestrator.watch,
    seeVideosAtWork: makeSeeVideosAtWork({
      videosAtWork: createVideosAtWork(db),
      workWatch: orchestrator.watch,
      clock,
    }),
    checkConfiguration: createCheckConfiguration(config, facts),
    runPage: createRunPage(facts.temporalUiUrl, config.temporalNamespace),
  }
}
