import { escapeHtml, inlineMarkdown, jsonHtml, markdown } from '../html.ts'
import type { Content, Operation, Response, Schema } from './description.ts'
import { headersHtml, membersHtml, parametersHtml, referenceHtml } from './schema-html.ts'

/** The method, path and server of an operation. */
export interface Place {
  readonly method: string
  readonly path: string
  readonly server: string
}

/** The locations of request parameters, in display order, with their headings. */
const PARAMETER_PLACES = { path: 'Path', query: 'Query', header: 'Headers' }

/** Renders one operation: its description, parameters and responses on the left, examples on the right. */
export function operationHtml(operation: Operation, place: Place, schemas: Readonly<Record<string, Schema>>) {
  const { operationId, summary, description, responses } = operation
  return `<article id="${operationId}">
<div class="told">
<h3>${escapeHtml(summary)} <a class="anchor" href="#${operationId}" aria-label="Link to this">#</a></h3>
<p class="place">${methodHtml(place.method)} <code>${escapeHtml(place.path)}</code></p>
${markdown(description)}
${requestHtml(operation, schemas)}
<h4>Responses</h4>
${Object.entries(responses)
  .map(([status, response]) => responseHtml(status, response))
  .join('')}
</div>
<div class="shown">
<h4>Request</h4><pre><code>${curlHtml(operation, place)}</code></pre>
<h4>Response</h4>${exampleHtml(firstAnswer(operation))}
</div>
</article>`
}

/** Renders one webhook event: its description, headers and body, with an example. */
export function webhookHtml(
  event: string,
  operation: Operation,
  schemas: Readonly<Record<string, Schema>>,
): string {
  const body = bodyOf(operation, schemas)
  return `<article id="${operation.operationId}">
<div class="told">
<h3>${escapeHtml(operation.summary)} <a class="anchor" href="#${operation.operationId}" aria-label="Link to this">#</a></h3>
<p class="place">${methodHtml('post')} <code>${escapeHtml(event)}</code></p>
${markdown(operation.description)}
<h4>Headers</h4>${parametersHtml(operation.parameters ?? [])}
<h4>Body</h4>${body ? membersHtml(body) : ''}
</div>
<div class="shown"><h4>Example</h4>${exampleHtml(operation.requestBody?.content)}</div>
</article>`
}

/** Renders an HTTP method as a coloured label. */
export function methodHtml(method: string): string {
  return `<span class="method ${method}">${method.toUpperCase()}</span>`
}

function requestHtml(operation: Operation, schemas: Readonly<Record<string, Schema>>) {
  const { parameters = [] } = operation
  const lists = Object.entries(PARAMETER_PLACES).flatMap(([place, heading]) => {
    const here = parameters.filter((parameter) => parameter.in === place)
    return here.length === 0 ? [] : [`<h4>${heading}</h4>${parametersHtml(here)}`]
  })
  const body = bodyOf(operation, schemas)
  if (body) lists.push(`<h4>Body</h4><p>${inlineMarkdown(body.description ?? '')}</p>${membersHtml(body)}`)
  return lists.join('')
}

/** The schema of a request's body, which may be one of the named ones. */
function bodyOf({ requestBody }: Operation, schemas: Readonly<Record<string, Schema>>): Schema | undefined {
  const schema = requestBody?.content['application/json']?.schema
  return schema?.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1) ?? '']
}

function responseHtml(status: string, response: Response): string {
  const schema = response.content?.['application/json']?.schema
  const family = status === 'default' ? 'other' : `s${status[0]}`
  const codes = [...response.description.matchAll(/^`(\w+)`:/gmu)].map(([, code]) => `<code>${code}</code>`)
  const title = codes.length > 0 ? codes.join(' ') : (schema?.$ref && referenceHtml(schema.$ref)) || ''
  const label = status === 'default' ? 'other' : status
  return `<details class="answer"><summary><b class="${family}">${label}</b> ${title}</summary>
${markdown(response.description)}${headersHtml(response)}</details>`
}

function firstAnswer({ responses }: Operation): Content | undefined {
  return Object.values(responses)[0]?.content
}

function exampleHtml(content: Content | undefined): string {
  return `<pre><code>${jsonHtml(firstExample(content))}</code></pre>`
}

function firstExample(content: Content | undefined): unknown {
  const { example, examples = {} } = content?.['application/json'] ?? {}
  return example ?? Object.values(examples)[0]?.value
}

/** The request as a curl command that works when pasted, with `$API_KEY` set. */
function curlHtml({ parameters = [], requestBody }: Operation, { method, path, server }: Place): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const example = parameters.find((parameter) => parameter.name === name)?.schema.example
    return typeof example === 'string' ? example : name
  })
  const verb = method === 'get' ? '' : ` -X ${method.toUpperCase()}`
  const lines = [`curl${verb} ${server}${address}`, '-H "Authorization: Bearer $API_KEY"']
  if (parameters.some(({ name }) => name === 'Idempotency-Key'))
    // The same at each try, or a retry would make another video.
    lines.push('-H "Idempotency-Key: $KEY_OF_THIS_VIDEO"')
  if (requestBody) {
    lines.push('-H "Content-Type: application/json"')
    lines.push(
      `-d '${JSON.stringify(firstExample(requestBody.content), null, 2).replaceAll("'", String.raw`'\''`)}'`,
    )
  }
  return escapeHtml(lines.join(' \\\n  '))
}
