import { z } from 'zod'

import { problemFields } from '../../contract/error/problem-fields.ts'
import { SetWebhookEndpoint } from '../../v1/webhook-endpoint/schema.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { ownerOf } from '../owner-only.ts'

/** Longer than any URL that is taken, so that a person who pastes too much is told so in the answer. */
const MOST_TYPED = 10_000

/** Whether a URL could be the account's webhook. */
const UrlVerdictView = z.strictObject({
  /** Why it could not, for the person who types it; null when it could. */
  refusal: z.string().nullable(),
  /** Whether its host has an address now. A URL without one is not refused, as the server may be yet to come. */
  is_found: z.boolean(),
})
type UrlVerdictView = z.infer<typeof UrlVerdictView>

/** POST /webhooks/endpoint/check: what setting a URL would be answered with, and nothing is set. */
export const checkWebhookUrl = consoleEndpoint({
  method: 'post',
  path: '/webhooks/endpoint/check',
  hasTestData: true,
  body: z.strictObject({ url: z.string().max(MOST_TYPED) }),
  countsAs: 'estimates',
  answer: UrlVerdictView,
  async handle({ caller, body }, { webhookGuard }) {
    ownerOf(caller)
    const form = SetWebhookEndpoint.safeParse(body, { reportInput: true })
    if (form.error) return { refusal: problemFields(form.error.issues)['url']!.message, is_found: true }
    const { refusal, isFound } = await webhookGuard.look(form.data.url)
    return { refusal, is_found: isFound }
  },
})
