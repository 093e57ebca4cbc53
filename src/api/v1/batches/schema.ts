import { z } from 'zod'
import type { ZodOpenApiOverrideMetaContext } from 'zod-openapi'

import { ITEM_STATUSES, MOST_ITEMS } from '../../../domain/batch/batch.ts'
import { IDEMPOTENCY_KEY, NOT_A_KEY } from '../../../domain/video/idempotency-key.ts'
import { ItemError } from '../../contract/error/error-schema.ts'
import { listOf } from '../../contract/list.ts'
import { openEnum } from '../../contract/fields/open-enum.ts'
import { idParameter, limitParameter } from '../../contract/parameters.ts'
import { text } from '../../contract/fields/text.ts'
import { timestamp } from '../../contract/fields/timestamp.ts'
import { BatchItemRequest, metadata } from '../videos/creation-schema.ts'
import { Metadata } from '../videos/schema.ts'

/** Whatever an item is, it is read by itself: an invalid one does not refuse the others. */
const item = z.union([BatchItemRequest, z.unknown()]).meta({
  override({ jsonSchema }: ZodOpenApiOverrideMetaContext) {
    const [request] = jsonSchema.anyOf ?? []
    delete jsonSchema.anyOf
    Object.assign(jsonSchema, request)
  },
})

/** Body of POST /batches. */
export const CreateBatch = z
  .strictObject({
    idempotency_key: z
      .string()
      .regex(IDEMPOTENCY_KEY, NOT_A_KEY)
      .nullish()
      .describe('Required, unless sent as a header. At most 251 characters.'),
    atomic: z
      .boolean()
      .nullish()
      .describe('If true, one invalid item refuses the whole batch, with `fields` such as `items.3.script`.'),
    items: z
      .array(item)
      .min(1)
      .max(MOST_ITEMS)
      .describe('The bodies of `POST /videos`, without idempotency keys.'),
    title: text(1, 200).nullish(),
    metadata: metadata.nullish(),
  })
  .meta({ id: 'CreateBatch', description: 'Videos to be made one after another.' })

const count = () => z.int().min(0)

const batchMembers = {
  id: z.string().describe('Batch identifier.'),
  status: openEnum(['running', 'finished', 'cancelled']).describe('`finished` when all items have ended.'),
  idempotency_key: z.string(),
  title: z.string().nullable(),
  metadata: Metadata.nullable(),
  item_count: count(),
  counts: z
    .strictObject(
      Object.fromEntries(ITEM_STATUSES.map((status) => [status, count()])) as Record<
        (typeof ITEM_STATUSES)[number],
        ReturnType<typeof count>
      >,
    )
    .meta({ id: 'BatchCounts', description: 'The number of items in each status.' }),
  estimated_video_seconds: count().describe('What all valid items together would reserve.'),
  created_at: timestamp(),
  ended_at: timestamp().nullable().describe('Null while it is running.'),
}

/** A batch without its items. */
export const BatchSummary = z
  .strictObject(batchMembers)
  .meta({ id: 'BatchSummary', description: 'A batch without its items.' })

const BatchItem = z
  .strictObject({
    index: count().describe('Position in `items`, from 0.'),
    idempotency_key: z
      .string()
      .describe(
        'The key of the batch, `/` and the number of the item, from 1. `POST /videos` repeats the item with it.',
      ),
    video_id: z.string().nullable().describe('Null until the item has started.'),
    status: openEnum(ITEM_STATUSES).describe(
      '`waiting`, then that of its video. `failed` also when it was refused.',
    ),
    error: ItemError.nullable().describe('Null unless the status is `failed`.'),
  })
  .meta({ id: 'BatchItem', description: 'An item and what became of it.' })

/** A batch with its items. */
export const Batch = z
  .strictObject({ ...batchMembers, items: z.array(BatchItem) })
  .meta({ id: 'Batch', description: 'Videos that are made one after another.' })

/** One page of GET /batches. */
export const BatchList = listOf('BatchList', BatchSummary, 'One page of batches, newest first.')

/** The id of the example batch. */
export const BATCH_ID_EXAMPLE = 'bat_01kam4q8v3e8tbw9k2x7c5n0hd'

/** Path of one batch. */
export const BatchPath = z.object({
  id: idParameter.meta({ description: 'Batch identifier.', example: BATCH_ID_EXAMPLE }),
})

/** Which page of batches. */
export const BatchPage = z.object({
  limit: limitParameter,
  before: idParameter.optional().meta({
    description:
      'The `next_before` of the previous page, or the id of a batch. Only older ones are returned.',
    example: BATCH_ID_EXAMPLE,
  }),
})
