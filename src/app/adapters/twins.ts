import { createRetryAfter } from '../../admission/retry-after.ts'
import type { Config } from '../../config/config.ts'
import { createTwinBuilds } from '../../db/twin/twin-builds.ts'
import { createTwinKeys } from '../../db/twin/twin-keys.ts'
import { createTwinRecordings } from '../../db/twin/twin-recordings.ts'
import { createTwinRecords } from '../../db/twin/twin-records.ts'
import { createTwinRemovals } from '../../db/twin/twin-removals.ts'
import { createTwinTakes } from '../../db/twin/twin-takes.ts'
import { createTwins } from '../../db/twin/twins.ts'
import { createTwinUse } from '../../db/twin/twin-use.ts'
import type { Db } from '../../db/database.ts'
import { JOINS_AT_ONCE, UPLOADS_AT_ONCE } from '../../domain/twin/twin-limits.ts'
import { twinFolderOf } from '../../domain/twin/twin-files.ts'
import type { CatalogueVoice } from '../../domain/speech/voice.ts'
import type { MediaStore } from '../../media/media-store.ts'
import { createSealedStore } from '../../media/sealed-store.ts'
import { createTakeFilms } from '../../media/take-films.ts'
import type { Accounts } from '../../ports/account/accounts.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Log } from '../../ports/process/log.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { Scratch } from '../../ports/process/scratch.ts'
import type { SecretBox } from '../../ports/process/secret-box.ts'
import type { RequestGate } from '../../ports/account/request-gate.ts'
import type { TwinKeys } from '../../ports/twin/twin-keys.ts'
import type { TwinWorkflows } from '../../ports/twin/twin-workflows.ts'
import { createRecordingCookies } from '../../sign-in/recording-cookies.ts'
import { drawWords } from '../../twins/consent/words.ts'
import { makeCreateTwin } from '../../usecases/twin/create-twin.ts'
import { makeChooseTwinVoice } from '../../usecases/twin/choose-twin-voice.ts'
import { makeDrawWords } from '../../usecases/twin/draw-words.ts'
import { makeGiveConsent } from '../../usecases/twin/give-consent.ts'
import { makeBindRecording, makeOpenRecording } from '../../usecases/twin/open-recording.ts'
import { makeMakeOwnLink } from '../../usecases/twin/own-link.ts'
import { makeRecordingRoom } from '../../usecases/twin/recording-room.ts'
import { makeRenameTwin } from '../../usecases/twin/rename-twin.ts'
import { makeRetryBuild } from '../../usecases/twin/retry-build.ts'
import { makeReviewTwin } from '../../usecases/twin/review-twin.ts'
import { makeStartRecording } from '../../usecases/twin/start-recording.ts'
import { createUploadGate } from '../../usecases/twin/upload-gate.ts'
import type { UploadGate, UploadSlots } from '../../usecases/twin/upload-gate.ts'
import { makeBeginTake, makeFinishTake, makeTakeChunk } from '../../usecases/twin/upload-take.ts'
import { makeWithdrawRecording, makeWithdrawTwin } from '../../usecases/twin/withdraw-twin.ts'

/** What twins are kept and decided about with. */
export interface TwinNeeds {
  readonly db: Db
  readonly secretBox: SecretBox
  readonly accounts: Accounts
  readonly voiceCatalogue: readonly CatalogueVoice[]
  readonly presenterIds: () => Promise<readonly string[]>
  readonly twinWorkflows: TwinWorkflows
  readonly newId: NewId
  readonly clock: Clock
  readonly log: Log
}

/** Puts together the stores of twins, and what operators do with them too. */
export function provideTwins({ db, secretBox, ...others }: TwinNeeds) {
  const twinTakes = createTwinTakes(db)
  const stores = {
    twins: createTwins(db, secretBox),
    twinRecordings: createTwinRecordings(db, secretBox),
    twinTakes,
    twinRecords: createTwinRecords(db, secretBox),
    twinBuilds: createTwinBuilds(db, twinTakes),
    twinRemovals: createTwinRemovals(db),
    twinKeys: createTwinKeys(db, secretBox),
  }
  const ports = { ...others, ...stores }
  return {
    ...stores,
    twinWorkflows: others.twinWorkflows,
    createTwin: makeCreateTwin(ports),
    drawConsentWords: makeDrawWords({ ...ports, drawWords }),
    withdrawTwin: makeWithdrawTwin(ports),
    withdrawRecording: makeWithdrawRecording(ports),
    reviewTwin: makeReviewTwin(ports),
    renameTwin: makeRenameTwin(ports),
    chooseTwinVoice: makeChooseTwinVoice(ports),
  }
}

/** What a recording needs beyond that. */
export interface RecordingNeeds extends Omit<ReturnType<typeof provideTwins>, 'createTwin'> {
  readonly db: Db
  readonly accounts: Accounts
  readonly media: MediaStore
  readonly scratch: Scratch
  readonly requestGate: RequestGate
  readonly newId: NewId
  readonly clock: Clock
  readonly log: Log
}

/** Puts together what a person does by the link of a recording. */
export function provideRecording(
  needs: RecordingNeeds,
  { twins: { consentMonths, twinLimits }, plans }: Pick<Config, 'twins' | 'plans'>,
  publicUrl: string,
) {
  const room = { ...needs, plans, twinLimits, twinUse: createTwinUse(needs.db) }
  const ports = {
    ...room,
    consentMonths,
    recordingRoom: makeRecordingRoom(room),
    uploadGate: gateOf(UPLOADS_AT_ONCE),
    joinGate: gateOf(JOINS_AT_ONCE),
    takeFilms: createTakeFilms(needs.media, needs.scratch),
  }
  return {
    recordingCookies: createRecordingCookies(publicUrl.startsWith('https:')),
    openRecording: makeOpenRecording(ports),
    bindRecording: makeBindRecording(ports),
    makeOwnLink: makeMakeOwnLink(ports),
    startRecording: makeStartRecording(ports),
    retryTwinBuild: makeRetryBuild(ports),
    beginTake: makeBeginTake(ports),
    takeChunk: makeTakeChunk(ports),
    finishTake: makeFinishTake(ports),
    giveConsent: makeGiveConsent(ports),
  }
}

/** The media store with everything of twins encrypted in it, each twin's with a key of its own. */
export function sealTwins(store: MediaStore, scratch: Scratch, twinKeys: TwinKeys): MediaStore {
  return createSealedStore({
    store,
    scratch,
    async dataKeyOf(key) {
      const folder = twinFolderOf(key)
      return folder === null ? 'open' : twinKeys.find(folder)
    },
  })
}

/** Each upload takes about a second, so that as many as have a place are done in one. */
function gateOf(places: UploadSlots): UploadGate {
  const retryAfter = createRetryAfter(() => performance.now(), Math.random)
  return createUploadGate(places, () => retryAfter.refused(places.inAll))
}
