import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { RequestListener } from 'node:http'

import { administer, newId, now } from './administration.ts'
import { openDatabaseFor } from './adapters/database.ts'
import { openMedia } from './adapters/media.ts'
import type { Media } from './adapters/media.ts'
import { DOCS_DIR, PRESENTERS_DIR, SETS_DIR, VERSION, VOICES_DIR, WEB_DIR } from './shipped.ts'
import type { Administration, Surroundings } from './administration.ts'
import { provideNeeds } from './adapters/needs.ts'
import type { FleetMember } from './adapters/needs.ts'
import { createStudio, warmUp } from './adapters/studio.ts'
import type { Studio } from './adapters/studio.ts'
import { provideInstallationVoices } from './adapters/speech-engines.ts'
import { provideOperations } from './operations.ts'
import { loadSignIn } from './adapters/sign-in.ts'
import { provideTemporal } from './adapters/temporal.ts'
import { provideRecording } from './adapters/twins.ts'
import { createAdmission } from '../admission/admission.ts'
import { createComeAgain, createRetryAfter } from '../admission/retry-after.ts'
import { createActivities } from '../activities/index.ts'
import type { ApiPorts } from '../api/ports.ts'
import { createAnswerBrokenRequest } from '../api/broken-requests.ts'
import type { AnswerBrokenRequest } from '../api/broken-requests.ts'
import { optionsView } from '../api/v1/videos/view.ts'
import type { Config, TaskQueue } from '../config/config.ts'
import { isReachable } from '../db/database.ts'
import type { Db } from '../db/database.ts'
import { createOrphans } from '../db/housekeeping.ts'
import { createPoolWatch, createStuckPoolCheck } from '../db/pool-watch.ts'
import { createVideoChanges } from '../db/video/video-changes.ts'
import { createVideos } from '../db/video/videos.ts'
import { HOUSE_RENDERER } from '../domain/picture/catalogue.ts'
import { READING } from '../domain/twin/twin-script.ts'
import { mediaKey } from '../domain/video/media-asset.ts'
import type { MediaStore } from '../media/media-store.ts'
import { createScratch } from '../media/scratch.ts'
import type { SharedScratch } from '../media/scratch.ts'
import { createAddressGuard } from '../net/guard.ts'
import { keepPictures } from '../pictures/kept-pictures.ts'
import { createRemotePictures } from '../pictures/remote-pictures.ts'
import { createProvenanceRecords } from '../provenance/records.ts'
import { createSidecarWriter } from '../provenance/sidecar.ts'
import { HOUSE_VERSION } from '../render/renderer.ts'
import { readSets } from '../render/presenter/set-file.ts'
import { looksLikeApiKey } from '../secrets/api-key.ts'
import { createEstimateSpeech } from '../speech/estimate-speech.ts'
import { createSayAloud } from '../speech/say-aloud.ts'
import type { SayAloud } from '../speech/say-aloud.ts'
import { createClientAddress } from '../sign-in/client-address.ts'
import { DEFAULT_LANGUAGE } from '../speech/language-registry.ts'
import { createVoiceSupply } from '../speech/voice-supply.ts'
import { installedEngines } from '../voices/installed.ts'
import { modelSha256 } from '../voices/manifest.ts'
import type { Work } from '../temporal/run-worker.ts'
import type { Log } from '../ports/process/log.ts'
import type { Videos } from '../ports/video/videos.ts'
import type { WorkflowKey } from '../ports/video/orchestrator.ts'
import type { TemporalOrchestrator } from '../temporal/orchestrator.ts'
import { makeCreateVideo } from '../usecases/video/create-video.ts'
import type { CreateVideoPorts } from '../usecases/video/create-video.ts'
import { makeDeleteVideo } from '../usecases/video/delete-video.ts'
import type { DeleteVideoPorts } from '../usecases/video/delete-video.ts'
import { makeDrawStill } from '../usecases/picture/draw-still.ts'
import type { DrawStillPorts } from '../usecases/picture/draw-still.ts'
import { makeEstimateVideo } from '../usecases/video/estimate-video.ts'
import { makeVerifyFile } from '../usecases/video/verify-file.ts'
import { makeTryPronunciation } from '../usecases/speech/try-pronunciation.ts'
import type { TryPronunciationPorts } from '../usecases/speech/try-pronunciation.ts'
import type { EstimateVideoPorts } from '../usecases/video/estimate-video.ts'
import { makeRetryVideo } from '../usecases/video/retry-video.ts'

