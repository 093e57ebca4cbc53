import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { ask } from '../api/client.ts'
import type { Answer } from '../api/client.ts'
import { askPages } from '../api/pages.ts'

/** The running period by day. */
export type UsageView = Answer<'GET /usage'>
/** One movement of the account's seconds. */
export type MovementView = Answer<'GET /allowance/ledger'>['data'][number]

/** Movements shown at once. */
const PAGE = 15

/** The running period by day. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: () => ask('GET /usage'),
})

/** All plans, and the account's request for another one. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: () => ask('GET /plans'),
})

/** Every movement of the account's seconds, newest first, page by page. */
export const ledgerQuery = infiniteQueryOptions({
  queryKey: ['ledger'],
  queryFn: ({ pageParam }) => ask('GET /allowance/ledger', { query: { limit: PAGE, before: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_before: next }) => next,
})

/** All accounts' open requests, for operators, page by page. */
export const planRequestsQuery = infiniteQueryOptions({
  queryKey: ['plan-requests'],
  refetchInterval: 30_000,
  ...askPages('GET /plan-requests'),
})
