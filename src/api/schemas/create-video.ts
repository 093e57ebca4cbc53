import { z } from 'zod'

import { scriptProblem } from '../../domain/script.ts'
import type { VideoRequest } from '../../domain/video.ts'
import { text } from './text.ts'

const MOST_METADATA_MEMBERS = 20

const script = z
  .string()
  .superRefine((value, context) => {
    const problem = scriptProblem(value)
    if (problem) context.addIssue({ code: 'custom', message: problem.message, params: { problem } })
  })
  .describe('Exactly what the presenter says. At most 3,000 characters by default (about 3 minutes).')

const metadata = z
  .record(text(1, 40), text(0, 500))
  .refine((value) => Object.keys(value).length <= MOST_METADATA_MEMBERS, {
    params: {
      problem: {
        code: 'too_long',
        message: `At most ${MOST_METADATA_MEMBERS} members.`,
        limit: MOST_METADATA_MEMBERS,
      },
    },
  })
  .describe('Your own names and values; kept with the video and given back with it.')

/** Body of POST /videos (specification section 4). */
export const CreateVideo = z
  .strictObject({
    script,
    presenter_id: text(1, 100).optional().describe('From GET /presenters. This or twin_id.'),
    twin_id: text(1, 100).optional().describe('From GET /twins. This or presenter_id.'),
    voice_id: text(1, 100).optional().describe("From GET /voices. Speaks in one of the user's own voices."),
    title: text(1, 200).optional().describe("Shown in the user's Projects."),
    webhook_url: text(1, 2048).optional().describe('Overrides the account webhook for this video.'),
    idempotency_key: z.string().optional().describe('Also accepted as the Idempotency-Key header.'),
    metadata: metadata.optional(),
  })
  .superRefine(
    (body, context) => {
      const problem = presenterOrTwinProblem(body.presenter_id, body.twin_id)
      if (!problem) return
      for (const path of ['presenter_id', 'twin_id']) {
        context.addIssue({ code: 'custom', path: [path], message: problem.message, params: { problem } })
      }
    },
    // Also when other members are wrong: all that is wrong is told at once.
    { when: ({ value }) => value?.constructor === Object },
  )

function presenterOrTwinProblem(presenterId: string | undefined, twinId: string | undefined) {
  if (presenterId === undefined && twinId === undefined) {
    return { code: 'required', message: 'Send presenter_id or twin_id.' }
  }
  if (presenterId !== undefined && twinId !== undefined) {
    return { code: 'conflict', message: 'Send presenter_id or twin_id, not both.' }
  }
  return null
}

/** The request in the house's own words. */
export function toVideoRequest(body: z.infer<typeof CreateVideo>): VideoRequest {
  return {
    script: body.script,
    presenterId: body.presenter_id ?? null,
    twinId: body.twin_id ?? null,
    voiceId: body.voice_id ?? null,
    title: body.title ?? null,
    webhookUrl: body.webhook_url ?? null,
    metadata: body.metadata ?? null,
  }
}
