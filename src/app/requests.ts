import { setMaxListeners } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'

import { createAdmission } from '../admission/admission.ts'
import { createComeAgain, createRetryAfter } from '../admission/retry-after.ts'
import type { ApiPorts } from '../api/ports.ts'
import type { Config } from '../config/config.ts'
import { createBatchEndings } from '../db/batch/batch-endings.ts'
import type { Db } from '../db/database.ts'
import { createVideoChanges } from '../db/video/video-changes.ts'
import { createVideoEndings } from '../db/video/video-endings.ts'
import { mediaKey } from '../domain/video/media-asset.ts'
import type { MediaStore } from '../media/media-store.ts'
import { withFootage } from '../media/twin-footage.ts'
import { cachePictures } from '../pictures/cached-pictures.ts'
import type { Log } from '../ports/process/log.ts'
import type { Videos } from '../ports/video/videos.ts'
import { createProvenanceRecords } from '../provenance/records.ts'
import { looksLikeApiKey } from '../secrets/api-key.ts'
import { createClientAddress } from '../sign-in/client-address.ts'
import { networkOf } from '../sign-in/network-of.ts'
import { createEstimateSpeech } from '../speech/estimate-speech.ts'
import { languageOf } from '../speech/language-registry.ts'
import { createSayAloud } from '../speech/say-aloud.ts'
import type { SayAloud } from '../speech/say-aloud.ts'
import { createVoiceSupply } from '../speech/voice-supply.ts'
import { makeAnswerOnce } from '../usecases/account/answer-once.ts'
import { makeCancelBatch } from '../usecases/batch/cancel-batch.ts'
import type { CancelBatchPorts } from '../usecases/batch/cancel-batch.ts'
import { makeCreateBatch } from '../usecases/batch/create-batch.ts'
import type { CreateBatchPorts } from '../usecases/batch/create-batch.ts'
import { makeDrawStill } from '../usecases/picture/draw-still.ts'
import type { DrawStillPorts } from '../usecases/picture/draw-still.ts'
import { makeTryPronunciation } from '../usecases/speech/try-pronunciation.ts'
import type { TryPronunciationPorts } from '../usecases/speech/try-pronunciation.ts'
import { makeCreateVideo } from '../usecases/video/create-video.ts'
import type { CreateVideoPorts } from '../usecases/video/create-video.ts'
import { makeDeleteVideo } from '../usecases/video/delete-video.ts'
import type { DeleteVideoPorts } from '../usecases/video/delete-video.ts'
import { makeEstimateVideo } from '../usecases/video/estimate-video.ts'
import type { EstimateVideoPorts } from '../usecases/video/estimate-video.ts'
import { makeRetryVideo } from '../usecases/video/retry-video.ts'
import { makeVerifyFile } from '../usecases/video/verify-file.ts'
import { installedEngines } from '../voices/installed.ts'
import { apiReadiness } from './adapters/readiness.ts'
import { loadSignIn } from './adapters/sign-in.ts'
import { provideRecording } from './adapters/twins.ts'
import type { Surroundings } from './administration.ts'
import { provideOperations } from './operations.ts'
import { DOCS_DIR, PRESENTERS_DIR, SDK_PACKAGE, SDK_WHEEL, SETS_DIR, VOICES_DIR, WEB_DIR } from './shipped.ts'
import type { Parts } from './parts.ts'

/** Loads and builds what handles HTTP requests: the use cases, what only they need, and the API. */
export async function createRequestListener(parts: Parts): Promise<RequestListener> {
  const { config, surroundings, temporalUiUrl, own, temporal, kept, used, member, shared } = parts
  const { publicUrl, patience } = surroundings
  const { db } = own
  const estimateSpeech = createEstimateSpeech(config.remoteSpeech.voices)
  const stillPictures = cachePictures(shared.pictures)
  const ports: ApiPorts = {
    ...shared,
    ...videoUseCases({
      ...shared,
      estimateSpeech,
      patience,
      stillPictures,
      lendFootage: (folder, use) => withFootage(shared.media, folder, use),
    }),
    ...provideRecording({ ...shared, db }, config, publicUrl),
    answerOnce: makeAnswerOnce(shared),
    tryPronunciation: triesWith(shared, sayingHere(config, createSayAloud(used.speaker, shared.scratch))),
    publicUrl,
    supportUrl: config.supportUrl,
    agentBounds: config.agents,
    ...foldersOf(config),
    ...provideOperations({ ...shared, ...member, db, config, publicUrl, temporalUiUrl }),
    ...aboutVideos(own, shared.videos, shared.media),
    whyStuck: own.whyStuck,
    requestTraces: surroundings.ops?.tracing?.requests ?? null,
    readiness: apiReadiness({ db, ...temporal, kept, member }),
    ...ofThisProcess(surroundings),
    looksLikeApiKey,
    clientAddress: createClientAddress(config.trustedProxies),
    networkOf,
    mediaOrigin: kept.origin,
  }
  const [{ createApi }] = await Promise.all([import('../api/app.ts'), loadSignIn()])
  return createApi(ports)
}

