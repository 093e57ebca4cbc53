import { docstring, pythonClass } from './python-class.ts'
import type { Member } from './python-class.ts'
import { enumeration, literal, pascal, PythonNames } from './python-names.ts'
import type { Schema } from './python-names.ts'

/** Where the SDK has them. */
export const PYTHON_TYPES = 'sdk/python/src/presenter_video/types.py'

/** As much of an operation as the SDK is made of. */
export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly { name: string; in: string; description?: string; schema: Schema }[]
  readonly requestBody?: unknown
  readonly responses: Readonly<Record<string, unknown>>
}

/** As much of the description. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: unknown
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const HEAD = `"""What the API takes and returns, made of its description by \`npm run sdk-types\`: not to be edited."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict

from ._model import Model
`

/** Errors have classes of their own, and their problems are looked at by it. */
const BESIDE = 'FieldProblem'

/**
 * The types of the Python SDK: frozen dataclasses of what the API returns, and typed dictionaries of what it takes.
 *
 * @param text the OpenAPI document.
 */
export function pythonTypes(text: string): string {
  const description = JSON.parse(text) as Description
  const operations = Object.values(description.paths).flatMap((path) => Object.values(path))
  const { schemas } = description.components
  const taken = reached(schemas, ...operations.map(({ requestBody }) => requestBody))
  const returned = reached(
    schemas,
    description.webhooks,
    { $ref: BESIDE },
    ...operations.map(({ responses }) => successes(responses)),
  )
  const parts = [
    ...filters(operations),
    ...Object.entries(schemas).flatMap(([name, schema]) => {
      if (taken.has(name)) return takenType(name, schema, schemas)
      return returned.has(name) && !isPage(schema) ? returnedTypes(name, schema, schemas) : []
    }),
  ]
  return [HEAD, ...parts].join('\n\n').trimEnd() + '\n'
}

const METADATA_FILTER: Member = {
  name: 'metadata',
  type: 'Mapping[str, str]',
  doc: 'All pairs must match.',
  isRequired: false,
}

/** The names of the schemas that something leads to, directly or through others. */
function reached(schemas: Description['components']['schemas'], ...roots: readonly unknown[]): Set<string> {
  const found = new Set<string>()
  const follow = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part ?? null).matchAll(
      /"\$ref":"(?:[^"]*\/schemas\/)?([^"/]+)"/gu,
    )) {
      if (found.has(name!) || !(name! in schemas)) continue
      found.add(name!)
      follow(schemas[name!])
    }
  }
  for (const root of roots) follow(root)
  return found
}

/** The answers when all is well. */
export function successes(responses: Operation['responses']): unknown {
  return Object.entries(responses).flatMap(([status, response]) => (status.startsWith('2') ? [response] : []))
}

/** Pages are objects of their own in the SDK, with their items. */
export function isPage({ properties = {} }: Schema): boolean {
  return 'has_more' in properties && 'next_before' in properties
}

/** What a list can be narrowed by: the parameters of its query. */
function filters(operations: readonly Operation[]): string[] {
  return operations.flatMap(({ operationId, parameters = [] }) => {
    const query = parameters.filter((parameter) => parameter.in === 'query')
    if (!operationId.startsWith('list') || query.length === 0) return []
    const names = new PythonNames({}, 'takes')
    const members: Member[] = query.map(({ name, description, schema }) => ({
      name,
      type: names.typeOf(schema),
      doc: description ?? schema.description,
      isRequired: false,
    }))
    const name = pascal(operationId)
    // Each pair of metadata is a parameter of its own, and so not in the description.
    if (name === 'ListVideos') members.push(METADATA_FILTER)
    return [pythonClass({ name, kind: 'TypedDict', doc: 'Which items are listed.', members })]
  })
}

function takenType(name: string, schema: Schema, schemas: Description['components']['schemas']): string[] {
  const values = enumeration(schema)
  if (values) return [`${name} = ${literal(values)}\n${docstring(schema.description ?? name)}`]
  if (schema.properties === undefined) return []
  // It is an argument of its own, and goes by the header.
  const { idempotency_key: _, ...properties } = schema.properties
  const members = membersOf({ ...schema, properties }, new PythonNames(schemas, 'takes'), name)
  return [pythonClass({ name, kind: 'TypedDict', doc: schema.description, members })]
}

/** The class, after those of the objects in it. */
function returnedTypes(
  name: string,
  schema: Schema,
  schemas: Description['components']['schemas'],
): string[] {
  const values = enumeration(schema)
  if (values) return [`${name} = ${literal(values)} | str\n${docstring(schema.description ?? name)}`]
  if (schema.properties === undefined) return []
  const names = new PythonNames(schemas, 'returns')
  const members = membersOf(schema, names, name)
  const inner = [...names.inner].flatMap(([part, of]) =>
    returnedTypes(part, { description: `A part of \`${name}\`.`, ...of }, schemas),
  )
  return [...inner, pythonClass({ name, kind: 'Model', doc: schema.description, members })]
}

function membersOf(schema: Schema, names: PythonNames, parent: string): Member[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    type: names.typeOf(property, parent + pascal(name)),
    doc: property.description,
    isRequired: schema.required?.includes(name) === true,
  }))
}
