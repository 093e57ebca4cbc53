import type { DrawnPresenter, Scene, SceneStyle, Seen } from '../domain/video/drawing-job.ts'
import type { FootageLook } from '../domain/twin/twin.ts'
import type { Video } from '../domain/video/video.ts'
import { isLinked, pictureFormat } from '../domain/video/video-options.ts'
import { HOUSE_RENDERER } from '../domain/picture/catalogue.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Renderer } from '../ports/video/renderer.ts'
import type { Videos } from '../ports/video/videos.ts'
import type { Twins } from '../ports/twin/twins.ts'
import { timelineFileIn } from './stored-timeline.ts'
import { stepFailure } from './step-failure.ts'
import { withFootage } from '../media/twin-footage.ts'
import { videoDeleted } from './video-deleted.ts'
import { workKeys } from './work-files.ts'

/** Stores for looking up what a video shows. */
export interface ScenePorts {
  readonly videos: Pick<Videos, 'find'>
  readonly twins: Pick<Twins, 'look'>
  readonly renderer: Pick<Renderer, 'presenters'>
  readonly media: MediaStore
}

/** Which video an activity is about. */
export interface VideoInput {
  readonly accountId: string
  readonly videoId: string
}

/** The video, as it is now. Fails for good when it was deleted. */
export async function readVideo(
  { videos }: Pick<ScenePorts, 'videos'>,
  { accountId, videoId }: VideoInput,
): Promise<Video> {
  const video = await videos.find(accountId, videoId)
  if (video === null) throw videoDeleted(videoId)
  return video
}

/**
 * Lends what all pictures of a video have in common: its files are there until `use` has settled.
 *
 * @param timeline its key, as far as it is needed, and a folder for it.
 */
export async function withScene<Result>(
  ports: ScenePorts,
  video: Video,
  timeline: { readonly key: string; readonly folder: string },
  use: (scene: Scene) => Promise<Result>,
): Promise<Result> {
  const who = await whoIsDrawn(ports, video)
  const format = pictureFormat(video.options)
  const timelineFile = await timelineFileIn(timeline.folder, ports.media, timeline.key)
  return withSeen(ports, video, who, (seen) =>
    withStyle(ports, video, (style) => use({ ...seen, style, timelineFile, format, seed: video.id })),
  )
}

/** Lends a twin's footage, with the frames that were chosen for the video. */
function withSeen<Result>(
  { media }: ScenePorts,
  { id, presenterName }: Video,
  who: WhoIsDrawn,
  use: (seen: Seen) => Promise<Result>,
): Promise<Result> {
  if (!('folder' in who)) return use(who)
  return withFootage(media, who.folder, (footage) =>
    media.withFile(workKeys(id).footagePlan, (planFile) =>
      use({ footage, planFile, cardName: presenterName }),
    ),
  )
}

function withStyle<Result>(
  { media }: ScenePorts,
  { id, options, testOutcome }: Video,
  use: (style: SceneStyle) => Promise<Result>,
): Promise<Result> {
  const { background, backgroundBlur: blur, captions, nameCard, brandColour, gestures, camera } = options
  const rest = {
    captions,
    nameCard,
    brandColour,
    gestures,
    camera,
    ...(testOutcome !== null && { isTest: true as const }),
  }
  if (!isLinked(background)) return use({ ...rest, background })
  return media.withFile(workKeys(id).background, (imageFile) =>
    use({ ...rest, background: { imageFile, blur } }),
  )
}

/** A presenter of the catalogue, or a person as they were recorded. */
export type WhoIsDrawn = DrawnPresenter | FootageLook

/**
 * A twin is drawn as it was recorded, or by the look that it has been given, under its own name. A test video shows no person
 * and uses no external renderer: a presenter that this service draws replaces them.
 */
export async function whoIsDrawn(
  { twins, renderer }: Pick<ScenePorts, 'twins' | 'renderer'>,
  { accountId, presenterId, twinId, presenterName, createdAt, testOutcome }: Video,
): Promise<WhoIsDrawn> {
  if (testOutcome !== null) {
    const ours = renderer.presenters().filter(({ renderer: drawnBy }) => drawnBy === HOUSE_RENDERER)
    const own = ours.find(({ id }) => id === presenterId)
    return own ? { presenterId: own.id } : { presenterId: ours[0]?.id ?? '', cardName: presenterName }
  }
  if (twinId === null) return { presenterId: presenterId ?? '' }
  const look = await twins.look(accountId, twinId, createdAt)
  if (look === null) throw stepFailure('TwinWithdrawn', `${twinId} was withdrawn, or its consent has ended.`)
  return look.kind === 'footage' ? look : { presenterId: look.presenterId, cardName: presenterName }
}
