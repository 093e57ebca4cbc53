import { z } from 'zod'

import { DRAWABLE, isDrawable } from '../../../domain/drawable-text.ts'
import { ASPECT_RATIOS, RESOLUTIONS, USUAL_OPTIONS } from '../../../domain/video-options.ts'
import type { Background as Backdrop, VideoOptions as Options } from '../../../domain/video-options.ts'
import { text } from '../../contract/text.ts'
import { webUrl } from '../../contract/web-url.ts'

/** Unicode code points: what fits on the card in letters that can be read. */
const LONGEST_CARD_LINE = 60

const resolution = z
  .enum(RESOLUTIONS)
  .describe('Pixels of the short side: `720p` is 1280×720 in 16:9 and 720×1280 in 9:16.')

const aspectRatio = z
  .enum(ASPECT_RATIOS)
  .describe('Width to height. The presenter is framed anew for each; nothing is stretched.')

const captions = z
  .enum(['none', 'burned'])
  .describe(
    '`burned`: the words of the script in the picture, the one that is said highlighted. As files, captions ' +
      'are always there.',
  )

/** What a client may write a colour as; kept in lower case. */
const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Send a colour as #rrggbb.')
  .meta({ description: 'A colour as `#rrggbb`.' })

const BACKGROUND_MEMBERS = ['set', 'colour', 'image_url'] as const

const ONE_BACKGROUND = { oneOf: BACKGROUND_MEMBERS.map((member) => ({ required: [member] })) }

const background = z
  .strictObject({
    set: text(1, 100).optional().describe('From GET /sets.'),
    colour: colour.optional().describe('A plain wall of this colour, as `#rrggbb`.'),
    image_url: webUrl(
      'A JPEG, PNG or WebP file on a public server, fetched once while the video is made: at most 10 MB ' +
        'and 40 megapixels, without redirects. It is scaled to cover the picture and cut evenly.',
    ).optional(),
  })
  .superRefine(
    (sent, context) => {
      const named = BACKGROUND_MEMBERS.filter((member) => sent?.[member] !== undefined)
      if (named.length === 1) return
      const problem = {
        code: named.length === 0 ? 'required' : 'conflict',
        message: 'Send exactly one of set, colour and image_url.',
      }
      context.addIssue({ code: 'custom', message: problem.message, params: { problem } })
    },
    { when: ({ value }) => value?.constructor === Object },
  )
  .nullable()
  .meta({
    id: 'CreateBackground',
    description:
      'What is behind the presenter: exactly one of `set`, `colour` and `image_url`. Null: the presenter’s own set.',
    override: ONE_BACKGROUND,
  })

const shownBackground = z
  .union([
    z.strictObject({ set: z.string().describe('From GET /sets.') }),
    z.strictObject({ colour }),
    z.strictObject({ image_url: z.url().describe('As given at creation.') }),
  ])
  .nullable()
  .meta({ id: 'Background', description: 'What is behind the presenter. Null: the presenter’s own set.' })

const cardLine = (least: number) =>
  text(least, LONGEST_CARD_LINE).refine(isDrawable, 'Only Latin, Greek and Cyrillic letters can be drawn.')

const cardForm = (minLength: number) => ({
  minLength,
  maxLength: LONGEST_CARD_LINE,
  pattern: DRAWABLE.source,
})

const cardTitle = cardLine(1).meta({
  description: 'The first line, for example a name. Latin, Greek or Cyrillic letters.',
  override: cardForm(1),
})
const cardSubtitle = cardLine(0).meta({ description: 'The line below; may be empty.', override: cardForm(0) })

const nameCard = <Subtitle extends z.ZodType>(subtitle: Subtitle, id: string) =>
  z
    .union(
      [
        z.boolean(),
        z.strictObject({ title: cardTitle, subtitle }).meta({ id, description: 'What the card says.' }),
      ],
      'Send true, false, or an object with title and subtitle.',
    )
    .describe(
      'Whether a card with the presenter’s name and role is shown in the first seconds; or what it says instead.',
    )

const brandColour = colour
  .nullable()
  .describe(
    'Colour of the name card, of the highlighted word of captions and of things in the set, as `#rrggbb`. Text ' +
      'on it is black or white, whichever can be read. Null: the presenter’s own.',
  )

/** Member `options` of POST /videos: everything may be left out. */
export const CreateVideoOptions = z
  .strictObject({
    resolution: resolution.optional(),
    aspect_ratio: aspectRatio.optional(),
    background: background.optional(),
    captions: captions.optional(),
    name_card: nameCard(cardSubtitle.optional(), 'CreateNameCard').optional(),
    brand_colour: brandColour.optional(),
  })
  .meta({
    id: 'CreateVideoOptions',
    description: 'How the video is shown. Leave out what is to be as usual.',
  })

/** Member `options` of a video: nothing is left out. */
export const VideoOptions = z
  .strictObject({
    resolution,
    aspect_ratio: aspectRatio,
    background: shownBackground,
    captions,
    name_card: nameCard(cardSubtitle, 'NameCard'),
    brand_colour: brandColour,
  })
  .meta({
    id: 'VideoOptions',
    description:
      'How the video is shown, with all that was left out. It can be sent for another video as it is.',
  })

/** The options in the house's own words, filled in, always in the same order. */
export function toVideoOptions(sent: z.infer<typeof CreateVideoOptions> = {}): Options {
  const { name_card: card = USUAL_OPTIONS.nameCard } = sent
  return {
    resolution: sent.resolution ?? USUAL_OPTIONS.resolution,
    aspectRatio: sent.aspect_ratio ?? USUAL_OPTIONS.aspectRatio,
    background: toBackground(sent.background ?? null),
    captions: sent.captions ?? USUAL_OPTIONS.captions,
    nameCard: typeof card === 'boolean' ? card : { title: card.title, subtitle: card.subtitle ?? '' },
    brandColour: sent.brand_colour?.toLowerCase() ?? USUAL_OPTIONS.brandColour,
  }
}

function toBackground(sent: z.infer<typeof background>): Backdrop | null {
  if (sent?.set !== undefined) return { set: sent.set }
  if (sent?.colour !== undefined) return { colour: sent.colour.toLowerCase() }
  return sent?.image_url === undefined ? null : { imageUrl: sent.image_url }
}
