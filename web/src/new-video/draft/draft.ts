import type { Door, ProjectDetailsView } from '../../../../src/api/console/door.ts'
import { firstWords } from '../../../../src/domain/video/video-name.ts'

/** A video that is being thought up: what the form holds. */
export interface Draft {
  readonly script: string
  readonly title: string
  readonly who: { readonly kind: 'presenter' | 'twin'; readonly id: string } | null
  /** One of the account's starred voices; null for the presenter's own. */
  readonly voiceId: string | null
  readonly resolution: '720p' | '1080p'
  readonly aspectRatio: '16:9' | '9:16' | '1:1' | '4:5'
  /** What each kind of background was last set to is kept while another kind is tried. */
  readonly background: 'own' | 'set' | 'colour' | 'picture'
  readonly set: string
  readonly colour: string
  readonly pictureUrl: string
  /** Of the picture. */
  readonly backgroundBlur: 'none' | 'soft' | 'strong'
  readonly captions: 'none' | 'burned' | 'plain'
  readonly nameCard: 'own' | 'custom' | 'none'
  readonly cardTitle: string
  readonly cardSubtitle: string
  /** `#rrggbb`; empty for the presenter's own. */
  readonly brandColour: string
  /** Kept while a twin is tried, whose footage has hands of its own. */
  readonly gestures: 'calm' | 'lively' | 'none'
  /** Likewise. */
  readonly camera: 'directed' | 'still'
}

/** The body of a request for a video, as far as the form fills it. */
export type RequestBody = Door['POST /videos']['body']

/** Member `options` of the body: only what differs from the usual. */
export type RequestOptions = NonNullable<RequestBody['options']>

/** An empty form. */
export const EMPTY_DRAFT: Draft = {
  script: '',
  title: '',
  who: null,
  voiceId: null,
  resolution: '720p',
  aspectRatio: '16:9',
  background: 'own',
  set: '',
  colour: '#1f3a5f',
  pictureUrl: '',
  backgroundBlur: 'none',
  captions: 'none',
  nameCard: 'own',
  cardTitle: '',
  cardSubtitle: '',
  brandColour: '',
  gestures: 'calm',
  camera: 'directed',
}

/** The draft that a video would have been made from. */
export function draftOf({
  script,
  title,
  presenter_id,
  twin_id,
  voice_id,
  options,
}: ProjectDetailsView): Draft {
  const { background, background_blur: blur, name_card: card } = options
  const twin = twin_id === null ? null : ({ kind: 'twin', id: twin_id } as const)
  return {
    ...EMPTY_DRAFT,
    script: script ?? '',
    title: title ?? '',
    who: presenter_id === null ? twin : { kind: 'presenter', id: presenter_id },
    voiceId: voice_id,
    resolution: options.resolution,
    aspectRatio: options.aspect_ratio,
    ...(background?.set !== undefined && { background: 'set', set: background.set }),
    ...(background?.colour !== undefined && { background: 'colour', colour: background.colour }),
    ...(background?.image_url !== undefined && { background: 'picture', pictureUrl: background.image_url }),
    backgroundBlur: blur === 'soft' || blur === 'strong' ? blur : 'none',
    captions: options.captions === 'burned' || options.captions === 'plain' ? options.captions : 'none',
    nameCard: card === false ? 'none' : card === true ? 'own' : 'custom',
    ...(typeof card === 'object' && { cardTitle: card.title, cardSubtitle: card.subtitle }),
    brandColour: options.brand_colour ?? '',
    gestures: options.gestures === 'lively' || options.gestures === 'none' ? options.gestures : 'calm',
    camera: options.camera === 'still' ? 'still' : 'directed',
  }
}

const COLOUR = /^#[0-9a-f]{6}$/iu

/** The request that a draft stands for: what is as usual is left out. */
export function requestBody(draft: Draft): RequestBody {
  const { script, who, voiceId } = draft
  const title = draft.title.trim() || firstWords(script)
  const options = requestOptions(draft)
  return {
    script,
    ...(who?.kind === 'presenter' && { presenter_id: who.id }),
    ...(who?.kind === 'twin' && { twin_id: who.id }),
    ...(voiceId !== null && { voice_id: voiceId }),
    ...(title !== '' && { title }),
    ...(Object.keys(options).length > 0 && { options }),
    // A person would rather wait for their turn than be told to come back later.
    queue: true,
  }
}

/** How the video is to look. What is not finished yet, such as half a colour, is left out. */
export function requestOptions(draft: Draft): RequestOptions {
  const { who, resolution, aspectRatio, backgroundBlur, captions, brandColour, gestures, camera } = draft
  const background = backgroundOf(draft)
  const nameCard = nameCardOf(draft)
  return {
    ...(resolution !== EMPTY_DRAFT.resolution && { resolution }),
    ...(aspectRatio !== EMPTY_DRAFT.aspectRatio && { aspect_ratio: aspectRatio }),
    ...(background && { background }),
    ...(background?.image_url && backgroundBlur !== 'none' && { background_blur: backgroundBlur }),
    ...(captions !== EMPTY_DRAFT.captions && { captions }),
    ...(nameCard !== undefined && { name_card: nameCard }),
    ...(COLOUR.test(brandColour) && { brand_colour: brandColour }),
    ...(gestures !== EMPTY_DRAFT.gestures && who?.kind !== 'twin' && { gestures }),
    ...(camera !== EMPTY_DRAFT.camera && who?.kind !== 'twin' && { camera }),
  }
}

/** What keeps the look from being what is shown as chosen, in words; null when nothing does. */
export function unfinishedLook(draft: Draft): string | null {
  const { background, nameCard, cardTitle, brandColour } = draft
  if (background !== 'own' && backgroundOf(draft) === undefined) return UNFINISHED_BACKGROUND[background]
  if (nameCard === 'custom' && cardTitle.trim() === '') return 'Write the first line of the name card.'
  if (brandColour !== '' && !COLOUR.test(brandColour)) return 'Complete the brand colour, or remove it.'
  return null
}

const UNFINISHED_BACKGROUND = {
  set: 'Choose a set, or another background.',
  colour: 'Complete the colour of the wall, or choose another background.',
  picture: 'Enter the link to the picture, or choose another background.',
}

function backgroundOf({ background, set, colour, pictureUrl }: Draft): RequestOptions['background'] {
  if (background === 'set' && set !== '') return { set }
  if (background === 'colour' && COLOUR.test(colour)) return { colour }
  if (background === 'picture' && URL.canParse(pictureUrl.trim())) return { image_url: pictureUrl.trim() }
  return undefined
}

function nameCardOf({ nameCard, cardTitle, cardSubtitle }: Draft): RequestOptions['name_card'] {
  if (nameCard === 'none') return false
  const [title, subtitle] = [cardTitle.trim(), cardSubtitle.trim()]
  if (nameCard === 'own' || title === '') return undefined
  return subtitle === '' ? { title } : { title, subtitle }
}
