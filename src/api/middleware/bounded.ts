import type { RouterContext, RouterMiddleware } from '@koa/router'

import type { BoundedWork } from '../../domain/health/bounded-work.ts'
import type { AdmissionRequest } from '../../ports/process/admission.ts'
import { GONE, untilGone } from '../client-gone.ts'
import type { ApiPorts } from '../ports.ts'
import type { ApiState } from '../state.ts'

/** The account whose turn a request takes, and who asks; null for one that is answered without any work. */
export type TurnOf = (ctx: RouterContext<ApiState>) => Pick<AdmissionRequest, 'whose' | 'by'> | null

/** The turn of an account, or an address, that asks for itself. */
export function ownTurn(party: string): ReturnType<TurnOf> {
  return { whose: party, by: party }
}

/**
 * Takes a place of its kind of work for the rest of a request.
 *
 * @param kind undefined for what is little work: it is not bounded.
 * @throws `service_unavailable` when the process has more of it than it can do in time. Nothing was begun then.
 */
export function bounded(
  { admission }: Pick<ApiPorts, 'admission'>,
  kind: BoundedWork | undefined,
  turnOf: TurnOf,
): RouterMiddleware<ApiState> {
  return async (ctx, next) => {
    const turn = kind === undefined ? null : turnOf(ctx)
    if (kind === undefined || turn === null) return next()
    let wasBegun = false
    try {
      await admission.admit({ kind, ...turn, gone: untilGone(ctx.res) }, async () => {
        wasBegun = true
        await next()
        return ctx.status < 400
      })
    } catch (fault) {
      if (!wasBegun) ctx.state.crowdedOut = true
      if (fault !== GONE) throw fault
      ctx.respond = false
    }
  }
}
