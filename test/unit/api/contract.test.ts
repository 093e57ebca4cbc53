import { expect, test } from 'vitest'

import { errorExample } from '../../../src/api/contract/error/error-example.ts'
import { ME_EXAMPLE } from '../../../src/api/v1/account/examples.ts'
import { VIDEO_EXAMPLES } from '../../../src/api/v1/videos/examples.ts'
import { holdToContract } from '../../support/http/contract.ts'

const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-Request-Id': `req_${'0'.repeat(32)}`,
  'RateLimit-Policy': '"requests";q=60;w=60',
  RateLimit: '"requests";r=59',
  ETag: 'W/"abc"',
}

/** GET of a path, answered like this. */
function hold(path: string, status: number, body: object, headers: Record<string, string> = HEADERS) {
  return () => holdToContract('GET', path, { status, headers: new Headers(headers), body })
}

test('an answer as described passes', () => {
  expect(hold('/me', 200, ME_EXAMPLE)).not.toThrow()
  expect(hold('/videos/vid_1', 200, VIDEO_EXAMPLES.ready)).not.toThrow()
  expect(hold('/videos/vid_1', 404, errorExample('not_found'))).not.toThrow()
})

test('an answer is refused for an unknown member, a missing one and a wrong type', () => {
  expect(hold('/me', 200, { ...ME_EXAMPLE, more: true })).toThrow('more')
  expect(hold('/me', 200, { ...ME_EXAMPLE, plan: undefined })).toThrow('plan')
  expect(hold('/videos/vid_1', 200, { ...VIDEO_EXAMPLES.ready, progress: '100' })).toThrow('progress')
})

test('a video whose members do not fit its status is refused', () => {
  expect(hold('/videos/vid_1', 200, { ...VIDEO_EXAMPLES.ready, video_url: null })).toThrow('status')
  expect(hold('/videos/vid_1', 200, { ...VIDEO_EXAMPLES.failed, error: null })).toThrow('status')
})

test('a status, a code or a header that is not described is refused', () => {
  expect(hold('/me', 201, ME_EXAMPLE)).toThrow('not described')
  expect(hold('/me', 404, errorExample('not_found'))).toThrow('not described')
  expect(hold('/videos/vid_1', 404, errorExample('invalid_request'))).toThrow('not described for this status')
  expect(hold('/me', 200, ME_EXAMPLE, { ...HEADERS, 'X-Request-Id': 'mine' })).toThrow('X-Request-Id')
  expect(hold('/me', 429, errorExample('rate_limited'))).toThrow('Retry-After')
})

test('an error that is not what the catalogue says is refused', () => {
  const { error } = errorExample('not_found')
  expect(hold('/videos/vid_1', 404, { error: { ...error, retryable: true } })).toThrow('retryable')
  expect(hold('/videos/vid_1', 404, { error: { ...error, action: 'wait' } })).toThrow('action')
})
