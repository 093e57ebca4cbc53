import { z } from 'zod'

import { isDrawable } from '../../../domain/picture/drawable-text.ts'
import {
  ASPECT_RATIOS,
  BACKGROUND_BLUR_OPTIONS,
  CAPTIONS_OPTIONS,
  CAMERA_OPTIONS,
  GESTURES_OPTIONS,
  RESOLUTIONS,
  USUAL_OPTIONS,
} from '../../../domain/video/video-options.ts'
import type { Background as Backdrop, VideoOptions as Options } from '../../../domain/video/video-options.ts'
import { isAbsent } from '../../contract/absent.ts'
import { openEnum } from '../../contract/fields/open-enum.ts'
import { text } from '../../contract/fields/text.ts'
import { webUrl } from '../../contract/fields/web-url.ts'
import { alsoSpelled, colour, refuseTwoColours } from './colour-schema.ts'

/** Unicode code points: the most that fits on the card at a readable size. */
const LONGEST_CARD_LINE = 60

const resolution = z.enum(RESOLUTIONS).meta({
  id: 'Resolution',
  description: 'Length of the short side in pixels: `720p` is 1280×720 in 16:9 and 720×1280 in 9:16.',
})

const aspectRatio = z
  .enum(ASPECT_RATIOS)
  .meta({ id: 'AspectRatio', description: 'Width to height. The presenter is reframed, never stretched.' })

const captions = z.enum(CAPTIONS_OPTIONS).meta({
  id: 'BurnedCaptions',
  description:
    '`burned` draws them into the picture in a dark box and highlights the spoken word; `plain` draws white letters ' +
    'with a soft shadow. Caption files are there in any case.',
})

// Not named: Go's generator makes constants of named enumerations, and captions have a `NONE` already.
const gestures = z.enum(GESTURES_OPTIONS).meta({
  description: 'How much hands do; with `none`, they stay on the desk. Unused for twins.',
})

const camera = z.enum(CAMERA_OPTIONS).meta({
  description: '`directed` changes framings where paragraphs begin; `still` stays.',
})

const backgroundBlur = z.enum(BACKGROUND_BLUR_OPTIONS).meta({
  description: 'How far out of focus `background.image_url` is.',
})

const WALL = ['colour', 'color'] as const
const BRAND = ['brand_colour', 'brand_color'] as const

const background = z
  .strictObject({
    set: text(1, 100).nullish().describe('From GET /sets.'),
    colour: colour.nullish().describe('A plain wall of this colour, as `#rrggbb`.'),
    color: alsoSpelled(WALL),
    image_url: webUrl(
      'A JPEG, PNG or WebP image on a public server, of at most 10 MB and 40 megapixels. Redirects ' +
        'are not followed. The image covers the frame and is cropped to the centre.',
    ).nullish(),
  })
  .superRefine(
    (sent, context) => {
      refuseTwoColours(WALL, sent, context)
      const named = [sent.set, sent.colour ?? sent.color, sent.image_url].filter(
        (member) => !isAbsent(member),
      )
      if (named.length === 1) return
      const problem = {
        code: named.length === 0 ? 'required' : 'conflict',
        message: 'Send exactly one of set, colour and image_url.',
      }
      context.addIssue({ code: 'custom', message: problem.message, params: { problem } })
    },
    { when: ({ value }) => value?.constructor === Object },
  )
  .meta({
    id: 'CreateBackground',
    description:
      'What is behind the presenter: exactly one of `set`, `colour` and `image_url`. Without one, it is their own set.',
  })

const shownBackground = z
  .strictObject({
    set: z.string().optional().describe('From GET /sets.'),
    colour: colour.optional(),
    image_url: z.url().optional().describe('As given at creation.'),
  })
  .refine((shown) => Object.keys(shown).length === 1, 'A background is one of set, colour and image_url.')
  .meta({
    id: 'Background',
    description: 'What is behind the presenter: exactly one of `set`, `colour` and `image_url`.',
  })

const cardLine = (least: number) =>
  text(least, LONGEST_CARD_LINE).refine(isDrawable, 'Use only Latin, Greek and Cyrillic letters.')

const cardForm = (minLength: number) => ({
  minLength,
  maxLength: LONGEST_CARD_LINE,
})

const cardTitle = cardLine(1).meta({
  description: 'The first line, for example a name. Latin, Greek or Cyrillic letters.',
  override: cardForm(1),
})
const cardSubtitle = cardLine(0).meta({
  description: 'The second line. It may be empty.',
  override: cardForm(0),
})

