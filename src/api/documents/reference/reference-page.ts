import type { OpenApiDocument } from '../../v1/openapi.ts'
import { escapeHtml, inlineMarkdown, markdown } from '../html.ts'
import { htmlPage } from '../page.ts'
import { readDescription } from './description.ts'
import type { Description, Operation } from './description.ts'
import { methodHtml, operationHtml, webhookHtml } from './operation-html.ts'
import { REFERENCE_STYLE } from './reference-style.ts'
import { membersHtml } from './schema-html.ts'

interface Placed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** Renders the whole API reference as one page from the OpenAPI document. */
export function referencePage(document: OpenApiDocument): string {
  const description = readDescription(document)
  const { info } = description
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Placed => ({ method, path, operation })),
  )
  // Twice, as without a script a list cannot be open on a wide screen and folded on a small one.
  const list = contents(description, operations)
  const content = `<div class="layout">
<nav class="beside" aria-label="Contents"><b>${escapeHtml(info.title)}</b>${list}</nav>
<details class="folded"><summary>${escapeHtml(info.title)}</summary><nav aria-label="Contents">${list}</nav></details>
<main>
${introduction(description)}
${description.tags.map((tag) => chapter(tag, description, operations)).join('')}
${webhooksChapter(description)}
${schemasChapter(description)}
</main></div>`
  return htmlPage({ title: info.title, content, style: REFERENCE_STYLE })
}

function contents({ tags, webhooks, components }: Description, operations: readonly Placed[]): string {
  const lists = tags.map(({ name }) => {
    const links = operations
      .filter(({ operation }) => operation.tags?.includes(name))
      .map(({ method, operation }) => contentsLine(operation, methodHtml(method)))
    return `<b>${escapeHtml(name)}</b><ul>${links.join('')}</ul>`
  })
  const events = Object.values(webhooks).map(({ post }) => contentsLine(post, methodHtml('event')))
  const schemas = Object.keys(components.schemas).map(
    (name) => `<li><a href="#schema-${name}">${name}</a></li>`,
  )
  return `<ul><li><a href="#top">Introduction</a></li><li><a href="/docs/errors">Errors</a></li>
<li><a href="/openapi.json">OpenAPI document</a></li></ul>
${lists.join('')}<b>Webhooks</b><ul>${events.join('')}</ul><b>Objects</b><ul>${schemas.join('')}</ul>`
}

function contentsLine({ operationId, summary }: Operation, badge: string): string {
  return `<li><a href="#${operationId}">${escapeHtml(summary)}${badge}</a></li>`
}

function introduction({ info, servers }: Description): string {
  const server = escapeHtml(servers[0]?.url ?? '')
  return `<section id="top" class="intro"><div class="told">
<h1>${escapeHtml(info.title)}</h1><p class="version">Version ${escapeHtml(info.version)}</p>
${markdown(info.description)}
</div><div class="shown"><h4>Base URL</h4><pre><code>${server}</code></pre>
<h4>Authentication</h4><pre><code>curl ${server}/me \\
  -H "Authorization: Bearer $API_KEY"</code></pre></div></section>`
}

function chapter(tag: Description['tags'][number], description: Description, operations: readonly Placed[]) {
  const server = description.servers[0]?.url ?? ''
  const articles = operations
    .filter(({ operation }) => operation.tags?.includes(tag.name))
    .map(({ operation, method, path }) =>
      operationHtml(operation, { method, path, server }, description.components.schemas),
    )
  return `<section><h2>${escapeHtml(tag.name)}</h2><p>${inlineMarkdown(tag.description)}</p>${articles.join('')}</section>`
}

function webhooksChapter({ webhooks, components }: Description): string {
  const articles = Object.entries(webhooks).map(([event, { post }]) =>
    webhookHtml(event, post, components.schemas),
  )
  return `<section><h2>Webhooks</h2><p>The service sends these events when a video is ready or has failed.</p>${articles.join('')}</section>`
}

function schemasChapter({ components }: Description): string {
  const sections = Object.entries(components.schemas).map(
    ([name, schema]) => `<article class="object" id="schema-${name}"><div class="told"><h3>${name}</h3>
<p>${inlineMarkdown(schema.description ?? '')}</p>${membersHtml(schema)}</div></article>`,
  )
  return `<section><h2>Objects</h2>${sections.join('')}</section>`
}
