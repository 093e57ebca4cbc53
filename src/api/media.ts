import { existsSync } from 'node:fs'

import type Router from '@koa/router'
import type { RouterContext, RouterMiddleware } from '@koa/router'
import send from 'send'

import { problem } from '../domain/error/errors.ts'
import { contentType, downloadName, isMediaAsset, mediaKey } from '../domain/video/media-asset.ts'
import type { MediaAsset } from '../domain/video/media-asset.ts'
import { isTwinAsset, TWIN_ASSETS } from '../domain/twin/twin-files.ts'
import type { TwinFileKind } from '../domain/twin/twin-files.ts'
import { voiceSlug } from '../domain/speech/voice.ts'
import { sendStoredFile } from './byte-serving.ts'
import { createExactRouter } from './exact-router.ts'
import type { ApiPorts } from './ports.ts'
import type { ApiState } from './state.ts'

/** The public files of a presenter's folder. */
const PRESENTER_FILES = ['thumbnail.jpg', 'preview.mp4']

/** The public file of a voice's folder. */
const VOICE_FILE = 'preview.m4a'

/** The public file of a set's folder. */
const SET_FILE = 'thumbnail.jpg'

/** Headers of requests for a part of a file, or for a file that has changed. */
const SENT_BY_SCRIPTS = 'If-Match, If-Modified-Since, If-None-Match, If-Range, If-Unmodified-Since, Range'

/** Headers that scripts of other sites need besides those that they can always read. */
const TOLD_TO_SCRIPTS = 'Accept-Ranges, Content-Disposition, Content-Range, ETag, Retry-After, X-Request-Id'

/** One day. Browsers keep the answer for a shorter time. */
const PREFLIGHT_SECONDS = '86400'

/** One day: pictures of presenters and samples of voices change only with a release. */
const CATALOGUE_CACHING = 'public, max-age=86400'

/** Creates the routes for media: finished videos behind signed links, and public pictures and samples. */
export function createMediaRouter(ports: ApiPorts): Router<ApiState> {
  const router = createExactRouter('/media')
  router.use(embeddable)
  const serve = (path: string, handle: RouterMiddleware<ApiState>) => {
    router.get(path, handle)
    router.options(path, preflight)
  }

  serve('/videos/:videoId/:asset', async (ctx) => {
    const { videoId = '', asset = '' } = ctx.params
    const { expires, signature } = ctx.query
    const link = { videoId, asset, expires: String(expires), signature: String(signature) }
    // Forged, altered, expired and deleted links are deliberately indistinguishable.
    if (!ports.mediaLinks.verify(link) || !isMediaAsset(asset)) throw linkIsDead()
    if (!(await ports.videos.isReady(videoId))) throw linkIsDead()
    // A browser does not save what is shown by another host, unless that says so.
    const shown = ctx.query['download'] === '1' ? 'attachment' : 'inline'
    const disposition = `${shown}; filename="${downloadName(videoId, asset)}"`
    await sendFile(ctx, ports, {
      key: mediaKey(videoId, asset),
      contentType: contentType(asset),
      disposition,
      expiresAt: isRead(asset) ? null : expiryOf(ctx),
    })
  })

  serve('/twins/:twinId/:file', (ctx) => sendTwinFile(ctx, ports))

  serve('/presenters/:id/:file', async (ctx) => {
    const { id = '', file = '' } = ctx.params
    const known = ports.renderer.presenters().some((presenter) => presenter.id === id)
    if (!known || !PRESENTER_FILES.includes(file)) throw problem('not_found')
    ctx.set('Cache-Control', CATALOGUE_CACHING)
    const folder = ports.presentersDirs.find((dir) => existsSync(`${dir}/${id}`))
    if (folder === undefined) throw problem('not_found')
    await sendShipped(ctx, `${folder}/${id}/${file}`)
  })

  serve(`/sets/:id/${SET_FILE}`, async (ctx) => {
    const { id = '' } = ctx.params
    if (!ports.sets.some((set) => set.id === id)) throw problem('not_found')
    ctx.set('Cache-Control', CATALOGUE_CACHING)
    await sendShipped(ctx, `${ports.setsDir}/${id}/${SET_FILE}`)
  })

  serve(`/voices/:slug/${VOICE_FILE}`, async (ctx) => {
    const { slug = '' } = ctx.params
    if (!ports.voiceCatalogue.some(({ id }) => voiceSlug(id) === slug)) throw problem('not_found')
    ctx.set('Cache-Control', CATALOGUE_CACHING)
    await sendShipped(ctx, `${ports.voicesDir}/${slug}/${VOICE_FILE}`)
  })

  return router
}

