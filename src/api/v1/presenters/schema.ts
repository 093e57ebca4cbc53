import { z } from 'zod'

import { listOf } from '../../contract/list.ts'
import { openEnum } from '../../contract/fields/open-enum.ts'

/** A stock presenter (specification section 2). */
export const Presenter = z
  .strictObject({
    id: z.string().describe('Presenter identifier. Pass it as `presenter_id`.'),
    name: z.string(),
    gender: openEnum(['female', 'male', 'neutral']),
    language: z.string().describe('BCP 47 language tag, for example `en-US`.'),
    thumbnail_url: z.url().describe('Link to a picture of the presenter. It does not expire.'),
    preview_video_url: z.url().describe('Link to a preview video. It does not expire.'),
  })
  .meta({ id: 'Presenter', description: 'A stock presenter available to the API.' })

/** Response of GET /presenters. */
export const PresenterList = listOf('PresenterList', Presenter, 'The presenters, in a single page.')

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
      description: 'Searches name, gender and language. Every word must match; case and accents are ignored.',
      example: 'female',
      override: { maxLength: LONGEST_SEARCH },
    }),
})