/** The assembled service. This is the only module that chooses adapters. */
export interface App extends Administration, Work, FleetMember {
  /** Loads and builds what handles HTTP requests. A worker, which serves none, loads nothing that it is made of. */
  createAnswer(): Promise<RequestListener>
  /** Responds to requests that Node could not parse. */
  readonly answerBroken: AnswerBrokenRequest
  /** How idempotency keys stand in the ids of workflows. */
  readonly workflowKey: WorkflowKey
  /** Checks that media can be kept where they are configured to be. @throws an error in words when not. */
  checkMedia(): Promise<void>
  /** Starts the processes for the work of these queues, so that the first video does not wait for them. */
  warmUp(queues: readonly TaskQueue[]): Promise<void>
}

/** How what is drawn is told of. */
const RENDERING = {
  houseRenderer: { name: HOUSE_RENDERER, version: HOUSE_VERSION },
  sidecar: createSidecarWriter({ modelSha256, optionsView }),
  optionsView,
}

/**
 * Assembles the service. This starts nothing and connects to nothing.
 *
 * @param studio replaces the speech and render processes; tests and benchmarks pass their own.
 * @param mediaStore replaces the configured media store, likewise.
 */
export async function createApp(
  config: Config,
  surroundings: Surroundings,
  studio?: Studio,
  mediaStore?: MediaStore,
): Promise<App> {
  const { publicUrl, log, patience, reading = READING } = surroundings
  const temporalUiUrl = config.temporalUiUrl ?? surroundings.temporalUiUrl ?? null
  const own = openProcess(config, surroundings)
  const { db } = own
  const temporal = provideTemporal(config, { ...surroundings, temporalUiUrl })
  const voices = provideInstallationVoices(config, own)
  const administration = administer(db, config, surroundings, temporal.orchestrator, voices.offered)
  const [videos, scratch] = [createVideos(db), createScratch(`${config.dataDir}/scratch`)]
  const kept = await openMedia(config, { ...administration, scratch, log }, mediaStore)
  const { forAnswers: media, origin: mediaOrigin } = kept
  const sets = await readSets(SETS_DIR)
  const used = studio ?? (await createStudio(config, sets))
  const { speaker, renderer, twinStudio } = used
  const member = provideNeeds(config, { ...own, ...temporal, voices, scratch, store: media, studio: used })
  const pictures = createPictures(config)
  const { plans } = config
  const stores = { ...administration, ...temporal, videos, media, sets, pictures, renderer, plans }
  const estimateSpeech = createEstimateSpeech(config.remoteSpeech.voices)
  const shared = { ...stores, reading, fleet: member.fleet, scratch, estimateSpeech, newId, clock: now, log }
  const useCases = videoUseCases({ ...shared, patience, stillPictures: keepPictures(pictures) })

  return {
    ...administration,
    ...temporal,
    ...member,
    createAnswer: () =>
      loadAnswer({
        ...shared,
        ...useCases,
        ...provideRecording({ ...shared, db }, config, publicUrl),
        tryPronunciation: triesWith(shared, sayingHere(config, createSayAloud(speaker, scratch))),
        publicUrl,
        ...foldersOf(config),
        ...provideOperations({ ...shared, ...member, db, config, publicUrl, temporalUiUrl }),
        ...aboutVideos(own, videos, media),
        whyStuck: own.whyStuck,
        readiness: readinessOf(db, temporal.orchestrator, kept, member),
        ...ofThisProcess(surroundings),
        looksLikeApiKey,
        clientAddress: createClientAddress(config.trustedProxies),
        mediaOrigin,
      }),
    answerBroken: createAnswerBrokenRequest(publicUrl),
    activities: createActivities({
      ...shared,
      ...useCases,
      ...used,
      ...forSteps(config, kept, { db, scratch }),
    }),
    checkMedia: kept.check,
    warmUp: (queues) => warmUp({ speaker, renderer }, queues),
    close: () => close([speaker, renderer, twinStudio, pictures], temporal.orchestrator, { db, member }),
  }
}

