import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import {
  MOST_PER_ACCOUNT,
  MOST_PER_ACCOUNT_AND_HOST,
} from '../../../src/activities/webhook/receiver-slots.ts'
import { USUAL_BODY_BYTES } from '../../../src/api/contract/endpoint.ts'
import { LARGEST_PAGE } from '../../../src/api/contract/parameters.ts'
import { STREAM_TIMES } from '../../../src/api/lasting/event-stream.ts'
import { MOST_LASTING } from '../../../src/api/lasting/lasting-slots.ts'
import { createBatch } from '../../../src/api/v1/batches/endpoints.ts'
import { openApiDocument } from '../../../src/api/v1/openapi.ts'
import { MOST_REPLAYED } from '../../../src/db/event-replays.ts'
import { MOST_LOOKED_AT } from '../../../src/db/video/video-pages.ts'
import { readConfig } from '../../../src/config/config.ts'
import { MOST_WORKING_KEYS } from '../../../src/domain/account/api-key.ts'
import { ANSWER_KEPT_SECONDS, MOST_KEPT_ANSWERS } from '../../../src/domain/account/kept-answer.ts'
import {
  KEEP_TEST_VIDEOS_DAYS,
  TEST_VIDEOS_A_DAY,
  USUAL_SCRIPT_CHARACTERS,
} from '../../../src/domain/account/plan.ts'
import { KEYS_OF_AN_ACCOUNT } from '../../../src/domain/account/rate-limit.ts'
import { PICTURE_LIMITS } from '../../../src/domain/picture/remote-picture.ts'
import {
  LONGEST_PRONOUNCED_WORD,
  LONGEST_SAY_AS,
  MOST_PRONUNCIATIONS,
} from '../../../src/domain/speech/pronunciation.ts'
import { MOST_ITEMS, MOST_RUNNING_BATCHES } from '../../../src/domain/batch/batch.ts'
import { LONGEST_BATCH_KEY } from '../../../src/domain/batch/item-key.ts'
import { RECORDING_LINK_DAYS } from '../../../src/domain/twin/twin-recording.ts'
import { MOST_QUEUED_VIDEOS } from '../../../src/domain/video/video.ts'
import { LONGEST_WAIT_SECONDS } from '../../../src/domain/video/waiting.ts'
import {
  LONGEST_ENDPOINT_DESCRIPTION,
  MOST_EVENT_ENDPOINTS,
  MOST_RECOVERED,
  RECOVERED_FOR_SECONDS,
} from '../../../src/domain/webhook/event-endpoint.ts'
import { REDELIVERABLE_FOR_SECONDS } from '../../../src/domain/webhook/webhook-event.ts'
import {
  DELIVERY_WAITS_SECONDS,
  LONGEST_RETRY_AFTER_SECONDS,
} from '../../../src/domain/webhook/webhook-schedule.ts'
import { ATTEMPT_LIMIT_MS } from '../../../src/webhooks/sender.ts'

/** What the description of the API says of a text or of an object. */
interface Described {
  readonly maxLength?: number
  readonly maxProperties?: number
  readonly propertyNames?: Described
  readonly additionalProperties?: Described
  readonly properties?: Readonly<Record<string, Described>>
}

const page = readFileSync('docs/limits.md', 'utf8')
const { rateLimits, twins } = readConfig({})
const { schemas } = openApiDocument('https://video.example.com').components as unknown as {
  schemas: Readonly<Record<string, Described>>
}
const { CreateVideo, CreateMetadata, CreateNameCard, Me } = schemas
const inWords = (count = 0) => count.toLocaleString('en-US')
const days = (seconds: number) => seconds / 86_400

const rows = page
  .split('\n')
  .filter((line) => /^\| (?!What |---)/u.test(line))
  .map((line) => line.replace(/^\| | \|$/gu, '').split(' | '))

/** The second column of the row that begins so. */
function limitOf(what: string): string {
  return rows.find(([first]) => first?.startsWith(what))?.[1] ?? `no row: ${what}`
}

