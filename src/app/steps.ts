import { createActivities } from '../activities/index.ts'
import type { Activities } from '../activities/index.ts'
import { optionsView } from '../api/v1/videos/view.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/database.ts'
import { createOrphans } from '../db/housekeeping.ts'
import { HOUSE_RENDERER } from '../domain/picture/catalogue.ts'
import type { SharedScratch } from '../media/scratch.ts'
import { createSidecarWriter } from '../provenance/sidecar.ts'
import { HOUSE_VERSION } from '../render/renderer.ts'
import { createEstimateSpeech } from '../speech/estimate-speech.ts'
import { makeCancelBatch } from '../usecases/batch/cancel-batch.ts'
import { makeStartItem } from '../usecases/batch/start-item.ts'
import { makeCreateVideo } from '../usecases/video/create-video.ts'
import { makeDeleteVideo } from '../usecases/video/delete-video.ts'
import { makeReadEventContent } from '../usecases/webhook/read-event-content.ts'
import { modelSha256 } from '../voices/manifest.ts'
import type { Media } from './adapters/media.ts'
import type { Parts } from './parts.ts'

/** Builds the steps of workflows, which a worker runs. */
export function createSteps({ config, surroundings, own, kept, used, shared }: Parts): Activities {
  const estimateSpeech = createEstimateSpeech(config.remoteSpeech.voices)
  const createVideo = makeCreateVideo({ ...shared, estimateSpeech, patience: surroundings.patience })
  return createActivities({
    ...shared,
    ...used,
    deleteVideo: makeDeleteVideo(shared),
    startItem: makeStartItem({ ...shared, createVideo }),
    cancelBatch: makeCancelBatch(shared),
    readEventContent: makeReadEventContent(shared),
    ...forSteps(config, kept, { ...shared, db: own.db }),
  })
}

/** What is recorded of how a video was drawn. */
const RENDERING = {
  houseRenderer: { name: HOUSE_RENDERER, version: HOUSE_VERSION },
  sidecar: createSidecarWriter({ modelSha256, optionsView }),
  optionsView,
}

/** What only the steps of workflows use. */
function forSteps(
  { rendererWaitSeconds, twins, plans }: Config,
  kept: Media,
  { db, scratch }: { readonly db: Db; readonly scratch: SharedScratch },
) {
  const orphans = createOrphans(db, plans)
  const stores = { media: kept.forWork, sweepScratch: scratch.sweep, orphans }
  return { ...RENDERING, rendererWaitSeconds, ...twins, ...stores }
}
