import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import type { PlanRequestView, PlansView } from '../../../src/api/console/plans/view.ts'
import type { ledgerPageView, usageView } from '../../../src/api/v1/usage/view.ts'
import { ask } from '../api/client.ts'
import { askPages } from '../api/pages.ts'

/** The running period by day. */
export type UsageView = ReturnType<typeof usageView>
/** One page of the statement. */
type LedgerPageView = ReturnType<typeof ledgerPageView>
/** One movement of the account's seconds. */
export type MovementView = LedgerPageView['data'][number]

/** Movements shown at once. */
const PAGE = 15

/** The running period by day. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: () => ask<UsageView>('GET', '/usage'),
})

/** All plans, and the account's request for another one. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: () => ask<PlansView>('GET', '/plans'),
})

/** Every movement of the account's seconds, newest first, page by page. */
export const ledgerQuery = infiniteQueryOptions({
  queryKey: ['ledger'],
  queryFn: ({ pageParam }) =>
    ask<LedgerPageView>(
      'GET',
      `/allowance/ledger?limit=${PAGE}${pageParam === null ? '' : `&before=${pageParam}`}`,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_before: next }) => next,
})

/** All accounts' open requests, for operators, page by page. */
export const planRequestsQuery = infiniteQueryOptions({
  queryKey: ['plan-requests'],
  refetchInterval: 30_000,
  ...askPages<PlanRequestView>('/plan-requests'),
})