const nameCard = <Subtitle extends z.ZodType>(subtitle: Subtitle, id: string) =>
  z
    .union(
      [
        z.boolean(),
        z
          .strictObject({ title: cardTitle, subtitle })
          .meta({ id, description: 'The text of the name card.' }),
      ],
      'Send true, false, or an object with title and subtitle.',
    )
    .describe('Whether a card first shows the presenter’s name and role; an object shows other text.')

const brandColour = colour.describe(
  'Colour of the name card, the highlighted caption word and accents in the set. Text on it is black ' +
    'or white, as is readable. Null: the presenter’s own.',
)

/** Walls are plain and sets are out of focus as they are: a blur that nobody would see is a mistake. */
function refuseBlurOfNoImage(
  { background: behind, background_blur: blur }: { background?: unknown; background_blur?: unknown },
  context: z.RefinementCtx,
): void {
  if (blur !== 'soft' && blur !== 'strong') return
  const image = (behind as { image_url?: unknown } | null | undefined)?.image_url
  if (!isAbsent(image)) return
  const message = 'Send background.image_url as well: only an image is blurred.'
  const problem = { code: 'conflict', message }
  context.addIssue({ code: 'custom', path: ['background_blur'], message, params: { problem } })
}

/** Field `options` of POST /videos. Every option may be omitted. */
export const CreateVideoOptions = z
  .strictObject({
    resolution: resolution.nullish(),
    aspect_ratio: aspectRatio.nullish(),
    background: background.nullish(),
    background_blur: backgroundBlur.nullish(),
    captions: captions.nullish(),
    name_card: nameCard(cardSubtitle.nullish(), 'CreateNameCard').nullish(),
    brand_colour: brandColour.nullish(),
    brand_color: alsoSpelled(BRAND),
    gestures: gestures.nullish(),
    camera: camera.nullish(),
  })
  .superRefine(
    (sent, context) => {
      refuseTwoColours(BRAND, sent, context)
      refuseBlurOfNoImage(sent, context)
    },
    { when: ({ value }) => value?.constructor === Object },
  )
  .meta({
    id: 'CreateVideoOptions',
    description: 'Omit an option, or send null, to use its default.',
  })

/** Field `options` of a video. Every option is present. */
export const VideoOptions = z
  .strictObject({
    resolution: openEnum(RESOLUTIONS),
    aspect_ratio: openEnum(ASPECT_RATIOS),
    background: shownBackground.nullable(),
    background_blur: openEnum(BACKGROUND_BLUR_OPTIONS),
    captions: openEnum(CAPTIONS_OPTIONS),
    name_card: nameCard(cardSubtitle, 'NameCard'),
    brand_colour: brandColour.nullable(),
    gestures: openEnum(GESTURES_OPTIONS),
    camera: openEnum(CAMERA_OPTIONS),
  })
  .meta({
    id: 'VideoOptions',
    description: 'Options with defaults filled in, as they can be sent again.',
  })

/** Converts the sent options to the domain's form, with defaults filled in and always in the same order. */
export function toVideoOptions(options: z.infer<typeof CreateVideoOptions> | null | undefined): Options {
  const sent = options ?? {}
  const card = sent.name_card ?? USUAL_OPTIONS.nameCard
  return {
    resolution: sent.resolution ?? USUAL_OPTIONS.resolution,
    aspectRatio: sent.aspect_ratio ?? USUAL_OPTIONS.aspectRatio,
    background: toBackground(sent.background ?? null),
    backgroundBlur: sent.background_blur ?? USUAL_OPTIONS.backgroundBlur,
    captions: sent.captions ?? USUAL_OPTIONS.captions,
    nameCard: typeof card === 'boolean' ? card : { title: card.title, subtitle: card.subtitle ?? '' },
    brandColour: (sent.brand_colour ?? sent.brand_color)?.toLowerCase() ?? USUAL_OPTIONS.brandColour,
    gestures: sent.gestures ?? USUAL_OPTIONS.gestures,
    camera: sent.camera ?? USUAL_OPTIONS.camera,
  }
}

function toBackground(sent: z.infer<typeof background> | null): Backdrop | null {
  if (isAbsent(sent)) return null
  if (!isAbsent(sent.set)) return { set: sent.set }
  const wall = sent.colour ?? sent.color
  if (!isAbsent(wall)) return { colour: wall.toLowerCase() }
  return isAbsent(sent.image_url) ? null : { imageUrl: sent.image_url }
}
