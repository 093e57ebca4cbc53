import { problemInWords, problem } from '../../domain/error/errors.ts'
import type { Problem } from '../../domain/error/errors.ts'
import { textsOf } from '../../domain/moderation/submission.ts'
import type {
  DecidedBy,
  Refused,
  Submission,
  Verdict,
  WhenSilent,
} from '../../domain/moderation/submission.ts'
import type { FindPhrase } from '../../domain/moderation/word-list.ts'
import type { ModerationCounts } from '../../ports/moderation/moderation-counts.ts'
import type { Moderator } from '../../ports/moderation/moderator.ts'
import type { Log } from '../../ports/process/log.ts'

/** Who decides, and where it is noted. */
export interface ModerateVideoPorts {
  /** Finds what the operator's list forbids; null: there is no list. */
  readonly findForbidden: FindPhrase | null
  /** Null: there is no service. */
  readonly moderator: Moderator | null
  readonly whenSilent: WhenSilent
  readonly moderationCounts: Pick<ModerationCounts, 'add'>
  readonly log: Pick<Log, 'info' | 'warn'>
}

/**
 * Decides whether a video may be made, before it is accepted. The list of words decides first; what it allows, the service
 * is asked about.
 *
 * @returns null when it may, or else the error of the request: `invalid_request` with the reason, or `service_unavailable`
 * when the service says nothing and the setting is to wait for it.
 */
export type ModerateVideo = (submission: Submission, requestId: string) => Promise<Problem | null>

/** What was decided, by whom, and what a log may know of it. */
interface Decision {
  readonly verdict: Verdict
  readonly by: DecidedBy
  readonly error: Problem | null
  readonly facts?: object
}

/** A service that is restarted is back after some seconds. */
const SILENCE_RETRY_SECONDS = 5

/** Builds the use case. The log and the counts contain nothing of what the video says. */
export function makeModerateVideo(ports: ModerateVideoPorts): ModerateVideo {
  const { findForbidden, moderator, moderationCounts, log } = ports
  return async (submission, requestId) => {
    const { accountId } = submission
    const decision =
      (findForbidden && byWords(findForbidden, submission)) ??
      (moderator && (await byService(ports, moderator, submission, requestId))) ??
      (findForbidden && ALLOWED_BY_WORDS)
    if (decision === null) return null
    const { verdict, by, error, facts } = decision
    const noted = { accountId, requestId, decision: verdict.decision, by, ...facts }
    log[by === 'silence' ? 'warn' : 'info'](noted, 'decided before a video was accepted')
    await moderationCounts.add({ accountId, decidedBy: by, decision: verdict.decision })
    return error
  }
}

const ALLOWED_BY_WORDS: Decision = { verdict: { decision: 'allow' }, by: 'words', error: null }

/** Null when the list forbids nothing of it. */
function byWords(findForbidden: FindPhrase, submission: Submission): Decision | null {
  for (const [field, text] of textsOf(submission)) {
    const phrase = findForbidden(text)
    if (phrase === null) continue
    const verdict: Refused = {
      decision: 'refuse',
      field,
      reason: `Videos may not contain “${phrase}” here.`,
    }
    return { verdict, by: 'words', error: refusal(verdict), facts: { field } }
  }
  return null
}

async function byService(
  { whenSilent }: ModerateVideoPorts,
  moderator: Moderator,
  submission: Submission,
  requestId: string,
): Promise<Decision> {
  const startedAt = performance.now()
  const answer = await moderator.ask(submission, requestId)
  const durationMs = Math.round(performance.now() - startedAt)
  if (answer.decision === 'silent') {
    const facts = { why: answer.why, durationMs }
    if (whenSilent === 'open') {
      return { verdict: { decision: 'allow' }, by: 'silence', error: null, facts }
    }
    return {
      verdict: { decision: 'refuse', field: 'script', reason: SILENT },
      by: 'silence',
      error: silence(),
      facts,
    }
  }
  const error = answer.decision === 'refuse' ? refusal(answer) : null
  return { verdict: answer, by: 'service', error, facts: { durationMs } }
}

/** The sentence is for whoever wrote the script, so it is all that both sides are told. */
function refusal({ field, reason }: Refused): Problem {
  return problemInWords('invalid_request', reason, {
    fields: { [field]: { code: 'not_allowed', message: reason } },
  })
}

const SILENT =
  'What checks scripts before they are accepted does not answer. Nothing was charged. ' +
  'Retry with the same Idempotency-Key after a few seconds.'

function silence(): Problem {
  return problem('service_unavailable', { message: SILENT, retryAfterAboutSeconds: SILENCE_RETRY_SECONDS })
}
