import type { Middleware } from 'koa'

import { ERROR_CATALOGUE, OutcomeUnknown, Problem, problem } from '../../domain/error/errors.ts'
import { outageOf } from '../../domain/video/failure-cause.ts'
import { tellOutage } from '../../process/outage-log.ts'
import { errorView } from '../contract/error/error-view.ts'
import type { ApiPorts } from '../ports.ts'
import type { ApiState } from '../state.ts'

/**
 * Turns every failure into the error object of specification section 7. No other code does this. A request whose
 * outcome is unknown gets no response, because every error code makes a claim about the outcome.
 */
export function errors({
  log,
  publicUrl,
  comeAgain,
}: Pick<ApiPorts, 'log' | 'publicUrl' | 'comeAgain'>): Middleware<ApiState> {
  return async (ctx, next) => {
    try {
      await next()
    } catch (thrown) {
      if (thrown instanceof OutcomeUnknown) {
        log.error(
          { requestId: ctx.state.requestId, error: thrown },
          'request outcome unknown: connection closed without a response',
        )
        ctx.respond = false
        ctx.res.destroy()
        return
      }
      const failure = toProblem(thrown)
      const outage = outageOf(thrown)
      if (outage !== null) tellOutage(log, outage, thrown)
      else if (failure !== thrown) {
        const facts = { requestId: ctx.state.requestId, error: (thrown as Error).stack ?? String(thrown) }
        log.error(facts, 'request failed unexpectedly')
      }
      const { allow, retryAfterAboutSeconds: about } = failure.details
      const seconds = failure.details.retryAfterSeconds ?? (about && comeAgain(about))
      if (seconds !== undefined) ctx.set('Retry-After', String(seconds))
      if (allow) ctx.set('Allow', allow.join(', '))
      if (failure.code === 'invalid_api_key' || failure.code === 'key_revoked') {
        ctx.set('WWW-Authenticate', 'Bearer')
      }
      ctx.status = allow ? 405 : ERROR_CATALOGUE[failure.code].status
      ctx.body = errorView(failure, ctx.state.requestId, publicUrl)
    }
  }
}

/** Converts a thrown value to a problem. A bug becomes a temporary problem, and its text goes to the log only. */
function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  if (isClientFault(thrown)) {
    const { message } = thrown
    return problem('invalid_request', { message, fields: { request: { code: 'invalid', message } } })
  }
  return problem('service_unavailable', { retryAfterAboutSeconds: 5 })
}

/** Whether an error is what Koa and its parsers throw about a malformed request, with a message for the client. */
function isClientFault(thrown: unknown): thrown is Error {
  if (!(thrown instanceof Error)) return false
  const { expose, status } = thrown as Error & { expose?: unknown; status?: unknown }
  return expose === true && typeof status === 'number' && status < 500
}