const LIMITS: readonly (readonly [string, string])[] = [
  [
    'Videos accepted in a day',
    `\`plan.daily_videos\`; ${inWords(TEST_VIDEOS_A_DAY)} [test videos](test-keys.md)`,
  ],
  [
    'Videos, their files and scripts',
    `until you delete them, or \`plan.keep_days\`; test videos ${KEEP_TEST_VIDEOS_DAYS} day`,
  ],
  ['Requests of a key in any minute', `${rateLimits.requests}`],
  ['New videos of a key in any minute', `${rateLimits.creates}`],
  ['Requests or new videos of all keys', `${KEYS_OF_AN_ACCOUNT} times as many`],
  ['Working keys of an account', `${MOST_WORKING_KEYS}`],
  [
    'Answers that other repeated requests',
    `for ${ANSWER_KEPT_SECONDS / 3_600} hours, the latest ${inWords(MOST_KEPT_ANSWERS)}`,
  ],
  ['Body of a [batch]', `${createBatch.bodyBytes! / 1024 ** 2} MiB`],
  ['Items of a batch', `${MOST_ITEMS}`],
  ['Batches of an account', `${MOST_RUNNING_BATCHES}`],
  ['`Idempotency-Key`', `255 visible ASCII characters, ${LONGEST_BATCH_KEY} for a batch`],
  ['`wait` of a request', `${LONGEST_WAIT_SECONDS} seconds`],
  [
    'Requests and tools that wait',
    `${MOST_LASTING} in each process of the service; a stream ends after ${STREAM_TIMES.longestMs / 60_000} minutes`,
  ],
  ['`script`', `${inWords(USUAL_SCRIPT_CHARACTERS)} characters by default`],
  ['Videos that are looked at', inWords(MOST_LOOKED_AT)],
  [
    '`metadata`',
    `${CreateMetadata?.maxProperties} members; keys of ${CreateMetadata?.propertyNames?.maxLength} characters, ` +
      `values of ${CreateMetadata?.additionalProperties?.maxLength}`,
  ],
  ['Videos that wait for a place', `${MOST_QUEUED_VIDEOS}, each for a day`],
  [
    'Pronunciations of an account',
    `${inWords(MOST_PRONUNCIATIONS)}; words of ${LONGEST_PRONOUNCED_WORD} characters, replacements of ${LONGEST_SAY_AS}`,
  ],
  ['Attempts of a delivery', `${DELIVERY_WAITS_SECONDS.length + 1}, in about three days`],
  ['Longest wait that `Retry-After`', `${LONGEST_RETRY_AFTER_SECONDS / 3_600} hours`],
  [
    '[Endpoints](webhooks.md#several-endpoints) of an account',
    `${MOST_EVENT_ENDPOINTS}, and ${MOST_EVENT_ENDPOINTS} for test data`,
  ],
  ['`description` of an endpoint', `${LONGEST_ENDPOINT_DESCRIPTION} characters`],
  [
    'Events that a recovery redelivers',
    `${inWords(MOST_RECOVERED)}, of the last ${days(RECOVERED_FOR_SECONDS)} days`,
  ],
  ['Redelivery of an event', `for ${days(REDELIVERABLE_FOR_SECONDS)} days`],
  ['Bodies of webhook events', `${days(REDELIVERABLE_FOR_SECONDS)} days`],
  ['Links for recording a twin', `${RECORDING_LINK_DAYS} days`],
  ['Films of a recorded twin', `${twins.takesKeptDays} days`],
  ['Body of a request', `${inWords(USUAL_BODY_BYTES)} bytes, as sent and unpacked`],
  ['Entries on a page', `${LARGEST_PAGE}`],
  ['`title`', `${CreateVideo?.properties?.['title']?.maxLength} characters`],
  [
    '`options.background.image_url`',
    `${PICTURE_LIMITS.bytes / 1e6} MB, ${PICTURE_LIMITS.pixels / 1e6} megapixels, ${PICTURE_LIMITS.fetchMs / 1_000} seconds`,
  ],
  ['`options.name_card`', `${CreateNameCard?.properties?.['title']?.maxLength} characters a line`],
  ['Any URL', `${inWords(CreateVideo?.properties?.['webhook_url']?.maxLength)} bytes`],
  ['Time to answer an attempt', `${ATTEMPT_LIMIT_MS / 1_000} seconds`],
  ['Deliveries under way at one host', `${MOST_PER_ACCOUNT_AND_HOST}`],
  ['Deliveries under way, of an account', `${MOST_PER_ACCOUNT}`],
  ['Ends of videos and batches', `a day, ${inWords(MOST_REPLAYED)} at most`],
]

test.each(LIMITS)('the page of limits says what the code holds: %s', (what, limit) => {
  expect(limitOf(what)).toContain(limit)
})

/** Rows without a number of ours, or whose numbers are words. */
const IN_WORDS = ['Videos that are made at a time', 'Links to files', 'Entries of the ledger']

test('no row of the page of limits is left out here, and every member of a plan that it names is there', () => {
  const known = [...LIMITS.map(([what]) => what), ...IN_WORDS]
  expect(
    rows.map(([what = '']) => what).filter((what) => !known.some((one) => what.startsWith(one))),
  ).toEqual([])
  const named = Array.from(page.matchAll(/`plan\.(\w+)`/gu), ([, name]) => name)
  expect(Object.keys(Me?.properties?.['plan']?.properties ?? {})).toEqual(expect.arrayContaining(named))
})
