import { existsSync } from 'node:fs'

import type Router from '@koa/router'
import type { RouterContext, RouterMiddleware } from '@koa/router'
import send from 'send'

import { problem } from '../domain/errors.ts'
import { contentType, downloadName, isMediaAsset, mediaKey } from '../domain/media-asset.ts'
import { voiceSlug } from '../domain/voice.ts'
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

/** One day: pictures of presenters and samples of voices change only with a release. */
const CATALOGUE_CACHING = 'public, max-age=86400'

/** Creates the routes for media: finished videos behind signed links, and public pictures and samples. */
export function createMediaRouter(ports: ApiPorts): Router<ApiState> {
  const router = createExactRouter('/media')
  router.use(embeddable)

  router.get('/videos/:videoId/:asset', async (ctx) => {
    const { videoId = '', asset = '' } = ctx.params
    const { expires, signature } = ctx.query
    const link = { videoId, asset, expires: String(expires), signature: String(signature) }
    // Forged, altered, expired and deleted links are deliberately indistinguishable.
    if (!ports.mediaLinks.verify(link) || !isMediaAsset(asset)) throw linkIsDead()
    if (!(await ports.videos.isReady(videoId))) throw linkIsDead()
    ctx.set('Cache-Control', 'private, no-store')
    ctx.set('Content-Disposition', `inline; filename="${downloadName(videoId, asset)}"`)
    ctx.type = contentType(asset)
    await sendStoredFile(ctx, await ports.media.open(mediaKey(videoId, asset)))
  })

  router.get('/presenters/:id/:file', async (ctx) => {
    const { id = '', file = '' } = ctx.params
    const known = ports.renderer.presenters().some((presenter) => presenter.id === id)
    if (!known || !PRESENTER_FILES.includes(file)) throw problem('not_found')
    ctx.set('Cache-Control', CATALOGUE_CACHING)
    const folder = ports.presentersDirs.find((dir) => existsSync(`${dir}/${id}`))
    if (folder === undefined) throw problem('not_found')
    await sendFile(ctx, `${folder}/${id}/${file}`)
  })

  router.get(`/sets/:id/${SET_FILE}`, async (ctx) => {
    const { id = '' } = ctx.params
    if (!ports.sets.some((set) => set.id === id)) throw problem('not_found')
    ctx.set('Cache-Control', CATALOGUE_CACHING)
    await sendFile(ctx, `${ports.setsDir}/${id}/${SET_FILE}`)
  })

  router.get(`/voices/:slug/${VOICE_FILE}`, async (ctx) => {
    const { slug = '' } = ctx.params
    if (!ports.voiceCatalogue.some(({ id }) => voiceSlug(id) === slug)) throw problem('not_found')
    ctx.set('Cache-Control', CATALOGUE_CACHING)
    await sendFile(ctx, `${ports.voicesDir}/${slug}/${VOICE_FILE}`)
  })

  return router
}

/** Lets players on other sites embed the media, including captions. */
const embeddable: RouterMiddleware<ApiState> = async (ctx, next) => {
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  ctx.set('Access-Control-Allow-Origin', '*')
  await next()
}

function linkIsDead() {
  return problem('not_found', {
    message: 'This link is no longer valid. Retrieve the video again for a fresh link.',
  })
}

/** Sends a file that ships with the program, with support for ranges, ETag, HEAD and conditional requests. */
async function sendFile(ctx: RouterContext<ApiState>, file: string): Promise<void> {
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
