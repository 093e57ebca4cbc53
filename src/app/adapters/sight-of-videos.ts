import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/database.ts'
import { createVideosAtWork } from '../../db/video/videos-at-work.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { RunPage } from '../../ports/process/run-page.ts'
import type { WorkWatch } from '../../ports/process/work-watch.ts'
import { createRunPage } from '../../temporal/run-page.ts'
import { makeSeeVideo, makeSeeVideosAtWork } from '../../usecases/video/see-videos-at-work.ts'
import type { SeeVideo, SeeVideosAtWork } from '../../usecases/video/see-videos-at-work.ts'

/** What operators see of videos of all accounts. */
export interface SightOfVideos {
  readonly seeVideo: SeeVideo
  readonly seeVideosAtWork: SeeVideosAtWork
  readonly runPage: RunPage
}

/** What it is seen with. */
interface SightNeeds {
  readonly db: Db
  readonly workWatch: Pick<WorkWatch, 'run'>
  /** Where Temporal's own pages are; null when that is not known. */
  readonly temporalUiUrl: string | null
  readonly clock: Clock
}

/** Puts together what operators see of videos, in the application and by the command line. */
export function provideSightOfVideos(
  { temporalNamespace }: Pick<Config, 'temporalNamespace'>,
  { db, workWatch, temporalUiUrl, clock }: SightNeeds,
): SightOfVideos {
  const ports = { videosAtWork: createVideosAtWork(db), workWatch, clock }
  return {
    seeVideo: makeSeeVideo(ports),
    seeVideosAtWork: makeSeeVideosAtWork(ports),
    runPage: createRunPage(temporalUiUrl, temporalNamespace),
  }
}