/** What only requests ask about videos and batches. */
function aboutVideos({ db, log }: { db: Db; log: Log }, videos: Videos, media: MediaStore) {
  return {
    videoChanges: createVideoChanges(db, log),
    videoEndings: createVideoEndings(db),
    batchEndings: createBatchEndings(db),
    verifyFile: makeVerifyFile({ videos, provenanceRecords: recordsIn(media) }),
  }
}

/** For a process that is not asked to stop. */
const NEVER = new AbortController().signal

/** How much the process takes at a time, and whether it was asked to stop. */
function ofThisProcess({ log, bounds, stopping = NEVER }: Surroundings) {
  // Every answer that lasts listens to it.
  setMaxListeners(0, stopping)
  const retryAfter = createRetryAfter(() => performance.now(), Math.random)
  return { admission: createAdmission(log, bounds), comeAgain: createComeAgain(retryAfter), stopping }
}

/** What is served as it is. */
function foldersOf({ presentersDir }: Config) {
  return {
    presentersDirs: [PRESENTERS_DIR, ...(presentersDir === null ? [] : [presentersDir])],
    setsDir: SETS_DIR,
    voicesDir: VOICES_DIR,
    webDir: WEB_DIR,
    docsDir: DOCS_DIR,
    sdkPackages: [SDK_PACKAGE, SDK_WHEEL],
  }
}

/** Records of finished videos, as they lie beside them. */
function recordsIn(media: MediaStore) {
  return createProvenanceRecords(async (videoId) => {
    const key = mediaKey(videoId, 'provenance.json')
    return (await media.has(key)) ? media.withFile(key, (file) => readFile(file, 'utf8')) : null
  })
}

/** A word is tried by the rules of the language of the voice that says it. */
function triesWith(shared: Omit<TryPronunciationPorts, 'wordsSaid' | 'sayAloud'>, sayAloud: SayAloud) {
  const wordsSaid = (text: string, language: string) => languageOf(language).wordsSaid(text)
  return makeTryPronunciation({ ...shared, wordsSaid, sayAloud })
}

/** A process that has not all the voices that are offered speaks with one like it: words are tried to hear their sounds. */
function sayingHere({ speechEngine, cacheDir }: Config, sayAloud: SayAloud): SayAloud {
  const here = createVoiceSupply(speechEngine, installedEngines(cacheDir, speechEngine))
  return ({ voiceId, ...request }) => sayAloud({ ...request, voiceId: here.speakable(voiceId) })
}

type VideoUseCases = Pick<
  ApiPorts,
  'createVideo' | 'createBatch' | 'cancelBatch' | 'retryVideo' | 'deleteVideo' | 'estimateVideo' | 'drawStill'
>

/** The pictures behind stills, which are kept for a while. */
interface StillPictures {
  readonly stillPictures: DrawStillPorts['pictures']
}

/** What the API does with videos. */
function videoUseCases(
  ports: CreateVideoPorts &
    DeleteVideoPorts &
    EstimateVideoPorts &
    Omit<CreateBatchPorts, 'estimateVideo'> &
    CancelBatchPorts &
    DrawStillPorts &
    StillPictures,
): VideoUseCases {
  const createVideo = makeCreateVideo(ports)
  const estimateVideo = makeEstimateVideo(ports)
  return {
    createVideo,
    createBatch: makeCreateBatch({ ...ports, estimateVideo }),
    cancelBatch: makeCancelBatch(ports),
    retryVideo: makeRetryVideo({ ...ports, createVideo }),
    deleteVideo: makeDeleteVideo(ports),
    estimateVideo,
    drawStill: makeDrawStill({ ...ports, pictures: ports.stillPictures }),
  }
}
