import { request } from 'undici'
import type { Dispatcher } from 'undici'
import { z } from 'zod'

import { withoutUnseen } from '../domain/account/unseen-characters.ts'
import type { Submission, Verdict } from '../domain/moderation/submission.ts'
import { failureInWords } from '../net/failure.ts'
import type { Answer, Moderator } from '../ports/moderation/moderator.ts'

/** From the connection to the last byte: a person waits for the answer, and a creation holds one of few places. */
const LIMIT_MS = 2_000

/** Far more than a decision and a sentence. */
const MOST_BYTES = 16_384

/** A sentence that fits beside a field. */
const LONGEST_REASON = 500

/** Of a refusal without a sentence. */
const NO_REASON = 'This video is not allowed here.'

/** The operator's service, and who asks it. */
export interface ModerationServiceOptions {
  /** Never logged: it can contain a secret. */
  readonly url: string
  /** Version of this service, for the `User-Agent` header. */
  readonly version: string
  readonly limitMs?: number
}

const Decision = z.object({ decision: z.enum(['allow', 'refuse']), reason: z.unknown().optional() })

/**
 * Asks a service of the operator (docs/moderation.md). Its address is theirs, so it may be a private one. Redirects are not
 * followed: they could lead a script anywhere.
 */
export function createModerationService({
  url,
  version,
  limitMs = LIMIT_MS,
}: ModerationServiceOptions): Moderator {
  return {
    async ask(submission, requestId) {
      const signal = AbortSignal.timeout(limitMs)
      try {
        const response = await request(url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': `presenter-video-api/${version}`,
            'x-request-id': requestId,
          },
          body: JSON.stringify(bodyOf(submission)),
          signal,
          // A connection that the other side is about to close would take a decision with it.
          reset: true,
        })
        return await answerIn(response)
      } catch (error) {
        const why = signal.aborted ? `no answer within ${limitMs} ms` : failureInWords(error)
        return { decision: 'silent', why }
      }
    },
  }
}

/** The members have the names of those of a video. */
function bodyOf(submission: Submission): object {
  const { accountId, isTest, script, title, presenterName, presenterId, twinId } = submission
  return {
    account_id: accountId,
    test: isTest,
    script,
    title,
    presenter: presenterName,
    presenter_id: presenterId,
    twin_id: twinId,
    name_card: submission.nameCard,
    pronunciations: submission.pronunciations.map(({ word, sayAs }) => ({ word, say_as: sayAs })),
  }
}

async function answerIn({ statusCode, body }: Dispatcher.ResponseData): Promise<Answer> {
  // What is left unread ends with an error, which is nobody's.
  body.on('error', () => undefined)
  if (statusCode !== 200) {
    body.destroy()
    return { decision: 'silent', why: `the answer has the status ${statusCode}` }
  }
  const bytes = await atMost(body, MOST_BYTES)
  if (bytes === null) return { decision: 'silent', why: `the answer is larger than ${MOST_BYTES} bytes` }
  return verdictIn(bytes.toString('utf8')) ?? { decision: 'silent', why: 'the answer is no decision' }
}

/** Null when there is more; the rest is not read. */
async function atMost(body: Dispatcher.ResponseData['body'], most: number): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of body) {
    length += (part as Buffer).length
    if (length > most) return null
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts)
}

/** Null for nonsense. A refusal is one even without a sentence: it must not become an acceptance. */
function verdictIn(text: string): Verdict | null {
  let sent: unknown
  try {
    sent = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = Decision.safeParse(sent)
  if (!parsed.success) return null
  if (parsed.data.decision === 'allow') return { decision: 'allow' }
  return { decision: 'refuse', field: 'script', reason: sentenceOf(parsed.data.reason) }
}

function sentenceOf(reason: unknown): string {
  if (typeof reason !== 'string') return NO_REASON
  const seen = withoutUnseen(reason.toWellFormed()).trim()
  return seen === '' ? NO_REASON : Array.from(seen).slice(0, LONGEST_REASON).join('')
}
