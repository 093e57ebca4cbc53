import { z } from 'zod'

import { problem } from '../../../domain/error/errors.ts'
import type { ConsentEvidence } from '../../../domain/twin/twin-consent.ts'
import { currentTakes } from '../../../domain/twin/twin-recording.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { note } from '../../contract/names.ts'
import { IdPath } from '../../contract/parameters.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { operatorOf } from '../owner-only.ts'
import { ListPage, pageView } from '../pages.ts'
import type { PageView } from '../pages.ts'
import { takeView } from './views.ts'
import type { TakeView } from './views.ts'

/** A consent that waits for an operator. */
export interface ReviewView {
  readonly twin_id: string
  readonly account_id: string
  readonly name: string
  readonly created_at: string
}

/** All that an operator decides by, side by side. */
export interface ReviewDetailView extends ReviewView {
  /** What was unclear, as the checks found it. */
  readonly findings: Readonly<Record<string, unknown>>
  /** What was consented to, by whom and from where; null when there is none. */
  readonly consent: ConsentEvidence | null
  /** False when the record of the consent was changed since. */
  readonly consent_is_intact: boolean
  /** With films to watch and what the checks measured. */
  readonly takes: readonly TakeView[]
  /** The film of the consent that is renewed, which has to show the same person; null when there is none. */
  readonly renewed: TakeView | null
}

/** GET /operations/twin-reviews: consents of all accounts that wait for a decision. */
const listReviews = consoleEndpoint({
  method: 'get',
  path: '/operations/twin-reviews',
  query: ListPage,
  async handle({ caller, query: { limit, after = null } }, { twins }): Promise<PageView<ReviewView>> {
    operatorOf(caller)
    return pageView(await twins.inReview(limit + 1, after), limit, ({ id }) => id, reviewView)
  },
})

/** GET /operations/twin-reviews/{id}: the evidence. That somebody looked at it is written down. */
const getReview = consoleEndpoint({
  method: 'get',
  path: '/operations/twin-reviews/:id',
  params: IdPath,
  async handle({ caller, params }, ports): Promise<ReviewDetailView> {
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
export const TWIN_REVIEW_ENDPOINTS: readonly Endpoint[] = [listReviews, getReview, decideReview]
