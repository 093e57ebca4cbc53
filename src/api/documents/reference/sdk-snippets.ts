import { inPython } from '../../../domain/video/request-snippet.ts'
import type { Language } from '../../../domain/video/request-snippet.ts'

/**
 * The methods of the SDKs by the operations that they call, in the names of TypeScript: Python has underscores where TypeScript
 * has capital letters. Streams have none that is the operation and nothing more.
 */
const METHODS: Readonly<Record<string, string>> = {
  getMe: 'me',
  getUsage: 'usage',
  createVideo: 'videos.create',
  getVideo: 'videos.get',
  listVideos: 'videos.list',
  updateVideo: 'videos.update',
  deleteVideo: 'videos.delete',
  estimateVideo: 'videos.estimate',
  getVideoScript: 'videos.script',
  createBatch: 'batches.create',
  getBatch: 'batches.get',
  listBatches: 'batches.list',
  cancelBatch: 'batches.cancel',
  listPresenters: 'presenters.list',
  listVoices: 'voices.list',
  listTwins: 'twins.list',
  listSets: 'sets.list',
  listPronunciations: 'pronunciations.list',
  getPronunciation: 'pronunciations.get',
  setPronunciation: 'pronunciations.set',
  deletePronunciation: 'pronunciations.delete',
  listLedgerEntries: 'ledger.list',
  getWebhookEndpoint: 'webhooks.endpoint.get',
  setWebhookEndpoint: 'webhooks.endpoint.set',
  deleteWebhookEndpoint: 'webhooks.endpoint.delete',
  rotateWebhookSecret: 'webhooks.endpoint.rotateSecret',
  createEventEndpoint: 'webhooks.endpoints.create',
  listEventEndpoints: 'webhooks.endpoints.list',
  getEventEndpoint: 'webhooks.endpoints.get',
  updateEventEndpoint: 'webhooks.endpoints.update',
  deleteEventEndpoint: 'webhooks.endpoints.delete',
  testEventEndpoint: 'webhooks.endpoints.test',
  rotateEventEndpointSecret: 'webhooks.endpoints.rotateSecret',
  recoverEvents: 'webhooks.endpoints.recover',
  listWebhookEvents: 'webhooks.events.list',
  getWebhookEvent: 'webhooks.events.get',
  redeliverWebhookEvent: 'webhooks.events.redeliver',
  testWebhook: 'webhooks.test',
}

/** Characters of arguments that fit beside a call. */
const SHORT = 50

/** A request as a method of an SDK takes it. */
export interface SdkRequest {
  readonly operationId: string
  /** The address of the service, which has the SDKs and says how they are installed. */
  readonly service: string
  /** The values of the address, in their order. */
  readonly place: readonly string[]
  readonly body?: unknown
  readonly idempotencyKey?: string
}

/** The request by the SDK of a language, ready to be pasted; null where no method of the SDK is the operation. */
export function sdkSnippet(language: Language, request: SdkRequest): string | null {
  const method = METHODS[request.operationId]
  if (method === undefined || language === 'curl') return null
  const given = keyApart(request)
  return language === 'Node' ? callInTypeScript(method, given) : callInPython(method, given)
}

/** The SDKs take a key apart from the body, also where the API has it in there. */
function keyApart(request: SdkRequest): SdkRequest {
  if (typeof request.body !== 'object' || request.body === null) return request
  const { idempotency_key: idempotencyKey, ...body } = request.body as { idempotency_key?: string }
  return idempotencyKey === undefined ? request : { ...request, body, idempotencyKey }
}

function callInTypeScript(method: string, { service, place, body, idempotencyKey }: SdkRequest): string {
  const given = [
    ...place.map(scriptText),
    // A respelling is all that there is to say.
    ...(method === 'pronunciations.set'
      ? Object.values(body as object)
      : body === undefined
        ? []
        : [body]
    ).map((value) => scriptValue(value, '  ')),
    ...(idempotencyKey === undefined ? [] : [scriptValue({ idempotencyKey }, '  ')]),
  ]
  const lines = [
    `// As request.mjs, with the SDK: ${service}/docs/sdk`,
    "import { PresenterVideo } from 'presenter-video'",
    '',
    'const client = new PresenterVideo()',
    '',
    `const answer = await client.${method}(${onLines(given)})`,
    'console.log(answer)',
  ]
  return `${lines.join('\n')}\n`
}

function callInPython(method: string, { service, place, body = {}, idempotencyKey }: SdkRequest): string {
  const named = idempotencyKey === undefined ? body : { ...(body as object), idempotency_key: idempotencyKey }
  const given = [
    ...place.map((value) => inPython(value)),
    ...Object.entries(named as object).map(([name, value]) => `${name}=${inPython(value, '    ')}`),
  ]
  const call = `client.${underscored(method)}(${onLines(given, '    ')})`
  return `# As request.py, with the SDK: ${service}/docs/sdk-python
from presenter_video import PresenterVideo

client = PresenterVideo()

answer = ${method.endsWith('.list') ? `${call}.page().data` : call}
print(answer)
`
}

/** What is short stays on the line of the call; else each argument gets lines of its own. */
function onLines(given: readonly string[], indent = '  '): string {
  const line = given.join(', ')
  if (given.length < 2 || (line.length <= SHORT && !line.includes('\n'))) return line
  return `\n${given.map((one) => `${indent}${one},\n`).join('')}`
}

/** `webhooks.endpoint.rotateSecret` → `webhooks.endpoint.rotate_secret` */
function underscored(method: string): string {
  return method.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
}

function scriptText(text: string): string {
  return /['\\\p{C}]/u.test(text) ? JSON.stringify(text) : `'${text}'`
}

/** As people write it: names without quotation marks. */
function scriptValue(value: unknown, indent: string): string {
  if (typeof value === 'string') return scriptText(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}  `
  if (Array.isArray(value)) return `[${value.map((one) => scriptValue(one, indent)).join(', ')}]`
  const members = Object.entries(value).map(([name, member]) => {
    return `${/^[a-z_]\w*$/iu.test(name) ? name : scriptText(name)}: ${scriptValue(member, inner)}`
  })
  if (members.length < 2) return `{ ${members.join('')} }`
  return `{\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}}`
}
