import type Router from '@koa/router'

import { createExactRouter } from '../exact-router.ts'
import type { ApiPorts } from '../ports.ts'
import type { ApiState } from '../state.ts'
import { openApiDocument } from '../v1/openapi.ts'
import { errorsDocument } from './errors-document.ts'
import { markdown } from './html.ts'
import { llmsText } from './llms-text.ts'
import { htmlPage } from './page.ts'
import { referencePage } from './reference/reference-page.ts'
import { sendDocument } from './send-document.ts'

/** Routes of the API documentation, for programs, people and language models. They need no API key. */
export function createDocumentsRouter({ publicUrl }: Pick<ApiPorts, 'publicUrl'>): Router<ApiState> {
  const router = createExactRouter()
  const description = openApiDocument(publicUrl)
  const errors = errorsDocument()

  const documents = {
    '/openapi.json': { type: 'json', body: JSON.stringify(description) },
    '/docs': { type: 'html', body: referencePage(description) },
    '/docs/errors': { type: 'html', body: errorsPage(errors) },
    '/docs/errors.md': { type: 'text/markdown; charset=utf-8', body: errors },
    '/llms.txt': { type: 'text/plain; charset=utf-8', body: llmsText(description, publicUrl) },
  }
  for (const [path, { type, body }] of Object.entries(documents)) {
    const send = sendDocument(type, body)
    router.get(path, (ctx) => {
      // Tools on other pages, such as an editor of OpenAPI documents, may read it too.
      ctx.set('Access-Control-Allow-Origin', '*')
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
      send(ctx)
    })
  }
  return router
}

function errorsPage(document: string): string {
  const crumbs = '<p class="crumbs"><a href="/docs">API reference</a> / Errors</p>'
  return htmlPage({ title: 'Errors', content: `<main class="column">${crumbs}${markdown(document)}</main>` })
}
