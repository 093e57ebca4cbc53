import { z } from 'zod'
import type { ZodOpenApiOverrideMetaContext } from 'zod-openapi'

/** What an id of ours can look like; anything else cannot exist. */
const id = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'This is not an id.')

const VIDEO_ID_EXAMPLE = 'vid_01kam4pz6zfb0t3vn1w2k7c8xe'

/** Path of one video. */
export const VideoPath = z.object({
  id: id.meta({ description: 'Video identifier.', example: VIDEO_ID_EXAMPLE }),
})

const LARGEST_PAGE = 50
const USUAL_PAGE = 20
const LIMIT_RULE = `Send a whole number from 1 to ${LARGEST_PAGE}.`

const limit = z
  .string(LIMIT_RULE)
  .regex(/^\d{1,9}$/, LIMIT_RULE)
  .transform(Number)
  .refine((value) => value >= 1 && value <= LARGEST_PAGE, LIMIT_RULE)
  .default(USUAL_PAGE)
  .meta({
    description: 'Items on a page at most.',
    example: USUAL_PAGE,
    override({ jsonSchema }: ZodOpenApiOverrideMetaContext) {
      delete jsonSchema.pattern
      Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: LARGEST_PAGE, default: USUAL_PAGE })
    },
  })

/** Query of GET /videos (specification section 4; decisions, "GET /videos"). */
export const VideoPage = z.object({
  limit,
  before: id.optional().meta({
    description: '`next_before` of the page before, or the id of one of your videos: older ones follow.',
    example: VIDEO_ID_EXAMPLE,
  }),
})

const EVENT_ID_EXAMPLE = 'evt_01kam4q2v3e8tbw9k2x7c5n0hd'

/** Path of one event. */
export const EventPath = z.object({
  id: id.meta({ description: 'Event identifier.', example: EVENT_ID_EXAMPLE }),
})

/** Query of GET /webhooks/events. */
export const EventPage = z.object({
  limit,
  before: id.optional().meta({
    description: '`next_before` of the page before, or the id of one of your events: older ones follow.',
    example: EVENT_ID_EXAMPLE,
  }),
})

/** Query of GET /allowance/ledger. */
export const LedgerQuery = z.object({
  limit,
  before: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'This is not a next_before of a page.')
    .transform(Number)
    .optional()
    .meta({
      description: '`next_before` of the page before: older movements follow.',
      example: '17',
      override({ jsonSchema }: ZodOpenApiOverrideMetaContext) {
        Object.assign(jsonSchema, { type: 'string' })
      },
    }),
})

/** Unicode code points: far more than any name has. */
const LONGEST_SEARCH = 200

/** Query of GET /presenters. */
export const PresenterSearch = z.object({
  q: z
    .string('Send one search text.')
    .refine((text) => [...text].length <= LONGEST_SEARCH, {
      params: {
        problem: {
          code: 'too_long',
          message: `At most ${LONGEST_SEARCH} characters.`,
          limit: LONGEST_SEARCH,
        },
      },
    })
    .default('')
    .meta({
      description: 'A search text: name, gender, language; all words must match.',
      example: 'female',
      override: { maxLength: LONGEST_SEARCH },
    }),
})
