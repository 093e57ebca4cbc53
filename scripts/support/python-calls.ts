import { docstring } from './python-class.ts'
import { isPage, successes } from './python-types.ts'
import type { Description, Operation } from './python-types.ts'
import { pascal } from './python-names.ts'

/** Where the SDK has them. */
export const PYTHON_CALLS = 'sdk/python/src/presenter_video/_async/calls.py'

/** The classes, and for each method the operation that it calls. Where there is more to it, another class goes on by hand. */
const CLASSES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AccountCalls: { me: 'getMe', usage: 'getUsage' },
  VideoCalls: {
    get: 'getVideo',
    list: 'listVideos',
    update: 'updateVideo',
    delete: 'deleteVideo',
    estimate: 'estimateVideo',
    script: 'getVideoScript',
  },
  BatchCalls: { create: 'createBatch', get: 'getBatch', list: 'listBatches', cancel: 'cancelBatch' },
  Presenters: { list: 'listPresenters' },
  Voices: { list: 'listVoices' },
  Twins: { list: 'listTwins' },
  Sets: { list: 'listSets' },
  Pronunciations: {
    list: 'listPronunciations',
    get: 'getPronunciation',
    set: 'setPronunciation',
    delete: 'deletePronunciation',
  },
  Ledger: { list: 'listLedgerEntries' },
  AccountWebhook: {
    get: 'getWebhookEndpoint',
    set: 'setWebhookEndpoint',
    delete: 'deleteWebhookEndpoint',
    rotate_secret: 'rotateWebhookSecret',
  },
  EventEndpoints: {
    create: 'createEventEndpoint',
    list: 'listEventEndpoints',
    get: 'getEventEndpoint',
    update: 'updateEventEndpoint',
    delete: 'deleteEventEndpoint',
    test: 'testEventEndpoint',
    rotate_secret: 'rotateEventEndpointSecret',
    recover: 'recoverEvents',
  },
  WebhookEvents: {
    list: 'listWebhookEvents',
    get: 'getWebhookEvent',
    redeliver: 'redeliverWebhookEvent',
  },
  WebhookCalls: { test: 'testWebhook' },
}

/** What a class has beside its methods: other classes, by the names of its members. */
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AccountCalls: {
    presenters: 'Presenters',
    voices: 'Voices',
    twins: 'Twins',
    sets: 'Sets',
    pronunciations: 'Pronunciations',
    ledger: 'Ledger',
  },
  WebhookCalls: { endpoint: 'AccountWebhook', endpoints: 'EventEndpoints', events: 'WebhookEvents' },
}

/** An operation with what an address and a method make of it. */
interface Call {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/**
 * The calls of the Python SDK that do no more than the operations of the API.
 *
 * @param text the OpenAPI document.
 */
export function pythonCalls(text: string): string {
  const description = JSON.parse(text) as Description
  const types = new Set<string>()
  const classes = Object.entries(CLASSES).map(([name, methods]) => {
    const calls = Object.entries(methods).map(([method, id]) => findCall(description, method, id))
    const texts = calls.map((call) => methodOf(call, description, types))
    const parts = Object.entries(PARTS[name] ?? {}).map(
      ([member, part]) => `        self.${member} = Async${part}(api)\n`,
    )
    return `class Async${name}:\n${docstring(docOf(name), '    ')}
    def __init__(self, api: AsyncApi) -> None:
        self._api = api
${parts.join('')}
${texts.join('\n')}`
  })
  return [head([...types].toSorted()), ...classes].join('\n\n').trimEnd() + '\n'
}

function head(types: readonly string[]): string {
  return `"""The operations of the API, made of its description by \`npm run sdk-types\`: not to be edited."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from .._wire import Answer, Request, part
from ..types import (
${types.map((type) => `    ${type},\n`).join('')})
from .api import AsyncApi
from .endpoint import endpoint
from .list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack
`
}

/** `WebhookEvents` → `Calls of the API about webhook events.` */
function docOf(name: string): string {
  const words = name.replace(/Calls$/u, '').replaceAll(/\B[A-Z]/gu, ' $&')
  return `Calls of the API: ${words.toLowerCase()}.`
}

function findCall({ paths }: Description, name: string, id: string): Call {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === id) return { name, method: method.toUpperCase(), path, operation }
  throw new Error(`There is no operation ${id}.`)
}

