import { problem } from '../../domain/errors.ts'
import type { Twin } from '../../domain/twin.ts'
import type { Log } from '../../ports/log.ts'
import type { Acting, TwinRemovals, TwinWorkflows } from '../../ports/twins.ts'

/** The store of withdrawals, and what removes what is left. */
export interface WithdrawTwinPorts {
  readonly twinRemovals: Pick<TwinRemovals, 'withdraw'>
  readonly twinWorkflows: Pick<TwinWorkflows, 'startTwinRemoval'>
  readonly log: Log
}

/** Who withdraws a twin, and whether its finished videos stay. */
export interface WithdrawTwinInput extends Acting {
  readonly twinId: string
  readonly keepsVideos: boolean
}

/** Withdraws a twin: from now on nobody makes videos with it. Safe to repeat. @throws `not_found`. */
export type WithdrawTwin = (input: WithdrawTwinInput) => Promise<Twin>

/** Withdrawing a twin. It holds from the moment it is written down, whether or not its files can be removed now. */
export function makeWithdrawTwin({ twinRemovals, twinWorkflows, log }: WithdrawTwinPorts): WithdrawTwin {
  return async ({ twinId, actor, personId, keepsVideos }) => {
    const twin = await twinRemovals.withdraw(twinId, { actor, personId }, keepsVideos)
    if (twin === null) throw problem('not_found')
    const { accountId, id } = twin
    await twinWorkflows.startTwinRemoval({ accountId, twinId: id }).catch((error: unknown) => {
      // Its key is gone already; housekeeping removes the rest, as it does what belongs to a renewal.
      log.warn({ error, twinId }, 'removal of a withdrawn twin is left to housekeeping')
    })
    return twin
  }
}
