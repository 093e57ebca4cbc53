import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

import { expect } from 'vitest'

import { SDK_PACKAGE, SDK_WHEEL } from '../../../src/app/shipped.ts'
import { test } from '../../support/service/default-service.ts'

test.for([
  [SDK_PACKAGE, 'application/gzip'],
  [SDK_WHEEL, 'application/zip'],
] as const)(
  '%s is served to everybody, as it is, and not again to whom has it',
  async ([file, type], { defaultService: { url } }) => {
    const address = `${url}/sdk/${basename(file)}`
    const first = await fetch(address, { headers: { 'Accept-Encoding': 'gzip, br' } })
    expect(first.status).toBe(200)
    expect(first.headers.get('Content-Type')).toBe(type)
    expect(first.headers.get('Content-Encoding')).toBeNull()
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=300')
    expect(first.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
    expect(Buffer.from(await first.arrayBuffer()).equals(await readFile(file))).toBe(true)

    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' }
    expect((await fetch(address, { headers })).status).toBe(304)
    expect((await fetch(address, { method: 'HEAD' })).headers.get('Content-Length')).toBe(
      first.headers.get('Content-Length'),
    )
  },
)
