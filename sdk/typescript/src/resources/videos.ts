import { call } from '../call.ts'
import type { Answer, CallOptions } from '../call.ts'
import type { components, operations } from '../description.ts'
import { download } from '../download.ts'
import { RenderFailedError, underKey } from '../errors.ts'
import { listOf } from '../list.ts'
import type { List } from '../list.ts'
import { Reply } from '../reply.ts'
import type { Settings } from '../settings.ts'
import { waitUntil } from '../waits.ts'
import type { Waits } from '../waits.ts'

type Schemas = components['schemas']
/** A video, as the API shows it. */
export type Video = Schemas['Video']
/** What a video is made of. */
export type CreateVideo = Schemas['CreateVideo']
/** Which videos are listed. Of `metadata`, all pairs must match. */
export type VideoFilter = NonNullable<operations['listVideos']['parameters']['query']> & {
  readonly metadata?: Readonly<Record<string, string>>
}

/** What creating takes beside the video. */
export interface CreateOptions extends CallOptions {
  /**
   * One for each video that you want: the same key always means the same video. Store it before the call, and a call after a
   * crash makes no second one. Default: one that is made up for this call.
   */
  readonly idempotencyKey?: string
}

/** An hour: longer than any video takes. */
const WAIT_MS = 60 * 60_000

/** Making, finding and fetching videos. */
export class Videos {
  readonly #settings: Settings
  readonly #waits: Waits

  constructor(settings: Settings, waits: Waits) {
    this.#settings = settings
    this.#waits = waits
  }

  /** Has a video made, and resolves as soon as it is accepted. The video has the key that it was created with. */
  create(video: CreateVideo, options: CreateOptions = {}): Reply<Video & { idempotency_key: string }> {
    const { idempotencyKey = crypto.randomUUID(), ...rest } = options
    const answer = call<Video>(this.#settings, {
      method: 'POST',
      path: '/videos',
      body: video,
      idempotencyKey,
      ...rest,
    })
    return Reply.of(
      answer.then((made) => ({ ...made, data: { ...made.data, idempotency_key: idempotencyKey } })),
    )
  }

  /** Has a video made and waits until it is ready. @throws RenderFailedError when it could not be made. */
  async createAndWait(video: CreateVideo, options: CreateOptions = {}): Promise<Video> {
    const { id, idempotency_key } = await this.create(video, options)
    return this.wait(id, options).catch((error: unknown) => {
      throw underKey(error, idempotency_key)
    })
  }

  /**
   * Waits until a video is ready. All waits of a client share one connection, so that a thousand are as good as one.
   *
   * @param options timeoutMs for the whole wait: an hour by default.
   * @throws RenderFailedError when it could not be made, TimeoutError, or NotFoundError when it is deleted meanwhile.
   */
  async wait(id: string, { timeoutMs = WAIT_MS, ...options }: CallOptions = {}): Promise<Video> {
    const what = `The video ${id} was not ready`
    const video = (await waitUntil(this.#waits, id, { timeoutMs, ...options }, what)) as Video
    if (video.status === 'failed') throw new RenderFailedError(video)
    return video
  }

  /** Retrieves a video, with fresh links. */
  get(id: string, options: CallOptions = {}): Reply<Video> {
    return Reply.of(call<Video>(this.#settings, { method: 'GET', path: videoPath(id), ...options }))
  }

  /** Lists videos, newest first. */
  list(filter: VideoFilter = {}, options: CallOptions = {}): List<Video> {
    return listOf<Video>(this.#settings, '/videos', filter, options)
  }

  /** Changes title and metadata. Of metadata, pairs that are not named stay, and null removes one. */
  update(id: string, changes: Schemas['UpdateVideo'], options: CallOptions = {}): Reply<Video> {
    const request = { method: 'PATCH', path: videoPath(id), body: changes, ...options } as const
    return Reply.of(call<Video>(this.#settings, request))
  }

  /** Deletes a video and its files. What is still being made is stopped, and nothing is charged. */
  delete(id: string, options: CallOptions = {}): Reply<Schemas['DeletedVideo']> {
    return Reply.of(
      call<Schemas['DeletedVideo']>(this.#settings, { method: 'DELETE', path: videoPath(id), ...options }),
    )
  }

  /** What a video would cost, and what would be refused. Free of charge. */
  estimate(video: CreateVideo, options: CallOptions = {}): Reply<Schemas['Estimate']> {
    const request = { method: 'POST', path: '/videos/estimate', body: video, ...options } as const
    return Reply.of(call<Schemas['Estimate']>(this.#settings, request))
  }

  /** The words of a video. */
  async script(id: string, options: CallOptions = {}): Promise<string> {
    const request = { method: 'GET', path: `${videoPath(id)}/script`, ...options } as const
    const answer: Answer<Schemas['VideoScript']> = await call(this.#settings, request)
    return answer.data.script
  }

  /**
   * Saves the file of a ready video. It continues where it was cut off, and takes a fresh link when one has expired. What
   * is at the path is replaced once the file is whole.
   */
  download(id: string, path: string, options: CallOptions = {}): Promise<void> {
    return download(this.#settings, async () => (await this.get(id, options)).video_url, path, options)
  }
}

/** Where a video is, below the base URL. */
export function videoPath(id: string): string {
  return `/videos/${encodeURIComponent(id)}`
}
