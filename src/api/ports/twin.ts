import type { RecordingCookies } from '../../ports/twin/recording-cookies.ts'
import type { TwinRecordings } from '../../ports/twin/twin-recordings.ts'
import type { TwinRecords } from '../../ports/twin/twin-records.ts'
import type { TwinTakes } from '../../ports/twin/twin-takes.ts'
import type { Twins } from '../../ports/twin/twins.ts'
import type { ChooseTwinVoice } from '../../usecases/twin/choose-twin-voice.ts'
import type { DrawWords } from '../../usecases/twin/draw-words.ts'
import type { GiveConsent } from '../../usecases/twin/give-consent.ts'
import type { BindRecording, OpenRecording } from '../../usecases/twin/open-recording.ts'
import type { MakeOwnLink } from '../../usecases/twin/own-link.ts'
import type { RenameTwin } from '../../usecases/twin/rename-twin.ts'
import type { RetryBuild } from '../../usecases/twin/retry-build.ts'
import type { ReviewTwin } from '../../usecases/twin/review-twin.ts'
import type { StartRecording } from '../../usecases/twin/start-recording.ts'
import type { BeginTake, FinishTake, TakeChunkUp } from '../../usecases/twin/upload-take.ts'
import type { WithdrawRecording, WithdrawTwin } from '../../usecases/twin/withdraw-twin.ts'

/** What requests about twins and their recordings need. */
export interface TwinPorts {
  readonly twins: Twins
  readonly twinTakes: Pick<TwinTakes, 'list' | 'find'>
  readonly twinRecordings: Pick<TwinRecordings, 'words' | 'withdraws'>
  readonly twinRecords: Pick<TwinRecords, 'consents' | 'events' | 'note'>
  readonly startRecording: StartRecording
  readonly openRecording: OpenRecording
  readonly bindRecording: BindRecording
  readonly makeOwnLink: MakeOwnLink
  readonly recordingCookies: RecordingCookies
  readonly drawConsentWords: DrawWords
  /** What is read aloud in a recording, sentence by sentence. */
  readonly reading: readonly string[]
  readonly beginTake: BeginTake
  readonly takeChunk: TakeChunkUp
  readonly finishTake: FinishTake
  readonly giveConsent: GiveConsent
  readonly withdrawTwin: WithdrawTwin
  readonly withdrawRecording: WithdrawRecording
  readonly reviewTwin: ReviewTwin
  readonly chooseTwinVoice: ChooseTwinVoice
  readonly renameTwin: RenameTwin
  readonly retryTwinBuild: RetryBuild
}
