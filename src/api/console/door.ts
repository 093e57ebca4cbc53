import type { TypedEndpoint } from '../contract/endpoint.ts'
import type { CONSOLE_ENDPOINTS } from './endpoints.ts'
import type { ENTRANCE_ENDPOINTS } from './entrance/endpoints.ts'

export type { DeliveryDetailsView, DeliveryOutcome, DeliveryView } from './deliveries/endpoints.ts'
export type { OpenInvitationView } from './entrance/endpoints.ts'
export type { RecordingView, WordsView } from './entrance/recording.ts'
export type { CreatedKeyView, KeyView } from './keys/endpoints.ts'
export type { KeyLimitsView, LimitsView, RateView } from './limits/endpoints.ts'
export type {
  AuditView,
  FindingView,
  ProcessView,
  QueueView,
  VideoAtWorkView,
  VideosAtWorkView,
} from './operations/views.ts'
export type { CreatedInvitationView, InvitationView, MemberView } from './people/endpoints.ts'
export type { PlanRequestView, PlanView, PlansView } from './plans/view.ts'
export type { SessionEntryView } from './profile/endpoints.ts'
export type { ProjectDetailsView, ProjectView } from './projects/endpoints.ts'
export type { ReviewDetailView, ReviewView } from './twins/reviews.ts'
export type { ListedTwinView, TakeView, TwinRecordView } from './twins/views.ts'
export type { VerificationView, VerifiedVideoView } from './verify/endpoints.ts'
export type { CatalogueVoiceView } from './voices/endpoints.ts'

type AnyTyped = (typeof CONSOLE_ENDPOINTS)[number] | (typeof ENTRANCE_ENDPOINTS)[number]

/** Sounds and pictures arrive as bytes. */
type Received<Answer> = Answer extends Uint8Array ? Blob : Answer

type ExchangeOf<Declared> =
  Declared extends TypedEndpoint<unknown, unknown, infer Query, infer Body, infer Answer>
    ? { readonly query: Query; readonly body: Body; readonly answer: Received<Answer> }
    : never

/**
 * What the pages of the application may ask, by method and path, for example `POST /keys/:id/rotate`: the query and the body
 * that an endpoint takes, and its answer. It follows from the endpoints' own schemas, so a page that asks for
 * something else does not compile. Types alone: a page loads nothing of the service.
 */
export type Door = {
  readonly [
    Declared in AnyTyped as `${Uppercase<Declared['method']>} ${Declared['path']}`
  ]: ExchangeOf<Declared>
}
