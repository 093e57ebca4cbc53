import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import type Router from '@koa/router'

import { problem } from '../../domain/error/errors.ts'
import { EXAMPLE_SERVICE } from '../contract/example-service.ts'
import { createExactRouter } from '../exact-router.ts'
import type { ApiPorts } from '../ports.ts'
import type { ApiState } from '../state.ts'
import { openApi30 } from './openapi-3.0.ts'
import { openApiDocument } from '../v1/openapi.ts'
import { readAssets } from './assets.ts'
import { CHANGELOG_FEED_PATH, changelogFeed } from './changelog-feed.ts'
import type { DocumentPage } from './document-page.ts'
import { framedPage } from './frame.ts'
import { galleryPage } from './gallery-page.ts'
import type { GalleryPorts } from './gallery-page.ts'
import { guidePages } from './guides/guide-pages.ts'
import { CHANGELOG, LINKED_FILES } from './guides/guides.ts'
import { markdownPath } from './guides/links.ts'
import { llmsFullText, llmsText } from './llms-text.ts'
import { NO_SUCH_PAGE } from './no-such-page.ts'
import { referencePages } from './reference/reference-pages.ts'
import { searchIndex } from './search-index.ts'
import { sendDocument } from './send-document.ts'

/** What the documentation is made of. */
export type DocumentsPorts = Pick<ApiPorts, 'publicUrl' | 'docsDir' | 'sdkPackages'> & GalleryPorts

const MARKDOWN = 'text/markdown; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'

/** Routes of the documentation, for programs, people and language models, and of the SDKs. They need no API key. */
export function createDocumentsRouter(ports: DocumentsPorts): Router<ApiState> {
  const { publicUrl, docsDir, sdkPackages } = ports
  const router = createExactRouter()
  const description = openApiDocument(publicUrl)
  const pages = inOrder(guidePages(ports), galleryPage(ports), referencePages(description))

  const serve = (path: string, type: string, body: () => string | Buffer) =>
    serveBy(path, sendDocument(type, body))
  const serveBy = (path: string, send: ReturnType<typeof sendDocument>) => {
    router.get(path, (ctx) => {
      // Tools on other pages, such as an editor of OpenAPI documents, may read it too.
      ctx.set('Access-Control-Allow-Origin', '*')
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
      send(ctx)
    })
  }
  serve('/openapi.json', 'json', () => JSON.stringify(description))
  serve('/openapi-3.0.json', 'json', () => JSON.stringify(openApi30(description)))
  serve('/postman.json', 'json', () =>
    readFileSync(join(docsDir, 'postman.json'), 'utf8').replaceAll(EXAMPLE_SERVICE, publicUrl),
  )
  for (const file of sdkPackages) serve(`/sdk/${basename(file)}`, archiveType(file), () => readFileSync(file))
  serve('/llms.txt', PLAIN, () => llmsText(pages, publicUrl))
  serve('/llms-full.txt', PLAIN, () => llmsFullText(pages, publicUrl))
  serve(CHANGELOG_FEED_PATH, 'application/atom+xml; charset=utf-8', () =>
    changelogFeed(readFileSync(join(docsDir, CHANGELOG.file), 'utf8'), publicUrl),
  )
  serve('/docs/search.json', 'json', () => searchIndex(pages))
  for (const page of pages) {
    const sendPage = sendDocument('html', () => framedPage(page, pages))
    const sendMarkdown = sendDocument(MARKDOWN, page.markdown)
    router.get(page.path, (ctx) => {
      ctx.vary('Accept')
      // Language models ask for it; browsers name HTML.
      if (ctx.accepts('html', 'text/markdown') === 'text/markdown') sendMarkdown(ctx)
      else sendPage(ctx)
    })
    serveBy(markdownPath(page.path), sendMarkdown)
  }
  for (const { path, type, body } of readAssets()) serve(path, type, () => body)
  for (const [path, file] of Object.entries(LINKED_FILES)) {
    serve(path, file.endsWith('.json') ? 'json' : PLAIN, () => readFileSync(join(docsDir, file)))
  }
  for (const file of readdirSync(join(docsDir, 'images'))) {
    serve(`/docs/images/${file}`, file.endsWith('.webp') ? 'image/webp' : 'image/jpeg', () =>
      readFileSync(join(docsDir, 'images', file)),
    )
  }
  answerOthers(router, pages)
  return router
}

/** Answers at the addresses of the documentation where no page is. */
function answerOthers(router: Router<ApiState>, pages: readonly DocumentPage[]): void {
  // Other guides are at the name of their file.
  router.get('/docs/quickstart', (ctx) => {
    ctx.status = 301
    ctx.redirect('/docs')
  })
  router.get('/docs/*path', (ctx) => {
    // Programs are told so in the form of every error.
    if (ctx.accepts('json', 'html') !== 'html')
      throw problem('not_found', { message: 'The documentation has no page at this address.' })
    ctx.status = 404
    ctx.type = 'html'
    ctx.body = framedPage(NO_SUCH_PAGE, pages)
  })
}

/** The pages in the order of the menu: from a first video, over what an API client needs, to running the service. */
function inOrder(guides: DocumentPage[], gallery: DocumentPage, reference: DocumentPage[]): DocumentPage[] {
  const [quickstart, ...others] = guides
  const isForOperators = ({ group }: DocumentPage) => group === 'Operating'
  return [
    ...(quickstart ? [quickstart] : []),
    gallery,
    ...others.filter((page) => !isForOperators(page)),
    ...reference,
    ...others.filter(isForOperators),
  ]
}

/** A wheel of Python is a zip archive. */
function archiveType(file: string): string {
  return file.endsWith('.whl') ? 'application/zip' : 'application/gzip'
}
