import type { OpenApiDocument } from '../../v1/openapi.ts'
import { codeTabs } from '../code-block.ts'
import type { DocumentPage } from '../document-page.ts'
import { escapeHtml } from '../html.ts'
import { inlineMarkdown, markdown } from '../markdown.ts'
import { readDescription } from './description.ts'
import type { Description } from './description.ts'
import { eventHtml, methodHtml, operationHtml } from './operation-html.ts'
import { operationSnippets } from './operation-snippets.ts'
import { eventText, fieldsText, operationText } from './operation-text.ts'
import { operationPath, operationsOf } from './placed.ts'
import type { Placed } from './placed.ts'
import { membersHtml } from './schema-html.ts'

/** The reference as pages: an overview, one for each operation and event, and one with all objects. */
export function referencePages(document: OpenApiDocument): DocumentPage[] {
  const description = readDescription(document)
  const operations = operationsOf(description)
  const { schemas } = description.components
  return [
    overviewPage(description, operations),
    ...operations.map((placed): DocumentPage => ({
      path: operationPath(placed.operation.operationId),
      title: placed.operation.summary,
      label: placed.operation.summary,
      group: placed.operation.tags?.[0] ?? '',
      method: placed.method,
      summary: `${placed.method} ${placed.path}`,
      markdown: () => operationText(placed, schemas),
      html: () => operationHtml(placed, schemas),
      sections: () => [],
      isWide: true,
    })),
    ...Object.entries(description.webhooks).map(([event, { post }]): DocumentPage => ({
      path: operationPath(post.operationId),
      title: post.summary,
      label: post.summary,
      group: 'Events',
      method: 'EVENT',
      summary: event,
      markdown: () => eventText(event, post, schemas),
      html: () => eventHtml(event, post, schemas),
      sections: () => [],
      isWide: true,
    })),
    objectsPage(description),
  ]
}

function overviewPage({ info, servers, tags }: Description, operations: readonly Placed[]): DocumentPage {
  const server = servers[0]?.url ?? ''
  const first = operations.find(({ path }) => path === '/me')
  const groupHtml = ({ name, description }: Description['tags'][number]): string => {
    const rows = operations
      .filter(({ operation }) => operation.tags?.includes(name))
      .map(
        ({ operation, method, path }) =>
          `<tr><td>${methodHtml(method)}</td><td><code>${escapeHtml(path)}</code></td><td><a href="${operationPath(operation.operationId)}">${escapeHtml(operation.summary)}</a></td></tr>`,
      )
    const id = name.toLowerCase()
    return `<h2 id="${id}">${escapeHtml(name)}</h2><p>${inlineMarkdown(description)}</p>
<div class="wide" tabindex="0" role="group" aria-label="${escapeHtml(name)}"><table><thead><tr><th>Method</th><th>Path</th><th>Operation</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  }
  const facts = (
    openApi: string,
  ) => `The base URL is \`${server}\`. Every request needs an API key in its \`Authorization\` header. The whole API is also
described in [an OpenAPI 3.1 document](${openApi}), from which tools generate clients.`
  const list = operations.map(
    ({ operation, method, path }) => `- \`${method} ${path}\`: ${operation.summary}`,
  )
  return {
    path: '/docs/api',
    title: 'API reference',
    label: 'Overview',
    group: 'API reference',
    summary: 'The base URL, authentication, and all operations.',
    markdown: () =>
      `# API reference\n\n${info.description}\n\n${facts(new URL('/openapi.json', server).href)}\n\n${list.join('\n')}\n`,
    html: () => `<h1>API reference</h1><p class="note">Version ${escapeHtml(info.version)}</p>
${markdown(info.description)}${markdown(facts('/openapi.json'))}${first ? codeTabs(operationSnippets(first)) : ''}${tags.map(groupHtml).join('')}`,
    sections: () => tags.map(({ name }) => ({ id: name.toLowerCase(), title: name, level: 2 })),
  }
}

function objectsPage({ components }: Description): DocumentPage {
  const objects = Object.entries(components.schemas).toSorted(([a], [b]) => a.localeCompare(b, 'en'))
  // Made when somebody reads it: there are many objects, and every process that starts would wait for them.
  const objectHtml = ([name, schema]: (typeof objects)[number]): string =>
    `<section><h2 id="schema-${name}">${name}</h2><p>${inlineMarkdown(schema.description ?? '')}</p>${membersHtml(schema)}</section>`
  const objectText = ([name, schema]: (typeof objects)[number]): string =>
    `## ${name}\n\n${schema.description ?? ''}\n\n${fieldsText(schema)}`
  return {
    path: '/docs/api/objects',
    title: 'Objects',
    label: 'Objects',
    group: 'API reference',
    summary: 'The fields of every object in requests and responses.',
    markdown: () => `# Objects\n\n${objects.map(objectText).join('\n\n')}\n`,
    html: () =>
      `<h1>Objects</h1><p>The fields of every object in requests and responses.</p>${objects.map(objectHtml).join('')}`,
    sections: () => objects.map(([name]) => ({ id: `schema-${name}`, title: name, level: 2 })),
  }
}
