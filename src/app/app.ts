import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'

import { administer, newId, now } from './administration.ts'
import { PRESENTERS_DIR, SETS_DIR, VERSION, VOICES_DIR, WEB_DIR } from './shipped.ts'
import type { Administration, Surroundings } from './administration.ts'
import { provideOperations } from './operations.ts'
import { createActivities } from '../activities/index.ts'
import type { Activities } from '../activities/index.ts'
import { createApi } from '../api/app.ts'
import type { ApiPorts } from '../api/ports.ts'
import { createAnswerBrokenRequest } from '../api/broken-requests.ts'
import type { AnswerBrokenRequest } from '../api/broken-requests.ts'
import { optionsView } from '../api/v1/videos/view.ts'
import type { Config } from '../config/config.ts'
import { isReachable, openDatabase } from '../db/database.ts'
import { createLeftovers } from '../db/housekeeping.ts'
import { createVideos } from '../db/videos.ts'
import { HOUSE_RENDERER } from '../domain/catalogue.ts'
import { mediaKey } from '../domain/media-asset.ts'
import type { StudioSet } from '../domain/studio-set.ts'
import { createDiskStore } from '../media/disk-store.ts'
import type { MediaStore } from '../media/media-store.ts'
import { createScratch } from '../media/scratch.ts'
import { createAddressGuard } from '../net/guard.ts'
import { keepPictures } from '../pictures/kept-pictures.ts'
import { createRemotePictures } from '../pictures/remote-pictures.ts'
import type { Renderer } from '../ports/renderer.ts'
import type { Speaker } from '../ports/speaker.ts'
import { createProvenanceRecords } from '../provenance/records.ts'
import { createSidecarWriter } from '../provenance/sidecar.ts'
import { createRenderer, HOUSE_VERSION } from '../render/renderer.ts'
import { readSets } from '../render/presenter/set-file.ts'
import { looksLikeApiKey } from '../secrets/api-key.ts'
import { createEstimateSpeech } from '../speech/estimate-speech.ts'
import { createSayAloud } from '../speech/say-aloud.ts'
import type { SayAloud } from '../speech/say-aloud.ts'
import { createSpeaker } from '../speech/speaker.ts'
import { DEFAULT_LANGUAGE } from '../speech/language-registry.ts'
import { installedEngines } from '../voices/installed.ts'
import { modelSha256 } from '../voices/manifest.ts'
import { connectTemporal } from '../temporal/orchestrator.ts'
import { makeCreateVideo } from '../usecases/create-video.ts'
import type { CreateVideoPorts } from '../usecases/create-video.ts'
import { makeDeleteVideo } from '../usecases/delete-video.ts'
import type { DeleteVideoPorts } from '../usecases/delete-video.ts'
import { makeDrawStill } from '../usecases/draw-still.ts'
import type { DrawStillPorts } from '../usecases/draw-still.ts'
import { makeEstimateVideo } from '../usecases/estimate-video.ts'
import { makeVerifyFile } from '../usecases/verify-file.ts'
import { makeTryPronunciation } from '../usecases/try-pronunciation.ts'
import type { TryPronunciationPorts } from '../usecases/try-pronunciation.ts'
import type { EstimateVideoPorts } from '../usecases/estimate-video.ts'
import { makeRetryVideo } from '../usecases/retry-video.ts'

/** The assembled service. This is the only module that chooses adapters. */
export interface App extends Administration {
  /** Handles HTTP requests. */
  readonly answer: RequestListener
  /** Responds to requests that Node could not parse. */
  readonly answerBroken: AnswerBrokenRequest
  readonly activities: Activities
  /** Prepares Temporal for the workflows of the service. Safe to repeat. */
  prepare(): Promise<void>
  /** Starts the speech and render processes, so that the first video does not wait for them. */
  warmUp(): Promise<void>
}

/** The parts that run in child processes. */
export interface StudioPart {
  warmUp(): Promise<void>
  close(): Promise<void>
}

/** Creates the parts for speech and drawing. Tests can provide their own. */
export interface Studio {
  readonly speaker: Speaker & StudioPart
  readonly renderer: Renderer & StudioPart
}

/**
 * Assembles the service. This starts nothing and connects to nothing.
 *
 * @param studio replaces the speech and render processes; tests and benchmarks pass their own.
 * @param media replaces the configured media store, likewise.
 */
