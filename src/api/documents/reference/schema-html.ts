import { escapeHtml } from '../html.ts'
import { inlineMarkdown } from '../markdown.ts'
import type { Description, Parameter, Response, Schema } from './description.ts'
import { limitsOf } from './schema-limits.ts'

/** Named schemas whose fields can be unfolded where they are used. */
type Schemas = Description['components']['schemas']

/** An entry in a list of fields, parameters or headers. */
interface Member {
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
  readonly description?: string | undefined
}

/**
 * Renders the fields of an object; nested fields are collapsed.
 *
 * @param schemas those of named objects among the fields can be unfolded too; the others are only linked to.
 */
export function membersHtml(schema: Schema, schemas: Schemas = {}): string {
  const { properties = {}, required = [] } = schema
  return memberList(
    Object.entries(properties).map(([name, member]) => ({
      name,
      schema: member,
      required: required.includes(name),
    })),
    schemas,
  )
}

/** Renders parameters of one location: path, query or header. */
export function parametersHtml(parameters: readonly Parameter[]): string {
  return memberList(parameters.map((parameter) => ({ ...parameter, required: parameter.required === true })))
}

/** Renders the headers of a response. */
export function headersHtml({ headers = {} }: Response): string {
  return memberList(
    Object.entries(headers).map(([name, header]) => ({
      ...header,
      name,
      required: header.required === true,
    })),
  )
}

function memberList(members: readonly Member[], schemas: Schemas = {}): string {
  return `<dl class="members">${members.map((member) => memberHtml(member, schemas)).join('')}</dl>`
}

function memberHtml({ name, schema, required, description }: Member, schemas: Schemas): string {
  const { text, inner } = typeOf(schema, schemas)
  const usual = schema.default === undefined ? [] : [`default ${value(schema.default)}`]
  const facts = [text, ...limitsOf(schema), ...usual].join(' · ')
  const about = description ?? schema.description
  return `<dt><code>${escapeHtml(name)}</code> <span class="facts">${facts}</span>${
    required ? '' : ' <span class="optional">optional</span>'
  }</dt><dd>${about === undefined ? '' : inlineMarkdown(about)}${
    inner?.properties === undefined
      ? ''
      : `<details><summary>Fields</summary>${membersHtml(inner, schemas)}</details>`
  }</dd>`
}

/** A type in words, as HTML, and the object whose fields are listed below it. */
function typeOf(schema: Schema, schemas: Schemas): { text: string; inner?: Schema } {
  if (schema.$ref !== undefined) {
    const named = schemas[schema.$ref.split('/').at(-1) ?? '']
    return { text: referenceHtml(schema.$ref), ...(named && { inner: named }) }
  }
  if (schema.anyOf) {
    const parts = schema.anyOf.map((choice) => typeOf(choice, schemas))
    const inner = parts.find((part) => part.inner)?.inner
    return { text: parts.map(({ text }) => text).join(' or '), ...(inner && { inner }) }
  }
  if (schema.const !== undefined) return { text: value(schema.const) }
  const values = schema.enum ?? schema['x-extensible-enum']
  const orNull = [schema.type].flat().includes('null') ? ' or null' : ''
  if (values) return { text: values.map(value).join(' ') + orNull }
  if (schema.items) {
    const { text, inner } = typeOf(schema.items, schemas)
    return { text: `array of ${text}`, ...(inner && { inner }) }
  }
  if (typeof schema.additionalProperties === 'object') {
    return { text: `object of ${typeOf(schema.additionalProperties, schemas).text}` }
  }
  const type = [schema.type ?? 'any'].flat().join(' or ')
  return {
    text: schema.format === undefined ? type : `${type} (${schema.format})`,
    ...(schema.properties && { inner: schema }),
  }
}

/** Renders a link to where a named schema is described. */
export function referenceHtml(reference: string): string {
  const name = reference.split('/').at(-1) ?? ''
  return `<a href="/docs/api/objects#schema-${name}">${name}</a>`
}

function value(constant: unknown): string {
  return `<code>${escapeHtml(typeof constant === 'string' ? constant : JSON.stringify(constant))}</code>`
}
