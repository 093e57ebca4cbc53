import { hostname } from 'node:os'

import type { Config } from '../config/config.ts'
import { createBatches } from '../db/batch/batches.ts'
import { createPoolWatch } from '../db/pool-watch.ts'
import { createStuckPoolCheck } from '../db/stuck-pool.ts'
import { createVideos } from '../db/video/videos.ts'
import { READING } from '../domain/twin/twin-script.ts'
import type { MediaStore } from '../media/media-store.ts'
import { createScratch } from '../media/scratch.ts'
import { createAddressGuard } from '../net/guard.ts'
import type { Metrics } from '../ports/process/metrics.ts'
import { createRemotePictures } from '../pictures/remote-pictures.ts'
import { readSets } from '../render/presenter/set-file.ts'
import { openDatabaseFor } from './adapters/database.ts'
import { openMedia } from './adapters/media.ts'
import { provideModeration } from './adapters/moderation.ts'
import { provideNeeds } from './adapters/needs.ts'
import { provideInstallationVoices } from './adapters/speech-engines.ts'
import { createStudio } from './adapters/studio.ts'
import type { Studio } from './adapters/studio.ts'
import { provideTemporal } from './adapters/temporal.ts'
import { administer, newId, now } from './administration.ts'
import type { Surroundings } from './administration.ts'
import { NO_OPS } from './ops.ts'
import { SETS_DIR, VERSION } from './shipped.ts'

/** What every process of the service is made of, whatever its work. */
export type Parts = Awaited<ReturnType<typeof assembleParts>>

/** Puts the parts together that both requests and steps use. This starts nothing and connects to nothing. */
export async function assembleParts(
  config: Config,
  surroundings: Surroundings,
  studio?: Studio,
  mediaStore?: MediaStore,
) {
  const { log } = surroundings
  const temporalUiUrl = config.temporalUiUrl ?? surroundings.temporalUiUrl ?? null
  const own = openProcess(config, surroundings)
  const temporal = provideTemporal(config, {
    ...surroundings,
    temporalUiUrl,
    traces: surroundings.ops?.tracing?.temporal ?? null,
  })
  const voices = provideInstallationVoices(config, own)
  const administration = administer(own.db, config, surroundings, temporal.orchestrator, voices.offered)
  const scratch = createScratch(`${config.dataDir}/scratch`)
  const kept = await openMedia(config, { ...administration, scratch, log, metrics: own.metrics }, mediaStore)
  const sets = await readSets(SETS_DIR)
  const used = studio ?? (await createStudio(config, sets, own.metrics))
  const member = provideNeeds(config, {
    ...own,
    ...temporal,
    voices,
    scratch,
    store: kept.forAnswers,
    studio: used,
  })
  const shared = {
    ...administration,
    ...temporal,
    videos: createVideos(own.db),
    batches: createBatches(own.db),
    batchWorkflows: temporal.orchestrator,
    moderateVideo: provideModeration(config, { ...administration, log }),
    media: kept.forAnswers,
    sets,
    pictures: createPictures(config, own.metrics),
    renderer: used.renderer,
    plans: config.plans,
    reading: surroundings.reading ?? READING,
    fleet: member.fleet,
    scratch,
    newId,
    clock: now,
    log,
    metrics: own.metrics,
  }
  return { config, surroundings, temporalUiUrl, own, temporal, administration, kept, used, member, shared }
}

/** Ends all work before the connections that it uses. */
export async function closeParts({ own, temporal, used, member, shared }: Parts): Promise<void> {
  await member.leaveFleet()
  const { speaker, renderer, twinStudio } = used
  await Promise.all([speaker, renderer, twinStudio, shared.pictures].map((part) => part.close()))
  await temporal.orchestrator.close()
  await own.db.destroy()
}

/** What this process is, and its database. */
function openProcess(config: Config, { databaseUrl, role = 'service', log, ops = NO_OPS }: Surroundings) {
  const poolWatch = createPoolWatch()
  const { metrics } = ops
  const db = openDatabaseFor(role, config, databaseUrl, log, { watch: poolWatch, metrics })
  const whyStuck = createStuckPoolCheck(db, databaseUrl, poolWatch)
  const name = `${process.pid}@${hostname()}`
  return { role, name, db, poolWatch, whyStuck, clock: now, log, metrics }
}

function createPictures({ imageAllowCidrs }: Config, metrics: Metrics) {
  const guard = createAddressGuard({ allowCidrs: imageAllowCidrs, setting: 'IMAGE_ALLOW_CIDRS' })
  return createRemotePictures({ guard, version: VERSION, metrics })
}
