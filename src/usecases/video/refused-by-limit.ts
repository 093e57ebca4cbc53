import type { Account } from '../../domain/account/account.ts'
import { secondsLeftOfDay } from '../../domain/account/day.ts'
import { planFor } from '../../domain/account/plan.ts'
import type { Plans } from '../../domain/account/plan.ts'
import type { Problem } from '../../domain/error/errors.ts'
import type { RefusalCode } from '../../domain/video/reservation.ts'
import type { Ledger } from '../../ports/billing/ledger.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Videos } from '../../ports/video/videos.ts'
import { allowanceExceeded, concurrencyLimit, dailyLimit } from './limit-refusals.ts'

/** Stores that know how an account stands with its limits. */
export interface RefusedByLimitPorts {
  readonly plans: Plans
  readonly ledger: Pick<Ledger, 'limitFigures'>
  readonly videos: Pick<Videos, 'secondsUntilFreeSlot'>
  readonly clock: Clock
}

/** The error of a video that a limit keeps from being reserved, with how the account stands now. */
export async function refusedByLimit(
  { plans, ledger, videos, clock }: RefusedByLimitPorts,
  neededSeconds: number,
  account: Account,
  code: RefusalCode,
): Promise<Problem> {
  const plan = planFor(plans, account)
  switch (code) {
    case 'allowance_exceeded':
      return allowanceExceeded(neededSeconds, await ledger.limitFigures(account))
    case 'concurrency_limit':
      return concurrencyLimit(plan, await videos.secondsUntilFreeSlot(account.id))
    case 'daily_limit':
      return dailyLimit(plan, secondsLeftOfDay(clock()))
  }
}
