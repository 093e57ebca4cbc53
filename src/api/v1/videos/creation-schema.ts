import { z } from 'zod'

import { IDEMPOTENCY_KEY, KEY_IS_READABLE, NOT_A_KEY } from '../../../domain/video/idempotency-key.ts'
import { USUAL_SCRIPT_CHARACTERS } from '../../../domain/account/plan.ts'
import { scriptProblem } from '../../../domain/speech/script.ts'
import type { VideoRequest } from '../../../domain/video/video.ts'
import { isAbsent } from '../../contract/absent.ts'
import { text } from '../../contract/fields/text.ts'
import { webhookUrl } from '../../contract/fields/webhook-url.ts'
import { METADATA_BOUNDS, metadataOf, metadataValue } from './metadata-schema.ts'
import { CreateVideoOptions, toVideoOptions } from './options-schema.ts'

const speakable = z.string().superRefine((value, context) => {
  const problem = scriptProblem(value)
  if (problem) context.addIssue({ code: 'custom', message: problem.message, params: { problem } })
})

const script = speakable.meta({
  description:
    'Exactly what the presenter says. Maximum 3,000 characters by default (about 3 minutes), counted ' +
    'in Unicode code points without trimming. A longer script returns `script_too_long`, whatever ' +
    'else is wrong. Contains a letter or digit, and no control characters but line breaks and tabs.',
  override: { minLength: 1, maxLength: USUAL_SCRIPT_CHARACTERS },
})

/** Metadata of what is created. */
export const metadata = metadataOf(metadataValue).meta({
  id: 'CreateMetadata',
  description: `Your own key-value pairs, stored with the video and returned with it. ${METADATA_BOUNDS}`,
})

/** Who says what, and where its events go. */
const spoken = {
  script,
  presenter_id: text(1, 100).nullish().describe('From GET /presenters. Send either this or `twin_id`.'),
  twin_id: text(1, 100)
    .nullish()
    .describe('From GET /twins. Send either this or `presenter_id`. Scope: `twins:use`.'),
  voice_id: text(1, 100).nullish().describe("From GET /voices. Speaks in one of the user's own voices."),
  title: text(1, 200).nullish().describe("Shown in the user's Projects."),
  webhook_url: webhookUrl('Overrides the account webhook for this video.').nullish(),
}

/** How it is shown, and when it may start. */
const shown = {
  metadata: metadata.nullish(),
  options: CreateVideoOptions.nullish(),
  queue: z
    .boolean()
    .nullish()
    .describe(
      'If true, a video beyond the plan’s limit of concurrent videos is accepted as `queued` ' +
        'instead of rejected with `concurrency_limit`, and starts when earlier ones have finished.',
    ),
}

/** Body of POST /videos (specification section 4). */
export const CreateVideo = z
  .strictObject({
    ...spoken,
    idempotency_key: z
      .string()
      .regex(IDEMPOTENCY_KEY, NOT_A_KEY)
      .meta({
        description:
          'Also accepted as the `Idempotency-Key` header. 1 to 255 visible ASCII characters. ' +
          KEY_IS_READABLE,
      })
      .nullish(),
    ...shown,
  })
  // Also when other fields are invalid, so that the response lists every problem at once.
  .superRefine(requireOnePresenter, { when: isObject })
  .meta({
    id: 'CreateVideo',
    description: 'The script, and who presents it: exactly one of `presenter_id` and `twin_id`.',
  })

/** An item of a batch: the key follows from its place. */
export const BatchItemRequest = z
  .strictObject({ ...spoken, ...shown })
  .superRefine(requireOnePresenter, { when: isObject })
  .meta({ id: 'CreateBatchItem', description: 'The body of `POST /videos` without `idempotency_key`.' })

/** Body of POST /videos/estimate. In an otherwise valid request, a script that is too long appears in the estimate. */
export const EstimateVideo = CreateVideo.safeExtend({
  script: speakable.meta({
    description:
      'As in `POST /videos`. A script that is too long is not estimated: `would_be_refused` contains ' +
      '`script_too_long`, or the response is that error if the request has other problems.',
    override: { minLength: 1 },
  }),
}).meta({
  id: 'EstimateVideo',
  description: 'The body that you would send to `POST /videos`.',
})

function isObject({ value }: { readonly value: unknown }): boolean {
  return value?.constructor === Object
}

function requireOnePresenter(
  body: { readonly presenter_id?: unknown; readonly twin_id?: unknown },
  context: z.RefinementCtx,
): void {
  const problem = presenterOrTwinProblem(body.presenter_id, body.twin_id)
  if (!problem) return
  for (const path of ['presenter_id', 'twin_id']) {
    context.addIssue({ code: 'custom', path: [path], message: problem.message, params: { problem } })
  }
}

function presenterOrTwinProblem(presenterId: unknown, twinId: unknown) {
  if (isAbsent(presenterId) && isAbsent(twinId)) {
    return { code: 'required', message: 'Send presenter_id or twin_id.' }
  }
  if (!isAbsent(presenterId) && !isAbsent(twinId)) {
    return { code: 'conflict', message: 'Send presenter_id or twin_id, not both.' }
  }
  return null
}

/** Converts the body of POST /videos to the domain's form, in which omitted fields are null or have their default. */
export function toVideoRequest(body: z.infer<typeof BatchItemRequest>): VideoRequest {
  return {
    script: body.script,
    presenterId: body.presenter_id ?? null,
    twinId: body.twin_id ?? null,
    voiceId: body.voice_id ?? null,
    title: body.title ?? null,
    webhookUrl: body.webhook_url ?? null,
    metadata: body.metadata ?? null,
    options: toVideoOptions(body.options),
    queue: body.queue ?? false,
  }
}
