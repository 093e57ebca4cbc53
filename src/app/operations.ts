import type { Config } from '../config/config.ts'
import type { Db } from '../db/database.ts'
import type { CatalogueVoice, VoiceSupply } from '../domain/speech/voice.ts'
import type { FleetReadiness, FleetView } from '../ports/process/needs.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { TemporalOrchestrator } from '../temporal/orchestrator.ts'
import { provideSightOfVideos } from './adapters/sight-of-videos.ts'
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
export function provideOperations({
  db,
  config,
  orchestrator,
  temporalUiUrl,
  clock,
  ...facts
}: OperationsNeeds) {
  return {
    workWatch: orchestrator.watch,
    ...provideSightOfVideos(config, { db, workWatch: orchestrator.watch, temporalUiUrl, clock }),
    checkConfiguration: createCheckConfiguration(config, { ...facts, temporalUiUrl }),
  }
}
