import { z } from 'zod'

import { problem } from '../../../domain/error/errors.ts'
import { CONSENT_TEXTS } from '../../../domain/twin/twin-consent.ts'
import { TAKE_PARTS } from '../../../domain/twin/twin-take.ts'
import type { ConsentText } from '../../../domain/twin/twin-consent.ts'
import { currentTakes } from '../../../domain/twin/twin-recording.ts'
import { note } from '../../contract/fields/names.ts'
import { IdPath } from '../../contract/parameters.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { operatorOf } from '../owner-only.ts'
import { ListPage, pageOf, pageView } from '../pages.ts'
import { TakeCheckView, TakeView, takeView } from './views.ts'

const TEXTS = Object.keys(CONSENT_TEXTS) as ConsentText[]

/** All that shows that a person has consented, as `ConsentEvidence` describes it. */
const Consent = z.strictObject({
  consentId: z.string(),
  accountId: z.string(),
  twinId: z.string(),
  renewsTwinId: z.string().nullable(),
  recordingId: z.string(),
  personId: z.string().nullable(),
  fullName: z.string(),
  statement: z.strictObject({ version: z.string(), text: z.string() }),
  words: z.strictObject({ words: z.array(z.string()).readonly(), issuedAt: z.string(), usedAt: z.string() }),
  texts: z.strictObject({ version: z.string(), ticked: z.record(z.enum(TEXTS), z.string()) }),
  readingVersion: z.string(),
  locale: z.string(),
  takes: z
    .array(
      z.strictObject({
        id: z.string(),
        part: z.enum(TAKE_PARTS),
        sha256: z.string(),
        recordedAt: z.string(),
        checks: z.array(TakeCheckView).readonly(),
      }),
    )
    .readonly(),
  ipAddress: z.string(),
  userAgent: z.string(),
  sessionHash: z.string(),
  browserHash: z.string().nullable(),
  givenAt: z.string(),
  expiresAt: z.string(),
})

/** A consent that waits for an operator. */
export const ReviewView = z.strictObject({
  twin_id: z.string(),
  account_id: z.string(),
  name: z.string(),
  created_at: z.string(),
})
export type ReviewView = z.infer<typeof ReviewView>

/** All that an operator decides by, side by side. */
export const ReviewDetailView = ReviewView.extend({
  /** What was unclear, as the checks found it. */
  findings: z.record(z.string(), z.unknown()),
  /** What was consented to, by whom and from where; null when there is none. */
  consent: Consent.nullable(),
  /** False when the record of the consent was changed since. */
  consent_is_intact: z.boolean(),
  /** With films to watch and what the checks measured. */
  takes: z.array(TakeView).readonly(),
  /** The film of the consent that is renewed, which has to show the same person; null when there is none. */
  renewed: TakeView.nullable(),
})
export type ReviewDetailView = z.infer<typeof ReviewDetailView>

/** GET /operations/twin-reviews: consents of all accounts that wait for a decision. */
const listReviews = consoleEndpoint({
  method: 'get',
  path: '/operations/twin-reviews',
  query: ListPage,
  answer: pageOf(ReviewView),
  async handle({ caller, query: { limit, after = null } }, { twins }) {
    operatorOf(caller)
    return pageView(await twins.inReview(limit + 1, after), limit, ({ id }) => id, reviewView)
  },
})

/** GET /operations/twin-reviews/{id}: the evidence. That somebody looked at it is written down. */
const getReview = consoleEndpoint({
  method: 'get',
  path: '/operations/twin-reviews/:id',
  params: IdPath,
  answer: ReviewDetailView,
  async handle({ caller, params }, ports) {
    const { id: personId } = operatorOf(caller)
    const twin = await ports.twins.findAny(params.id)
    if (twin?.state !== 'review') throw problem('not_found')
    const [takes, consents, events] = await Promise.all([
      ports.twinTakes.list(twin.id),
      ports.twinRecords.consents(twin.id),
      ports.twinRecords.events(twin.id),
    ])
    const shown = currentTakes(takes)
    const before = twin.renewsId === null ? [] : currentTakes(await ports.twinTakes.list(twin.renewsId))
    const renewed = before.find(({ part, hasFilm }) => part === 'consent' && hasFilm)
    await ports.twinRecords.note(
      twin.id,
      'films_shown',
      { actor: 'operator', personId },
      { takes: [...shown, ...(renewed ? [renewed] : [])].map(({ id }) => id) },
    )
    return {
      ...reviewView(twin),
      findings: events.findLast(({ kind }) => kind === 'review_asked')?.details ?? {},
      consent: consents[0]?.evidence ?? null,
      consent_is_intact: consents[0]?.isIntact ?? false,
      takes: shown.map((take) => takeView(take, ports)),
      renewed: renewed ? takeView(renewed, ports) : null,
    }
  },
})

/** POST /operations/twin-reviews/{id}: approves or refuses. */
const decideReview = consoleEndpoint({
  method: 'post',
  path: '/operations/twin-reviews/:id',
  params: IdPath,
  body: z.strictObject({ approved: z.boolean(), reason: note(500).default('') }),
  answer: z.strictObject({ twin_id: z.string(), approved: z.boolean() }),
  async handle({ caller, params, body }, { reviewTwin }) {
    const { id: personId } = operatorOf(caller)
    await reviewTwin({ twinId: params.id, personId, ...body })
    return { twin_id: params.id, approved: body.approved }
  },
})

function reviewView(twin: { id: string; accountId: string; name: string; createdAt: Date }): ReviewView {
  return {
    twin_id: twin.id,
    account_id: twin.accountId,
    name: twin.name,
    created_at: twin.createdAt.toISOString(),
  }
}

/** What operators do with consents that are not clear. */
export const TWIN_REVIEW_ENDPOINTS = [listReviews, getReview, decideReview]
