import { z } from 'zod'

import { listOf } from '../../contract/list.ts'

/** A stock presenter (specification section 2). */
export const Presenter = z
  .strictObject({
    id: z.string().describe('Presenter identifier, for `presenter_id`.'),
    name: z.string(),
    gender: z.enum(['female', 'male', 'neutral']),
    language: z.string().describe('BCP 47, for example `en-US`.'),
    thumbnail_url: z.url().describe('A picture; this link does not expire.'),
    preview_video_url: z.url().describe('A few spoken seconds; this link does not expire.'),
  })
  .meta({ id: 'Presenter', description: 'A stock presenter available to the API.' })

/** Answer of GET /presenters. */
export const PresenterList = listOf('PresenterList', Presenter, 'The presenters, all in one list.')

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
