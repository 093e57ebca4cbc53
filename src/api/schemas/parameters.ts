import { z } from 'zod'

/** What an id of ours can look like; anything else cannot exist. */
const id = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'This is not an id.')

/** Path of one video. */
export const VideoPath = z.object({ id: id.describe('Video identifier.') })

const LARGEST_PAGE = 50
const USUAL_PAGE = 20
const LIMIT_RULE = `Send a whole number from 1 to ${LARGEST_PAGE}.`

/** Query of GET /videos (specification section 4; decisions, "GET /videos"). */
export const VideoPage = z.object({
  limit: z
    .string(LIMIT_RULE)
    .regex(/^\d{1,9}$/, LIMIT_RULE)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= LARGEST_PAGE, LIMIT_RULE)
    .default(USUAL_PAGE)
    .describe(`1 to ${LARGEST_PAGE}.`),
  before: id.optional().describe('`next_before` of the page before, or the id of a video.'),
})

/** Query of GET /presenters. */
export const PresenterSearch = z.object({
  q: z
    .string('Send one search text.')
    .max(200, 'At most 200 characters.')
    .default('')
    .describe('A search text.'),
})