/** Loads what handles requests, and builds it. */
async function loadAnswer(ports: ApiPorts): Promise<RequestListener> {
  const [{ createApi }] = await Promise.all([import('../api/app.ts'), loadSignIn()])
  return createApi(ports)
}

/** What this process is, and its database. */
function openProcess(config: Config, { databaseUrl, role = 'service', log }: Surroundings) {
  const poolWatch = createPoolWatch()
  const db = openDatabaseFor(role, config, databaseUrl, log, poolWatch)
  const whyStuck = createStuckPoolCheck(db, databaseUrl, poolWatch)
  const name = `${process.pid}@${hostname()}`
  return { role, name, db, poolWatch, whyStuck, clock: now, log }
}

/** What only requests ask about videos. */
function aboutVideos({ db, log }: { db: Db; log: Log }, videos: Videos, media: MediaStore) {
  return {
    videoChanges: createVideoChanges(db, log),
    verifyFile: makeVerifyFile({ videos, provenanceRecords: recordsIn(media) }),
  }
}

/** For a process that is not asked to stop. */
const NEVER = new AbortController().signal

/** How much the process takes at a time, and whether it was asked to stop. */
function ofThisProcess({ log, bounds, stopping = NEVER }: Surroundings) {
  const retryAfter = createRetryAfter(() => performance.now(), Math.random)
  return { admission: createAdmission(log, bounds), comeAgain: createComeAgain(retryAfter), stopping }
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

/** Ends all work before the connections that it uses. */
async function close(
  parts: readonly Closing[],
  orchestrator: Closing,
  { db, member }: { readonly db: Db; readonly member: FleetMember },
): Promise<void> {
  await member.leaveFleet()
  await Promise.all(parts.map((part) => part.close()))
  await orchestrator.close()
  await db.destroy()
}

type Closing = Pick<App, 'close'>

/** Reads work without Temporal: it is reported, and takes no API process out of service. */
function readinessOf(
  db: Db,
  orchestrator: Pick<TemporalOrchestrator, 'whyUnavailable'>,
  { whyUnavailable }: Media,
  { needs, whyUnready }: FleetMember,
) {
  const media = async () => {
    const lacks = needs.lacks().some(({ need }) => need === 'store' || need === 'disk')
    return (await whyUnavailable?.()) ?? (lacks ? 'takes no files' : null)
  }
  const database = async () => ((await isReachable(db)) ? null : 'no answer')
  return {
    postgresql: { isRequired: true, whyNot: database },
    temporal: { isRequired: false, whyNot: orchestrator.whyUnavailable },
    media: { isRequired: false, whyNot: media },
    workers: { isRequired: false, whyNot: whyUnready },
  }
}

/** What is served as it is. */
function foldersOf({ presentersDir }: Config) {
  return {
    presentersDirs: [PRESENTERS_DIR, ...(presentersDir === null ? [] : [presentersDir])],
    setsDir: SETS_DIR,
    voicesDir: VOICES_DIR,
    webDir: WEB_DIR,
    docsDir: DOCS_DIR,
  }
}

function createPictures({ imageAllowCidrs }: Config) {
  const guard = createAddressGuard({ allowCidrs: imageAllowCidrs })
  return createRemotePictures({ guard, version: VERSION })
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

/** A process that has not all the voices that are offered speaks with one like it: words are tried to hear their sounds. */
function sayingHere({ speechEngine, cacheDir }: Config, sayAloud: SayAloud): SayAloud {
  const here = createVoiceSupply(speechEngine, installedEngines(cacheDir, speechEngine))
  return ({ voiceId, ...request }) => sayAloud({ ...request, voiceId: here.speakable(voiceId) })
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
