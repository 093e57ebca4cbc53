import { codeBlock, codeTabs, jsonBlock } from '../code-block.ts'
import { escapeHtml } from '../html.ts'
import { inlineMarkdown, markdown } from '../markdown.ts'
import type { Description, Operation, Response } from './description.ts'
import { operationSnippets } from './operation-snippets.ts'
import { bodyOf, firstExample, redirectOf, streamOf } from './placed.ts'
import type { Placed } from './placed.ts'
import { headersHtml, membersHtml, parametersHtml, referenceHtml } from './schema-html.ts'
import { tryItHtml } from './try-it-html.ts'

type Schemas = Description['components']['schemas']

/** The locations of request parameters, in display order, with their headings. */
const PARAMETER_PLACES = { path: 'Path', query: 'Query', header: 'Headers' }

/** Renders one operation: its description, parameters and responses on the left, examples on the right. */
export function operationHtml(placed: Placed, schemas: Schemas): string {
  const { operation, method, path } = placed
  return `<div class="columns"><div class="told">
<h1>${escapeHtml(operation.summary)}</h1>
<p class="place">${methodHtml(method)} <code>${escapeHtml(path)}</code></p>
${markdown(operation.description)}
${requestHtml(operation, schemas)}
<h2 id="responses">Responses</h2>
${Object.entries(operation.responses)
  .map(([status, response]) => responseHtml(status, response))
  .join('')}
</div>
<div class="shown">
<h2 id="request">Request</h2>${codeTabs(operationSnippets(placed))}
<h2 id="response">Response</h2>${answerHtml(operation)}
${(streamOf(operation) ?? redirectOf(operation)) === undefined ? tryItHtml(placed) : ''}
</div></div>`
}

function answerHtml(operation: Operation): string {
  const redirect = redirectOf(operation)
  const text = redirect === undefined ? streamOf(operation) : `Location: ${redirect}`
  return text === undefined
    ? jsonBlock(firstExample(Object.values(operation.responses)[0]?.content))
    : codeBlock({ language: '', text })
}

/** Renders one webhook event: its description and body, with headers and an example where they are described. */
export function eventHtml(event: string, operation: Operation, schemas: Schemas): string {
  const { parameters = [] } = operation
  const body = bodyOf(operation, schemas)
  const example = firstExample(operation.requestBody?.content)
  return `<div class="columns"><div class="told">
<h1>${escapeHtml(operation.summary)}</h1>
<p class="place">${methodHtml('EVENT')} <code>${escapeHtml(event)}</code></p>
${markdown(operation.description)}
<p>The guide <a href="/docs/webhooks">Webhooks</a> shows how to verify a delivery and what to answer.</p>
${parameters.length === 0 ? '' : `<h2 id="headers">Headers</h2>${parametersHtml(parameters)}`}
<h2 id="body">Body</h2>${body ? membersHtml(body, schemas) : ''}
</div>
${example === undefined ? '' : `<div class="shown"><h2 id="example">Example</h2>${jsonBlock(example)}</div>`}</div>`
}

/** Renders an HTTP method as a coloured label. */
export function methodHtml(method: string): string {
  return `<span class="method ${method.toLowerCase()}">${method}</span>`
}

function requestHtml(operation: Operation, schemas: Schemas): string {
  const { parameters = [] } = operation
  const lists = Object.entries(PARAMETER_PLACES).flatMap(([place, heading]) => {
    const here = parameters.filter((parameter) => parameter.in === place)
    return here.length === 0 ? [] : [`<h2 id="${place}">${heading}</h2>${parametersHtml(here)}`]
  })
  const body = bodyOf(operation, schemas)
  if (body) {
    lists.push(
      `<h2 id="body">Body</h2><p>${inlineMarkdown(body.description ?? '')}</p>${membersHtml(body, schemas)}`,
    )
  }
  return lists.join('')
}

function responseHtml(status: string, response: Response): string {
  const reference = response.content?.['application/json']?.schema.$ref
  const family = status === 'default' ? 'other' : `s${status[0]}`
  const codes = [...response.description.matchAll(/^`(\w+)`:/gmu)].map(([, code]) => `<code>${code}</code>`)
  const title = codes.length > 0 ? codes.join(' ') : (reference?.split('/').at(-1) ?? '')
  const object = reference === undefined ? '' : `<p>Body: ${referenceHtml(reference)}</p>`
  const label = status === 'default' ? 'other' : status
  return `<details class="answer"><summary><b class="${family}">${label}</b> ${title}</summary>
${markdown(response.description)}${object}${refusalsHtml(status, response)}${headersHtml(response)}</details>`
}

/** What each refusal looks like; the answer of success has its place beside. */
function refusalsHtml(status: string, { content }: Response): string {
  if (status.startsWith('2')) return ''
  const { examples = {} } = content?.['application/json'] ?? {}
  return Object.values(examples)
    .map(({ value }) => jsonBlock(value))
    .join('')
}