/** Lets players and scripts of other sites use the media, including captions, and read why they do not get them. */
const embeddable: RouterMiddleware<ApiState> = async (ctx, next) => {
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  ctx.set('Access-Control-Allow-Origin', '*')
  ctx.set('Access-Control-Expose-Headers', TOLD_TO_SCRIPTS)
  await next()
}

/** Answers a browser that asks whether a script of another site may send a request (Fetch standard, "CORS-preflight"). */
const preflight: RouterMiddleware<ApiState> = (ctx) => {
  ctx.set('Allow', 'GET, HEAD, OPTIONS')
  ctx.set('Access-Control-Allow-Methods', 'GET, HEAD')
  ctx.set('Access-Control-Allow-Headers', SENT_BY_SCRIPTS)
  ctx.set('Access-Control-Max-Age', PREFLIGHT_SECONDS)
  ctx.status = 204
}

/** Sends a picture or film of a twin, or the film of a take, to whoever has a signed link to it. */
async function sendTwinFile(ctx: RouterContext<ApiState>, ports: ApiPorts): Promise<void> {
  const { twinId = '', file = '' } = ctx.params
  const { expires, signature } = ctx.query
  const link = { twinId, file, expires: String(expires), signature: String(signature) }
  if (!ports.mediaLinks.verifyTwin(link)) throw linkIsDead()
  // Signed by us, so it is the name of a file of a twin; the twin may have been withdrawn since.
  const key = await ports.twins.fileKey(twinId, file as TwinFileKind)
  if (key === null) throw linkIsDead()
  const isAsset = isTwinAsset(file)
  if (!isAsset) {
    ctx.set('Cross-Origin-Resource-Policy', 'same-origin')
    ctx.remove('Access-Control-Allow-Origin')
  }
  await sendFile(ctx, ports, {
    key,
    contentType: isAsset ? TWIN_ASSETS[file].contentType : await filmType(ports, file),
    expiresAt: expiryOf(ctx),
  })
}

/** A file of the media store, and how it is answered with. */
interface SentFile {
  readonly key: string
  readonly contentType: string
  readonly disposition?: string
  /** How long the client may get it from the store itself; null: never. */
  readonly expiresAt: Date | null
}

/** Sends the client to the store, if that answers clients; or sends the file. */
async function sendFile(
  ctx: RouterContext<ApiState>,
  { media }: Pick<ApiPorts, 'media'>,
  { key, contentType: type, disposition, expiresAt }: SentFile,
): Promise<void> {
  ctx.set('Cache-Control', 'private, no-store')
  const told = { contentType: type, ...(disposition !== undefined && { disposition }) }
  const method = ctx.method === 'HEAD' ? 'HEAD' : 'GET'
  const link = expiresAt && (await media.linkTo(key, { method, ...told, expiresAt }))
  if (link !== null) {
    ctx.redirect(link)
    return
  }
  if (disposition !== undefined) ctx.set('Content-Disposition', disposition)
  ctx.type = type
  await sendStoredFile(ctx, await media.open(key))
}

/**
 * Whether scripts of other sites read a file: captions and records. After a redirect, they would come from nowhere
 * (`Origin: null`), which no bucket can be told to trust but all of them.
 */
function isRead(asset: MediaAsset): boolean {
  return !['video', 'poster', 'small-poster'].includes(asset)
}

/** When a link that was found good ends. */
function expiryOf({ query }: RouterContext<ApiState>): Date {
  return new Date(Number(query['expires']) * 1_000)
}

/** The container of a take's film, without the codecs, which not every player knows by that name. */
async function filmType({ twinTakes }: Pick<ApiPorts, 'twinTakes'>, takeId: string): Promise<string> {
  return (await twinTakes.find(takeId))?.contentType.split(';')[0] ?? 'application/octet-stream'
}

function linkIsDead() {
  return problem('not_found', {
    message: 'This link is no longer valid. Retrieve the video or the twin again for a fresh link.',
  })
}

/** Sends a file that ships with the program, with support for ranges, ETag, HEAD and conditional requests. */
async function sendShipped(ctx: RouterContext<ApiState>, file: string): Promise<void> {
  // `send` writes to the raw response, which Koa has set to 404 until something is found.
  ctx.status = 200
  ctx.respond = false
  await new Promise<void>((resolve) => {
    ctx.res.once('close', resolve)
    // `send` decodes the path that it is given, and a folder name may contain a percent sign.
    send(ctx.req, encodeURI(file), { cacheControl: false, dotfiles: 'allow' })
      .on('error', (error: { status?: number }) => {
        ctx.res.statusCode = error.status ?? 500
        ctx.res.end()
      })
      .pipe(ctx.res)
  })
}
