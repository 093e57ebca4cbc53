import { z } from 'zod'

import { LONGEST_DECISION_NOTE } from '../../../domain/billing/billing.ts'
import { problem } from '../../../domain/error/errors.ts'
import { note } from '../../contract/fields/names.ts'
import { IdPath } from '../../contract/parameters.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { operatorOf, ownerOf } from '../owner-only.ts'
import { ListPage, pageOf, pageView } from '../pages.ts'
import { PlanOrderView, PlanRequestView, planRequestView, PlansView, planView } from './view.ts'

/** Plans have the names that operators give them, and are looked up in memory. */
const PlanPath = z.object({ id: z.string().max(40) })
const Decision = z.strictObject({
  verdict: z.enum(['approved', 'declined']),
  note: note(LONGEST_DECISION_NOTE).default(''),
})

/** GET /plans: all plans side by side, and the account's request for another one. */
const listPlans = consoleEndpoint({
  method: 'get',
  path: '/plans',
  answer: PlansView,
  async handle({ account }, { plans, billing, planRequests }) {
    const request = billing.provider === 'manual' ? await planRequests.latest(account.id) : null
    return {
      data: [...plans.values()].map((plan) =>
        planView(plan, plan.id === account.planId, billing.offers(plan)),
      ),
      provider: billing.provider,
      request: request && request.status !== 'withdrawn' ? planRequestView(request, plans) : null,
    }
  },
})

/** POST /plans/{id}/order: begins the change to another plan. */
const orderPlan = consoleEndpoint({
  method: 'post',
  path: '/plans/:id/order',
  params: PlanPath,
  countsAs: 'creates',
  answer: PlanOrderView,
  async handle({ account, caller, params }, { askForPlan, plans }) {
    const { id: personId } = ownerOf(caller)
    const begun = await askForPlan({ account, planId: params.id, personId })
    if (begun.kind === 'page') return begun
    return { kind: 'requested' as const, request: planRequestView(begun.request, plans) }
  },
})

/** POST /billing-page: a link to the provider's page with the account's invoices and card; null without one. */
const openBillingPage = consoleEndpoint({
  method: 'post',
  path: '/billing-page',
  countsAs: 'creates',
  answer: z.strictObject({ url: z.string().nullable() }),
  async handle({ account, caller }, { billing }) {
    ownerOf(caller)
    return { url: await billing.customerPage(account) }
  },
})

/** DELETE /plan-requests/{id}: withdraws the request. */
const withdrawPlanRequest = consoleEndpoint({
  method: 'delete',
  path: '/plan-requests/:id',
  params: IdPath,
  answer: z.strictObject({ id: z.string(), withdrawn: z.literal(true) }),
  async handle({ account, caller, params }, { planRequests }) {
    ownerOf(caller)
    if (!(await planRequests.withdraw(account.id, params.id))) throw problem('not_found')
    return { id: params.id, withdrawn: true as const }
  },
})

/** GET /plan-requests: all accounts' open requests, for operators. */
const listPlanRequests = consoleEndpoint({
  method: 'get',
  path: '/plan-requests',
  query: ListPage,
  answer: pageOf(PlanRequestView),
  async handle({ caller, query: { limit, after = null } }, { planRequests, plans }) {
    operatorOf(caller)
    const rows = await planRequests.open(limit + 1, after)
    return pageView(
      rows,
      limit,
      ({ id }) => id,
      (request) => planRequestView(request, plans),
    )
  },
})

/** POST /plan-requests/{id}/decision: approves or declines, for operators. */
const decidePlanRequest = consoleEndpoint({
  method: 'post',
  path: '/plan-requests/:id/decision',
  params: IdPath,
  body: Decision,
  answer: PlanRequestView,
  async handle({ caller, params, body }, { decidePlanRequest: decide, plans }) {
    const { id: personId } = operatorOf(caller)
    const note = body.note === '' ? null : body.note
    return planRequestView(await decide(params.id, { verdict: body.verdict, personId, note }), plans)
  },
})

/** What the plan page and the operators' page of requests ask. */
export const PLAN_ENDPOINTS = [
  listPlans,
  orderPlan,
  openBillingPage,
  withdrawPlanRequest,
  listPlanRequests,
  decidePlanRequest,
]
