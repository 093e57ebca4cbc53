import { LANGUAGES } from '../../../domain/video/request-snippet.ts'
import type { Description, Operation, Parameter, Schema } from './description.ts'
import { operationSnippets } from './operation-snippets.ts'
import { bodyOf, firstExample, redirectOf, streamOf } from './placed.ts'
import type { Placed } from './placed.ts'
import { limitsOf } from './schema-limits.ts'

type Schemas = Description['components']['schemas']

const FENCES: Readonly<Record<string, string>> = { curl: 'sh', Node: 'js', Python: 'py' }

/** One operation in Markdown, with all that its page shows. */
export function operationText(placed: Placed, schemas: Schemas): string {
  const { operation, method, path } = placed
  const { parameters = [], responses } = operation
  const body = bodyOf(operation, schemas)
  const snippets = operationSnippets(placed)
  return join([
    `# ${operation.summary}`,
    `\`${method} ${path}\``,
    operation.description,
    parameters.length > 0 && `## Parameters\n\n${parameters.map(parameterText).join('\n')}`,
    body && `## Body\n\n${body.description ?? ''}\n\n${fieldsText(body)}`,
    `## Request\n\n${LANGUAGES.map((language) => fence(FENCES[language] ?? '', snippets[language] ?? '')).join('\n\n')}`,
    '## Responses',
    ...Object.entries(responses).map(([status, { description }]) => `### ${status}\n\n${description}`),
    answerText(operation),
  ])
}

function answerText(operation: Operation): string | false {
  const heading = '## Example of a response'
  const redirect = redirectOf(operation)
  if (redirect !== undefined) return `${heading}\n\n${fence('', `Location: ${redirect}`)}`
  const stream = streamOf(operation)
  if (stream !== undefined) return `${heading}\n\n${fence('', stream)}`
  return exampleText(heading, firstExample(Object.values(operation.responses)[0]?.content))
}

/** One webhook event in Markdown. */
export function eventText(event: string, operation: Operation, schemas: Schemas): string {
  const { parameters = [] } = operation
  const body = bodyOf(operation, schemas)
  return join([
    `# ${operation.summary}`,
    `Event \`${event}\``,
    operation.description,
    parameters.length > 0 && `## Headers\n\n${parameters.map(parameterText).join('\n')}`,
    body && `## Body\n\n${fieldsText(body)}`,
    exampleText('## Example', firstExample(operation.requestBody?.content)),
  ])
}

/** The fields of an object as a list in Markdown. */
export function fieldsText({ properties = {}, required = [] }: Schema): string {
  return Object.entries(properties)
    .map(([name, field]) => {
      const need = required.includes(name) ? 'required' : 'optional'
      const facts = [typeText(field), ...limitsOf(field), need].join(', ')
      return `- \`${name}\` (${facts})${field.description === undefined ? '' : `: ${field.description}`}`
    })
    .join('\n')
}

function parameterText({ name, in: place, required, schema, description = '' }: Parameter): string {
  const facts = [place, typeText(schema), ...limitsOf(schema), ...(required ? ['required'] : [])].join(', ')
  return `- \`${name}\` (${facts}): ${description}`
}

function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const values = schema.enum ?? schema['x-extensible-enum']
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.items) return `array of ${typeText(schema.items)}`
  return [schema.type ?? 'any'].flat().join(' or ')
}

function exampleText(heading: string, example: unknown): string | false {
  return example !== undefined && `${heading}\n\n${fence('json', JSON.stringify(example, null, 2))}`
}

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``
}

function join(parts: readonly (string | false | undefined)[]): string {
  return `${parts.filter(Boolean).join('\n\n')}\n`
}