function methodOf(call: Call, description: Description, types: Set<string>): string {
  const { name, operation } = call
  const model = schemaIn(successes(operation.responses))
  const item = isPage(description.components.schemas[model]!) ? itemOf(description, model) : null
  types.add(item ?? model)
  const options = item === null ? schemaIn(operation.requestBody, '') : filterOf(operation)
  if (options !== '') types.add(options)
  const parameters = [
    ...pathParameters(operation).map((parameter) => `${argumentOf(call, parameter)}: str`),
    '*',
    ...(hasKey(operation) ? ['idempotency_key: str | None = None'] : []),
    'timeout: float | None = None',
    ...(options === '' ? [] : [`**${item === null ? 'body' : 'filter'}: Unpack[${options}]`]),
  ]
  const result = item === null ? `Answer[${model}]` : `AsyncList[${item}]`
  const lines = parameters.map((parameter) => `        ${parameter},\n`).join('')
  const definition = item === null ? '    @endpoint\n    async def' : '    def'
  const doc = docstring(`${operation.summary}. ${operation.description ?? ''}`.trim(), '        ')
  const body = item === null ? callOf(call, model, options !== '') : listOf(call, item, options !== '')
  return `${definition} ${name}(\n        self,\n${lines}    ) -> ${result}:\n${doc}${body}`
}

function listOf(call: Call, item: string, isFiltered: boolean): string {
  return `        return AsyncList(self._api, ${pathOf(call)}, ${item}, ${isFiltered ? 'filter' : '{}'}, timeout)\n`
}

function callOf(call: Call, model: string, hasBody: boolean): string {
  const { method, operation } = call
  const members = [
    `"${method}"`,
    pathOf(call),
    ...(hasBody ? ['body=body'] : []),
    ...(hasKey(operation) ? ['idempotency_key=idempotency_key or str(uuid.uuid4())'] : []),
    'timeout=timeout',
  ]
  const lines = members.map((member) => `            ${member},\n`).join('')
  return `        request = Request(\n${lines}        )\n        return await self._api.call(request, ${model}.of)\n`
}

/** Below the base URL, with the arguments in their places. */
function pathOf(call: Call): string {
  const parameters = pathParameters(call.operation)
  if (parameters.length === 0) return JSON.stringify(call.path)
  const path = call.path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => `{part(${argumentOf(call, name)})}`)
  return `f"${path}"`
}

function pathParameters({ parameters = [] }: Operation): string[] {
  return parameters.flatMap((parameter) => (parameter.in === 'path' ? [parameter.name] : []))
}

/** An id is that of what comes before it: `/webhooks/events/{id}` takes an `event_id`. */
function argumentOf({ path }: Call, parameter: string): string {
  if (parameter !== 'id') return parameter
  const before = path.split('/{id}')[0]!.split('/').at(-1)!
  return `${before.replace(/(?:(?<=ch)es|s)$/u, '')}_id`
}

function hasKey({ parameters = [] }: Operation): boolean {
  return parameters.some(({ name }) => name === 'Idempotency-Key')
}

function filterOf({ operationId, parameters = [] }: Operation): string {
  return parameters.some((parameter) => parameter.in === 'query') ? pascal(operationId) : ''
}

/** The name of the schema of a body. */
function schemaIn(part: unknown, otherwise?: string): string {
  const name = /"schema":\{"\$ref":"[^"]*\/(\w+)"/u.exec(JSON.stringify(part ?? null))?.[1] ?? otherwise
  if (name === undefined) throw new Error(`There is no schema in ${JSON.stringify(part)}.`)
  return name
}

function itemOf({ components }: Description, page: string): string {
  return components.schemas[page]!.properties!['data']!.items!.$ref!.split('/').at(-1)!
}
