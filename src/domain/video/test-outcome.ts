import { invalidFields, isErrorCode, problem } from '../error/errors.ts'
import type { ErrorCode, Problem, ProblemDetails } from '../error/errors.ts'
import type { ForcedOutcome } from './forced-outcome.ts'
import type { VideoStage } from './video.ts'

/** The outcome of a test video whose script asks for none. */
const READY = 'ready'

/** The stages that a test video can be told to fail at. */
const STAGES: readonly VideoStage[] = ['reserve', 'speak', 'draw', 'assemble', 'publish']

/** A stuck video meets its deadline after so many seconds. */
const STUCK_SECONDS = 10

/** Most seconds by which a video can be slower. */
const MOST_SLOW_SECONDS = 300

/** Short, so that a test of a retry does not wait long. */
const RETRY_AFTER_SECONDS = 2

/** A script that is nothing but a directive, such as `[test:fail:speak]`. */
const DIRECTIVE = /^\s*\[test:([^[\]\s]*)\]\s*$/u

/**
 * How the script of a test video asks it to end (docs/test-keys.md).
 *
 * @returns `ready` for a script without a directive; null for a directive that does not exist.
 */
export function askedOutcome(script: string): string | null {
  const asked = DIRECTIVE.exec(script)?.[1]
  if (asked === undefined) return READY
  return isKnown(asked) ? asked : null
}

function isKnown(asked: string): boolean {
  return (
    [READY, 'stuck', 'redeliver', 'expired-links'].includes(asked) ||
    forcedError(asked) !== null ||
    forcedOutcomeOf(asked) !== null
  )
}

/** The outcome of a stage that a test outcome forces; null for one that forces none. */
export function forcedOutcomeOf(testOutcome: string | null): ForcedOutcome | null {
  if (testOutcome === null) return null
  if (testOutcome === 'stuck') return { stage: 'draw', outcome: 'stuck', seconds: STUCK_SECONDS }
  const [kind, value = ''] = testOutcome.split(':', 2)
  const stage = STAGES.find((name) => name === value)
  if (kind === 'fail' && stage !== undefined) return { stage, outcome: 'failed' }
  const seconds = /^[1-9]\d{0,2}$/u.test(value) ? Number(value) : Infinity
  if (kind === 'slow' && seconds <= MOST_SLOW_SECONDS) return { stage: 'speak', outcome: 'slow', seconds }
  return null
}

/** The error that a creation is answered with; null for an outcome of a video. */
function forcedError(testOutcome: string): Problem | null {
  const [, code = ''] = /^error:(.*)$/u.exec(testOutcome) ?? []
  return isErrorCode(code) ? problem(code, detailsOf(code)) : null
}

/** The error that the script of a test video asks for, or that its directive does not exist; null for neither. */
export function askedError(script: string): Problem | null {
  const asked = askedOutcome(script)
  return asked === null ? unknownDirective() : forcedError(asked)
}

/** As they come with the error where it is real. */
function detailsOf(code: ErrorCode): ProblemDetails {
  switch (code) {
    case 'rate_limited':
    case 'concurrency_limit':
    case 'daily_limit':
    case 'service_unavailable':
      return { retryAfterSeconds: RETRY_AFTER_SECONDS }
    case 'invalid_request':
      return { fields: { script: { code: 'invalid', message: 'The script asks for this error.' } } }
    case 'script_too_long':
      return { fields: { script: { code: 'too_long', message: 'The script asks for this error.' } } }
    default:
      return {}
  }
}

/** The refusal of a directive that does not exist, so that a mistyped one is not taken for a script. */
function unknownDirective(): Problem {
  const message =
    'There is no such test directive. Use [test:ready], [test:fail:STAGE], [test:slow:SECONDS], [test:stuck], ' +
    '[test:error:CODE], [test:redeliver] or [test:expired-links]; see the guide "Test keys".'
  return invalidFields({ script: { code: 'invalid', message } })
}

/** Whether the event of a video is delivered twice. */
export function isRedelivered(testOutcome: string | null): boolean {
  return testOutcome === 'redeliver'
}

/** Whether the links of a video have expired before anybody gets them. */
export function hasExpiredLinks(testOutcome: string | null): boolean {
  return testOutcome === 'expired-links'
}
