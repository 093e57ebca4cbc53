import type { Account } from '../../domain/account/account.ts'
import { createHeldSlots } from '../../domain/account/held-slots.ts'
import { HOUSE_RENDERER } from '../../domain/picture/catalogue.ts'
import { invalidFields, problem } from '../../domain/error/errors.ts'
import { PictureRefused } from '../../domain/picture/remote-picture.ts'
import type { RemotePictures } from '../../domain/picture/remote-picture.ts'
import type { DrawnPresenter, FilmedTwin, SceneStyle } from '../../domain/video/drawing-job.ts'
import type { VideoRequest } from '../../domain/video/video.ts'
import { isLinked, stillFormat } from '../../domain/video/video-options.ts'
import type { Renderer } from '../../ports/video/renderer.ts'
import type { LendFootage } from '../../ports/twin/twin-footage.ts'
import type { Scratch } from '../../ports/process/scratch.ts'
import type { WorkOptions } from '../../ports/process/work-options.ts'
import type { Twins } from '../../ports/twin/twins.ts'
import { checkVideoRequest } from '../video/check-video-request.ts'
import type { CheckVideoRequestPorts } from '../video/check-video-request.ts'

/** Catalogues and renderer for drawing stills. */
export interface DrawStillPorts extends CheckVideoRequestPorts {
  readonly renderer: Pick<Renderer, 'presenters' | 'drawStill'>
  readonly twins: Pick<Twins, 'find' | 'look'>
  readonly pictures: Pick<RemotePictures, 'refuse' | 'fetch'>
  readonly lendFootage: LendFootage
  readonly scratch: Scratch
}

/** The person to draw and the look; exactly one of presenter and twin is set. */
export interface DrawStillInput {
  readonly account: Account
  readonly who: Pick<VideoRequest, 'presenterId' | 'twinId' | 'options'>
  /** Aborted when nobody waits for the still any more. */
  readonly signal: AbortSignal
}

/**
 * Draws what a video would look like: JPEG. Null for presenters that another renderer draws, as only their videos
 * show them. @throws what creating the video would be refused for, and `rate_limited`.
 */
export type DrawStill = (input: DrawStillInput) => Promise<Uint8Array | null>

/** A page wants one still at a time, and the one before may still be drawn; a person may have two pages open. */
const MOST_STILLS_OF_ACCOUNT = 4

/** A video of which only the looks matter. */
const WITHOUT_WORDS = {
  script: '',
  voiceId: null,
  title: null,
  webhookUrl: null,
  metadata: null,
  queue: false,
}

/** Drawing stills: a few at a time for each account, and nothing is kept. */
export function makeDrawStill(ports: DrawStillPorts): DrawStill {
  const slots = createHeldSlots()
  return async (input) => {
    const bounds = [{ of: input.account.id, most: MOST_STILLS_OF_ACCOUNT }]
    if (slots.full(bounds)) throw problem('rate_limited', { retryAfterSeconds: 1 })
    const release = slots.take(bounds)
    try {
      return await drawStill(ports, input)
    } finally {
      release()
    }
  }
}

async function drawStill(ports: DrawStillPorts, { account, who, signal }: DrawStillInput) {
  const { problems, cast } = await checkVideoRequest(ports, account, { ...WITHOUT_WORDS, ...who })
  if (cast === null) throw problems[0]
  return withWhoIsDrawn(ports, { account, who, name: cast.presenterName }, (drawn) =>
    drawn === null ? Promise.resolve(null) : drawOf(ports, drawn, { account, who, signal }),
  )
}

/** Draws somebody with the look that was chosen. */
async function drawOf(
  ports: DrawStillPorts,
  drawn: DrawnPresenter | FilmedTwin,
  { account, who, signal }: DrawStillInput,
) {
  const { background, backgroundBlur, captions, nameCard, brandColour, gestures, camera } = who.options
  const format = stillFormat(who.options)
  const work: WorkOptions = { accountId: account.id, signal }
  const draw = (shown: SceneStyle['background']) =>
    ports.renderer.drawStill(
      { ...drawn, format, style: { background: shown, captions, nameCard, brandColour, gestures, camera } },
      work,
    )
  if (!isLinked(background)) return draw(background)
  return ports.scratch.use(async (folder) => {
    const imageFile = `${folder}/background.jpg`
    await ports.pictures.fetch(background.imageUrl, format, imageFile, work).catch((error: unknown) => {
      signal.throwIfAborted()
      throw forOwner(error)
    })
    return draw({ imageFile, blur: backgroundBlur })
  })
}

/** Lends whom to draw; null when it is not this service that draws them. */
async function withWhoIsDrawn<Result>(
  { twins, renderer, lendFootage }: DrawStillPorts,
  { account, who, name }: Pick<DrawStillInput, 'account' | 'who'> & { name: string },
  use: (drawn: DrawnPresenter | FilmedTwin | null) => Promise<Result>,
): Promise<Result> {
  const { presenterId, twinId } = who
  const look = twinId === null ? null : await twins.look(account.id, twinId)
  if (look?.kind === 'footage') {
    return lendFootage(look.folder, (footage) => use({ footage, cardName: name }))
  }
  const lookId = look?.presenterId ?? presenterId
  const drawnBy = renderer.presenters().find(({ id }) => id === lookId)?.renderer
  if (lookId === null || drawnBy !== HOUSE_RENDERER) return use(null)
  return use(twinId === null ? { presenterId: lookId } : { presenterId: lookId, cardName: name })
}

/** What is wrong with a linked picture is for whoever linked to it. */
function forOwner(error: unknown): unknown {
  if (!(error instanceof PictureRefused)) return error
  return invalidFields({ 'options.background.image_url': { code: 'invalid', message: error.message } })
}
