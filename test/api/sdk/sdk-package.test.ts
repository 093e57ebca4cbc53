import { readFile } from 'node:fs/promises'

import { expect } from 'vitest'

import { SDK_PACKAGE } from '../../../src/app/shipped.ts'
import { test } from '../../support/service/default-service.ts'

const PATH = '/sdk/presenter-video.tgz'

test('the package of the SDK is served to everybody, as it is, and not again to whom has it', async ({
  defaultService: { url },
}) => {
  const first = await fetch(url + PATH, { headers: { 'Accept-Encoding': 'gzip, br' } })
  expect(first.status).toBe(200)
  expect(first.headers.get('Content-Type')).toBe('application/gzip')
  expect(first.headers.get('Content-Encoding')).toBeNull()
  expect(first.headers.get('Cache-Control')).toBe('public, max-age=300')
  expect(first.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  expect(Buffer.from(await first.arrayBuffer()).equals(await readFile(SDK_PACKAGE))).toBe(true)

  const headers = { 'If-None-Match': first.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' }
  expect((await fetch(url + PATH, { headers })).status).toBe(304)
  expect((await fetch(url + PATH, { method: 'HEAD' })).headers.get('Content-Length')).toBe(
    first.headers.get('Content-Length'),
  )
})
