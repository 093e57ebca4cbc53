import type { Activities } from '../../../src/activities/index.ts'
import type { KnownSpeech } from '../../../src/activities/speech/speech.ts'
import { STANDARD_PICTURE } from '../../../src/domain/picture/picture.ts'
import type { AssembledVideo } from '../../../src/domain/video/drawing-job.ts'
import type { DrawSegment } from '../../../src/renderers/contract.ts'

/** Activities that succeed at once and remember how they were called. */
export interface RecordedActivities {
  readonly activities: Activities
  /** Names, in the order of the calls; progress left out. */
  readonly names: string[]
  /** What an activity was called with, in the order of the calls. */
  inputs<Name extends keyof Activities>(name: Name): Parameters<Activities[Name]>[0][]
}

/** Left out where the order of the calls is looked at. */
const PROGRESS: ReadonlySet<string> = new Set(['recordProgress', 'recordTwinProgress'])

/** A script in one part: twelve seconds. */
export const SPOKEN: KnownSpeech = {
  parts: 1,
  spoken: 1,
  share: 1,
  fixedSeconds: 12,
  frames: 360,
  format: STANDARD_PICTURE,
}

/** What comes of it. */
export const ASSEMBLED: AssembledVideo = { durationSeconds: 12, frames: 360, sizeBytes: 1, sha256: '' }

/** Twelve seconds of video: four segments. */
const USUAL: Activities = {
  reserveAllowance: async ({ videoId }) => ({ outcome: 'accepted', videoId, requestHash: 'hash' }),
  takeTurn: async () => true,
  recordProgress: async () => undefined,
  speakPart: async () => SPOKEN,
  finishSpeech: async () => undefined,
  fetchBackground: async () => undefined,
  drawSegment: async () => undefined,
  chooseRenderer: async () => ({ name: 'house', waitSeconds: 600 }),
  prepareScene: async ({ videoId }) => [jobOf(videoId, 0, 240), jobOf(videoId, 240, 480)],
  acceptSegments: async () => undefined,
  assembleVideo: async () => ASSEMBLED,
  publishVideo: async () => ({ eventId: 'evt_ready', isPending: true }),
  failVideo: async () => ({ eventId: 'evt_failed', isPending: true }),
  discardMedia: async () => undefined,
  announceEvent: async () => undefined,
  attemptDelivery: async () => ({ result: 'delivered' }),
  waitingItems: async () => [1, 2, 3],
  startBatchItem: async () => ({ outcome: 'decided' }),
  finishBatch: async () => 0,
  cancelBatchItems: async () => undefined,
  restartVideos: async () => 0,
  restartBatches: async () => 0,
  failLostVideos: async () => 0,
  startLostDeliveries: async () => 0,
  removeOldRequests: async () => 0,
  removeExpiredVideos: async () => 0,
  sweepMedia: async () => 0,
  openDuePeriods: async () => 0,
  releaseHeldEvents: async () => 0,
  forgetSentBodies: async () => 0,
  tellOfExpiringVideos: async () => 0,
  forgetBillingNotices: async () => 0,
  planFootage: async () => undefined,
  lookAtTake: async () => undefined,
  judgeTake: async () => 'accepted',
  refuseTake: async () => undefined,
  // By default what runs out of time has had it.
  secondsAtWork: async () => 86_400,
  beginTwinBuild: async () => ({ takeIds: ['tak_1', 'tak_2', 'tak_3', 'tak_4'], renewed: null }),
  weighConsent: async () => ({ outcome: 'granted', findings: { likeness: 0.9, unclear: [] } }),
  askForReview: async () => undefined,
  readReview: async () => 'waiting',
  learnTwin: async () => undefined,
  drawSample: async () => undefined,
  testTwin: async () => ({ lagFrames: 0, gapCorrelation: 0.7, articulation: 0.9, passed: true }),
  recordTwinProgress: async () => undefined,
  speakPreview: async () => undefined,
  drawPreview: async () => undefined,
  publishTwin: async () => undefined,
  failTwin: async () => true,
  findTwinVideos: async () => ({ unfinishedVideos: [], videoIds: [] }),
  removeTwinFiles: async () => undefined,
  deleteTwinVideos: async () => 0,
  notifyTwinWithdrawn: async () => false,
  noteTwinRemoved: async () => undefined,
  expireTwins: async () => 0,
  removeTwins: async () => 0,
  restartTwins: async () => 0,
  forgetTakes: async () => 0,
  forgetConsents: async () => 0,
  recalculateBooks: async () => 0,
}

function jobOf(videoId: string, start_frame: number, end_frame: number): DrawSegment {
  const index = start_frame / 240
  return {
    contract: 1,
    video_id: videoId,
    scene: { ref: `work/${videoId}/outside/scene.json`, sha256: 'c'.repeat(64) },
    segment: { index, start_frame, end_frame },
    output_ref: `work/${videoId}/outside/segment_000${index}.mp4`,
  }
}

/** @param replaced activities that do something else than succeed at once. */
export function recordActivities(replaced: Partial<Activities> = {}): RecordedActivities {
  const calls: { name: string; input: unknown }[] = []
  const recorded = Object.entries({ ...USUAL, ...replaced }).map(([name, activity]) => [
    name,
    (input: never) => {
      calls.push({ name, input })
      return activity(input)
    },
  ])
  return {
    activities: Object.fromEntries(recorded) as Activities,
    get names() {
      return calls.map(({ name }) => name).filter((name) => !PROGRESS.has(name))
    },
    inputs: (name) => calls.filter((call) => call.name === name).map(({ input }) => input as never),
  }
}