export async function createApp(
  config: Config,
  surroundings: Surroundings,
  studio?: Studio,
  media: MediaStore = createDiskStore(`${config.dataDir}/media`),
): Promise<App> {
  const { databaseUrl, temporalAddress, publicUrl, log, patience } = surroundings
  const { plans, dataDir } = config
  const temporalUiUrl = config.temporalUiUrl ?? surroundings.temporalUiUrl ?? null
  const db = openDatabase(databaseUrl, log)
  const orchestrator = connectTemporal(temporalAddress, config.temporalNamespace, log)
  const administration = administer(db, config, surroundings, orchestrator)
  const videos = createVideos(db)
  const scratch = createScratch(`${dataDir}/scratch`)
  const sets = await readSets(SETS_DIR)
  const { speaker, renderer } = studio ?? (await createStudio(config, sets))
  const guard = createAddressGuard({ allowCidrs: config.imageAllowCidrs })
  const pictures = createRemotePictures({ guard, version: VERSION })
  const stores = { ...administration, videos, media, sets, pictures, renderer, orchestrator, plans }
  const estimateSpeech = createEstimateSpeech(config.remoteSpeech.voices)
  const shared = { ...stores, scratch, estimateSpeech, newId, clock: now, log }

  return {
    ...administration,
    answer: createApi({
      ...shared,
      ...videoUseCases({ ...shared, patience, stillPictures: keepPictures(pictures) }),
      tryPronunciation: triesWith(shared, createSayAloud(speaker, scratch)),
      publicUrl,
      presentersDirs: [PRESENTERS_DIR, ...(config.presentersDir === null ? [] : [config.presentersDir])],
      setsDir: SETS_DIR,
      voicesDir: VOICES_DIR,
      webDir: WEB_DIR,
      ...provideOperations({ ...shared, db, config, publicUrl, temporalUiUrl }),
      verifyFile: makeVerifyFile({ videos, provenanceRecords: recordsIn(media) }),
      readiness: { postgresql: () => isReachable(db), temporal: orchestrator.reachable },
      looksLikeApiKey,
    }),
    answerBroken: createAnswerBrokenRequest(publicUrl),
    activities: createActivities({
      ...shared,
      speaker,
      sweepScratch: scratch.sweep,
      houseRenderer: { name: HOUSE_RENDERER, version: HOUSE_VERSION },
      sidecar: createSidecarWriter({ modelSha256, optionsView }),
      optionsView,
      rendererWaitSeconds: config.rendererWaitSeconds,
      leftovers: createLeftovers(db, plans),
    }),
    prepare: orchestrator.prepare,
    async warmUp() {
      await Promise.all([speaker.warmUp(), renderer.warmUp()])
    },
    async close() {
      await Promise.all([speaker.close(), renderer.close(), pictures.close()])
      await orchestrator.close()
      await db.destroy()
    },
  }
}

/** Records of finished videos, as they lie beside them. */
function recordsIn(media: MediaStore) {
  return createProvenanceRecords(async (videoId) => {
    const key = mediaKey(videoId, 'provenance.json')
    return (await media.has(key)) ? media.withFile(key, (file) => readFile(file, 'utf8')) : null
  })
}

/** Words are tried by the rules by which they are kept. */
function triesWith(shared: Omit<TryPronunciationPorts, 'wordsSaid' | 'sayAloud'>, sayAloud: SayAloud) {
  return makeTryPronunciation({ ...shared, wordsSaid: DEFAULT_LANGUAGE.wordsSaid, sayAloud })
}

type VideoUseCases = Pick<
  ApiPorts,
  'createVideo' | 'retryVideo' | 'deleteVideo' | 'estimateVideo' | 'drawStill'
>

/** The pictures behind stills, which are kept for a while. */
interface StillPictures {
  readonly stillPictures: DrawStillPorts['pictures']
}

/** What the API does with videos. */
function videoUseCases(
  ports: CreateVideoPorts & DeleteVideoPorts & EstimateVideoPorts & DrawStillPorts & StillPictures,
): VideoUseCases {
  const createVideo = makeCreateVideo(ports)
  return {
    createVideo,
    retryVideo: makeRetryVideo({ ...ports, createVideo }),
    deleteVideo: makeDeleteVideo(ports),
    estimateVideo: makeEstimateVideo(ports),
    drawStill: makeDrawStill({ ...ports, pictures: ports.stillPictures }),
  }
}

async function createStudio(
  { studioProcesses, presentersDir, speechEngine, cacheDir, remoteSpeech }: Config,
  sets: readonly StudioSet[],
): Promise<Studio> {
  return {
    speaker: createSpeaker({
      processes: studioProcesses,
      remote: remoteSpeech,
      installed: installedEngines(cacheDir, speechEngine),
    }),
    renderer: await createRenderer({
      presentersDir: PRESENTERS_DIR,
      ownPresentersDir: presentersDir,
      spritesDir: `${cacheDir}/sprites`,
      sets,
      poolSize: studioProcesses,
    }),
  }
}
