import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'

import { CreateVideo, toVideoRequest } from '../../src/api/v1/videos/creation-schema.ts'
import { SetPronunciation } from '../../src/api/v1/pronunciations/schema.ts'
import { SetWebhookEndpoint } from '../../src/api/v1/webhook-endpoint/schema.ts'
import { createPronunciations } from '../../src/db/speech/pronunciations.ts'
import { pronouncedWord, pronouncedWordProblem } from '../../src/domain/speech/pronunciation.ts'
import { DEFAULT_PLANS } from '../../src/domain/account/plan.ts'
import type { VideoRequest } from '../../src/domain/video/video.ts'
import { generatedRuns } from '../support/run/generated-runs.ts'
import { openMoney } from '../support/database/money.ts'
import type { Money } from '../support/database/money.ts'

/** A plan that never says no: what is refused here is refused for what it says. */
const ENDLESS = { ...DEFAULT_PLANS[3]!, concurrentVideos: 1_000_000, dailyVideos: 1_000_000 }
const PLANS = new Map([[ENDLESS.id, ENDLESS]])

let money: Money
let accountId: string

beforeAll(async () => {
  money = await openMoney()
  accountId = (await money.account(ENDLESS.id)).id
})
afterAll(() => money.db.destroy())

/** One character each that is long, or forbidden, in one of the ways in which texts are written and kept. */
const CHARACTERS = [
  'a',
  'ü',
  '東',
  '😀',
  '"',
  '\\',
  '\t',
  '\n',
  '%',
  '.',
  '/',
  '{',
  '\u0300',
  '\uFDFA',
  '\0',
  '\uD800',
]

/** Texts around a limit of so many characters, and all kinds of shorter ones. */
function texts(most: number): fc.Arbitrary<string> {
  const around = fc.integer({ min: Math.max(0, most - 60), max: most + 1 })
  const unit = fc.oneof(fc.constantFrom('😀', '"', '/😀/..'), fc.constantFrom(...CHARACTERS))
  return fc.oneof(
    fc.string({ unit: 'binary', maxLength: Math.min(most, 100) }),
    fc.tuple(unit, around).map(([piece, length]) => piece.repeat(Math.ceil(length / [...piece].length))),
  )
}

const urls = texts(2026).map((rest) => `https://93.184.216.34/${rest}`)

const metadata = fc.dictionary(texts(40), texts(500), { maxKeys: 20, noNullPrototype: true })

const card = fc.record({ title: texts(60), subtitle: texts(60) })

const options = fc.record(
  {
    background: fc.oneof(
      { weight: 4, arbitrary: fc.record({ image_url: urls }) },
      fc.record({ set: texts(100) }),
    ),
    name_card: fc.oneof({ weight: 4, arbitrary: fc.boolean() }, card),
    captions: fc.constantFrom('none', 'burned', 'plain'),
    brand_colour: fc.constantFrom('#A0b1C2', null),
    gestures: fc.constantFrom('calm', 'lively', 'none', null),
    camera: fc.constantFrom('directed', 'still', null),
    background_blur: fc.constantFrom('none', 'soft', 'strong', null),
  },
  { requiredKeys: [] },
)
// Only an image is blurred.
const sensible = options.map(({ background_blur: blur, ...others }) => ({
  ...others,
  ...(others.background && 'image_url' in others.background && { background_blur: blur }),
}))

const bodies = fc
  .record(
    {
      script: texts(3000).map((script) => `Hello. ${script}`),
      presenter_id: texts(100),
      voice_id: texts(100),
      title: texts(200),
      webhook_url: urls,
      idempotency_key: texts(255),
      metadata,
      options: sensible,
    },
    { requiredKeys: ['script'] },
  )
  .map((body) => ({ presenter_id: 'maya', ...body }))

/**
 * The members of a body that are accepted by themselves: nearly no body would be accepted as a whole. What is
 * required is always there.
 */
function acceptedMembers(body: z.input<typeof CreateVideo>): z.output<typeof CreateVideo> | null {
  const always = { script: body.script, presenter_id: 'maya' }
  const accepted = Object.entries(body).filter(
    ([name, value]) => CreateVideo.safeParse({ ...always, [name]: value }).success,
  )
  return CreateVideo.safeParse({ ...always, ...Object.fromEntries(accepted) }).data ?? null
}

describe('what the API accepts, the database keeps as it is', () => {
  test('a request for a video', async () => {
    const kept = { bodies: 0, pictures: 0, webhooks: 0, metadata: 0 }
    await fc.assert(
      fc.asyncProperty(bodies, async (sent) => {
        const body = acceptedMembers(sent)
        if (body === null) return
        const request = toVideoRequest(body)
        const { videoId, outcome } = await store(request, body.idempotency_key ?? null)
        expect(outcome).toBe('accepted')
        expect(await money.videos.find(accountId, videoId)).toMatchObject({
          title: request.title,
          metadata: request.metadata,
          options: request.options,
        })
        expect(await money.videos.script(videoId)).toMatchObject({ text: request.script })
        expect(await webhookUrlOf(videoId)).toBe(request.webhookUrl)
        kept.bodies += 1
        kept.pictures += body.options?.background?.image_url === undefined ? 0 : 1
        kept.webhooks += request.webhookUrl === null ? 0 : 1
        kept.metadata += request.metadata === null ? 0 : 1
      }),
      { numRuns: generatedRuns({ usual: 300, long: 1_000 }) },
    )
    // Bodies that are all refused would have shown nothing.
    for (const count of Object.values(kept)) expect(count).toBeGreaterThan(10)
  })

  test('a pronunciation', async () => {
    const pronunciations = createPronunciations(money.db)
    await fc.assert(
      fc.asyncProperty(texts(60), texts(120), async (word, say_as) => {
        if (pronouncedWordProblem(word) !== null || !SetPronunciation.safeParse({ say_as }).success) return
        const kept = await pronunciations.set(accountId, { word, sayAs: say_as })
        expect(kept).toMatchObject({ word: pronouncedWord(word), sayAs: say_as })
      }),
      { numRuns: generatedRuns({ usual: 200, long: 400 }) },
    )
  })

  test('an account’s webhook', async () => {
    await fc.assert(
      fc.asyncProperty(urls, async (url) => {
        if (!SetWebhookEndpoint.safeParse({ url }).success) return
        expect(await money.webhookEndpoints.set(accountId, url)).toMatchObject({ url })
      }),
    )
  })
})

/** Notes the request and reserves a second for it; what came of it. */
async function store(request: VideoRequest, key: string | null) {
  const videoId = `vid_${randomUUID().replaceAll('-', '')}`
  await money.videos.request({
    videoId,
    accountId,
    workflowId: `video/${videoId}`,
    origin: 'api',
    // A key stands for one video only.
    idempotencyKey: key && `${videoId}${key}`.slice(0, 255),
    requestHash: '00'.repeat(32),
    requestId: 'req_1',
    request,
    engineVoiceId: 'flite:slt',
    presenterName: 'Maya',
    pronunciations: [],
    expectedSeconds: 1,
    estimatedSeconds: 1,
    neededSeconds: 1,
    holdSeconds: 1,
    testOutcome: null,
  })
  const { outcome } = await money.videos.reserve(accountId, videoId, PLANS)
  return { videoId, outcome }
}

async function webhookUrlOf(videoId: string): Promise<string | null> {
  const { rows } = await sql<{ webhook_url: string | null }>`
    select webhook_url from videos where id = ${videoId}`.execute(money.db)
  return rows[0]!.webhook_url
}
