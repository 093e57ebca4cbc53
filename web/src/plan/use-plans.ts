import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { ledgerQuery, plansQuery, usageQuery } from './queries.ts'

/** A confirmed payment changes the plan within seconds; after two minutes there is no more to wait for. */
const PAID_LOOK_MS = 3_000
const MOST_PAID_LOOKS = 40

/** A person decides about a request, and so may take days: whoever looks at the page sees it before long. */
const ANSWER_LOOK_MS = 5_000

/**
 * All plans, asked for again while another one may be on its way. When it has come, the allowance and the
 * statement are read again too.
 *
 * @param isPaid when the person comes from the page where they paid.
 */
export function usePlans(isPaid: boolean) {
  const queries = useQueryClient()
  const plans = useQuery({
    ...plansQuery,
    refetchInterval: ({ state }) => {
      if (isPaid && state.dataUpdateCount < MOST_PAID_LOOKS) return PAID_LOOK_MS
      return state.data?.request?.status === 'open' && ANSWER_LOOK_MS
    },
  })
  const planId = plans.data?.data.find((plan) => plan.is_current)?.id
  const before = useRef(planId)
  useEffect(() => {
    if (before.current !== undefined && before.current !== planId) {
      void queries.invalidateQueries(usageQuery)
      void queries.invalidateQueries(ledgerQuery)
    }
    before.current = planId
  }, [planId, queries])
  return plans
}
