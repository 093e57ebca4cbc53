import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

import fc from 'fast-check'
import { afterAll, describe, expect } from 'vitest'

import { API_PREFIX, ENDPOINTS } from '../../../src/api/v1/endpoints.ts'
import { generatedRuns } from '../../support/run/generated-runs.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService
let account: Awaited<ReturnType<TestService['account']>>
const agent = new Agent({ keepAlive: true })

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  account = await service.account()
})
afterAll(async () => {
  agent.destroy()
})

/** A request as its first line and its body say it. */
interface OddRequest {
  readonly method: string
  readonly target: string
  readonly body: object | undefined
}

const percent = (bytes: Iterable<number>) =>
  Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

/** NUL, half a character, a lone surrogate, a slash in too many bytes, and what no text should hold. */
const ENCODED =
  '%00 %ff %c3 %ed%a0%80 %c0%af % %zz %2f %5c %0a %20 %c2%85 %ef%bf%bf %2e%2e %f0%9f%98%80'.split(' ')

/** Ways out of a path, signs that programs take for something, and names of JavaScript's own. */
const PLAIN =
  String.raw`. .. ; \ '-- * ( [ { | ^ ~ + vid_ -1 0 1e9 __proto__ constructor toString null NaN`.split(' ')

const PITFALLS = [...ENCODED, ...PLAIN]

/** A part of an address, percent-encoded or as no client would send it. */
const part = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 12 }).map(percent),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map((value) => percent(Buffer.from(value))),
  fc.array(fc.constantFrom(...PITFALLS), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
  fc
    .tuple(fc.constantFrom('x', '9', '%00', '%f0%9f%98%80'), fc.integer({ min: 50, max: 900 }))
    .map(([piece, times]) => piece.repeat(times)),
)

const query = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom('limit', 'before', 'q', 'expires', 'signature'), part), part), {
    maxLength: 3,
  })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

const OTHER_PATHS = [
  '/media/videos/:id/:asset',
  '/media/presenters/:id/:file',
  '/media/sets/:id/thumbnail.jpg',
  '/media/voices/:slug/preview.m4a',
  '/docs',
  '/:page',
]

/** What is asked: all of the API, with what each endpoint takes, and the other paths of the service. */
const paths = [
  // A stream that is opened has no end to wait for; one of something that nobody has is answered.
  ...ENDPOINTS.filter(({ path, lasts }) => !lasts || path.includes(':')).map(
    ({ method, path, bodyExamples }) => ({
      method: method.toUpperCase(),
      path: API_PREFIX + path,
      // Only what names something by its path is sent a body that would be accepted: the path is judged after it.
      body: bodyExamples && (path.includes(':') ? Object.values(bodyExamples)[0]! : {}),
    }),
  ),
  ...OTHER_PATHS.map((path) => ({ method: 'GET', path, body: undefined })),
]

const pathsWithNames = paths.filter(({ path }) => path.includes(':'))

const oddRequest: fc.Arbitrary<OddRequest> = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pathsWithNames) }, fc.constantFrom(...paths)),
    fc.tuple(part, part),
    query,
  )
  .map(([{ method, path, body }, names, search]) => {
    const target = withNames(path, names)
    return { method, target: search === '' ? target : `${target}?${search}`, body }
  })

function withNames(path: string, [first, second]: readonly [string, string]): string {
  return path.replace(/:\w+/u, () => first).replace(/:\w+/u, () => second)
}

describe('no address makes the service fail', () => {
  test.each(pathsWithNames)(
    '$method $path, whichever pitfall of a name it is',
    async ({ method, path, body }) => {
      for (const pitfall of PITFALLS) {
        const target = withNames(path, [pitfall, pitfall])
        expect(await statusOf({ method, target, body }), target).toBeLessThan(500)
      }
    },
  )

  test.each([
    '/presenters?q',
    '/videos?limit',
    '/videos?before',
    '/webhooks/events?limit',
    '/webhooks/events?before',
    '/allowance/ledger?limit',
    '/allowance/ledger?before',
  ])('%s, whichever pitfall its value is', async (parameter) => {
    for (const pitfall of PITFALLS) {
      const target = `${API_PREFIX}${parameter}=${pitfall}`
      expect(await statusOf({ method: 'GET', target, body: undefined }), target).toBeLessThan(500)
    }
  })

  test('whatever stands in its path and its query', async () => {
    await fc.assert(
      fc.asyncProperty(oddRequest, async (odd) => {
        expect(await statusOf(odd)).toBeLessThan(500)
      }),
      { numRuns: generatedRuns({ usual: 250, long: 1_000 }) },
    )
  })
})

/** The address is sent as it is: `fetch` would tidy it up. */
async function statusOf({ method, target, body }: OddRequest): Promise<number> {
  const sent = body && JSON.stringify(body)
  const asked = request(service.url, { method, path: target, agent, headers: headersFor(sent) }).end(sent)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  await text(answer)
  return answer.statusCode!
}

function headersFor(sent: string | undefined): Record<string, string> {
  const key = { Authorization: `Bearer ${account.key}` }
  return sent === undefined ? key : { ...key, 'Content-Type': 'application/json' }
}
