import { z } from 'zod'
import { clothTones, hairTones, lipTones, setTones, skinTones } from './tones.ts'

/** A colour of a file. */
export const colour = z.string().regex(/^#[0-9a-f]{6}$/u, 'write a colour as #rrggbb in lower case')
const factor = (low: number, high: number) => z.number().min(low).max(high)
const share = factor(0, 1)

const Skin = z
  .strictObject({
    tone: colour.describe('of the lit cheek'),
    blush: colour.optional().describe('of cheeks and nose; left out, it follows the tone'),
    freckles: share.default(0),
    age: share.default(0).describe('0 no lines, 0.4 about forty, 1 about seventy'),
  })
  .transform(skinTones)

const Head = z.strictObject({
  width: factor(0.9, 1.12),
  cheeks: factor(0.9, 1.12),
  jaw: factor(0.8, 1.25).describe('width of the jaw angle'),
  chin: factor(0.7, 1.5).describe('width of the chin'),
  length: factor(0.92, 1.08).describe('from eyes to chin'),
  neck: factor(0.8, 1.4),
  cheekbones: share.default(0.5).describe('how far they stand out'),
  brow: share.default(0.3).describe('how far the ridge over the eyes stands out'),
  throat: share.default(0).describe("how far the Adam's apple stands out"),
  ears: factor(0.8, 1.25).default(1),
})

const Eyes = z.strictObject({
  iris: colour,
  size: factor(0.85, 1.15),
  opening: factor(0.75, 1.2),
  tilt: factor(-0.12, 0.14).describe('radians, outer corner up is positive'),
  spacing: factor(0.92, 1.08).default(1),
  lid: z.enum(['creased', 'hooded', 'single']).default('creased').describe('fold of the upper lid'),
  lashes: share.describe('0 bare, 1 made up'),
  shadow: colour.optional().describe('make-up on the lids'),
})

const Nose = z.strictObject({
  width: factor(0.8, 1.5),
  length: factor(0.88, 1.12),
  bridge: factor(0.4, 1.5).default(1).describe('height of the bridge'),
  tip: factor(0.7, 1.4).default(1).describe('size of the tip'),
})

const Lips = z
  .strictObject({
    colour: colour.describe('of the lower lip in the light'),
    fullness: factor(0.65, 1.5),
    width: factor(0.85, 1.15),
    bow: share.default(0.6).describe("depth of the upper lip's bow"),
    shine: share.default(0.4).describe('0 dry, 1 gloss'),
  })
  .transform(lipTones)

const Hair = z
  .strictObject({
    style: z.enum([
      'lob',
      'bob',
      'long',
      'crop',
      'swept',
      'quiff',
      'textured',
      'curls',
      'braids',
      'bun',
      'bald',
    ]),
    colour,
    highlight: colour.optional().describe('of the lightest strands; left out, it follows the colour'),
    grey: share.default(0).describe('share of grey strands'),
    volume: factor(0.8, 1.25).default(1),
    length: factor(0.6, 1.3).default(1).describe('of long styles; 1 reaches the chest'),
    wave: share.default(0).describe('0 straight, 1 curly'),
  })
  .transform(hairTones)

const Beard = z.strictObject({
  kind: z.enum(['stubble', 'short', 'full', 'moustache']),
  colour,
  density: factor(0.2, 1),
  grey: share.default(0),
})

const Outer = z
  .strictObject({
    cut: z.enum(['blazer', 'cardigan', 'none']),
    colour,
  })
  .transform(({ cut, colour: cloth }) => ({ cut, ...clothTones(cloth) }))

const Top = z
  .strictObject({
    cut: z.enum(['blouse', 'shirt', 'crew', 'turtleneck', 'polo']),
    colour,
  })
  .transform(({ cut, colour: cloth }) => ({ cut, ...clothTones(cloth) }))

const Clothes = z.strictObject({
  shoulders: factor(0.8, 1.2),
  outer: Outer,
  top: Top,
})

/** The rooms that can be painted. */
export const ROOMS = ['office', 'library', 'loft', 'studio', 'lounge'] as const

const Set = z
  .strictObject({
    kind: z.enum(ROOMS),
    brand: colour.describe('of the name card and of things in the room'),
    wall: colour,
  })
  .transform(setTones)

const Desk = z.strictObject({
  top: z.enum(['oak', 'walnut', 'white']).default('oak').describe('what the desk is made of'),
  lying: z
    .enum(['notebook', 'books', 'tablet', 'glasses'])
    .default('notebook')
    .describe('what lies on the desk at the left of the picture'),
  standing: z
    .enum(['mug', 'tea', 'succulent', 'flowers', 'pens', 'camera'])
    .default('mug')
    .describe('what stands on the desk at the right of the picture'),
})

/** The schema of a look: every member with its range, its meaning and what is taken when it is left out. */
export const Look = z.strictObject({
  skin: Skin,
  head: Head,
  eyes: Eyes,
  brows: z.strictObject({
    colour,
    thickness: factor(0.6, 1.6),
    arch: factor(0, 1.4),
    slant: factor(-0.15, 0.15).default(0).describe('radians, outer end up is positive'),
  }),
  nose: Nose,
  lips: Lips,
  hair: Hair,
  headscarf: z
    .strictObject({ colour })
    .transform(({ colour: cloth }) => clothTones(cloth))
    .optional(),
  beard: Beard.optional(),
  glasses: z
    .strictObject({
      shape: z.enum(['round', 'square', 'cat']),
      frame: colour,
      thickness: factor(0.5, 2).default(1),
    })
    .optional(),
  earrings: z.strictObject({ kind: z.enum(['stud', 'hoop', 'drop']), colour }).optional(),
  ring: z.strictObject({ colour }).optional().describe("on the ring finger of the presenter's left hand"),
  watch: z
    .strictObject({ strap: colour, case: colour })
    .optional()
    .describe("on the presenter's left wrist, where short sleeves show it"),
  clothes: Clothes,
  set: Set,
  desk: Desk.prefault({}).describe('shown with every set and background'),
})

/** How a presenter looks. Proportions are factors of the drawn standard; tones are derived from the colours of the file. */
export type PresenterLook = z.output<typeof Look>

/** Styles that fall over the ears. */
export const HIDES_EARS: readonly string[] = ['lob', 'bob', 'long', 'curls', 'braids']

/** Tops whose sleeves end above the elbow, where nothing is worn over them. */
export const SHORT_SLEEVED: readonly string[] = ['polo']
