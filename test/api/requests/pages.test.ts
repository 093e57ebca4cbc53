import { expect } from 'vitest'

import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService

test.beforeAll(({ defaultService }) => {
  service = defaultService
})

test('the addresses that errors lead to are there: doc_url at its code, upgrade_url at the plans', async () => {
  const account = await service.account('free')
  const refused = await account.createVideo({ script: 'seventeen '.repeat(299) })
  expect(refused.status).toBe(402)
  const { code, doc_url: docUrl, upgrade_url: upgradeUrl } = refused.body.error

  const documentation = await fetch(docUrl)
  expect(documentation.status).toBe(200)
  expect(new URL(docUrl).hash).toBe(`#${code}`)
  expect(await documentation.text()).toContain(`id="${code}"`)

  const plans = await fetch(upgradeUrl)
  expect(plans.status).toBe(200)
  expect(plans.headers.get('Content-Type')).toContain('text/html')
})

test('a page loads nothing from elsewhere and is framed by nobody', async () => {
  const home = await fetch(`${service.url}/`)
  const policy = home.headers.get('Content-Security-Policy') ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('upgrade-insecure-requests')
  expect(await home.text()).not.toMatch(/(?:src|href)="https?:/)
})

test('an address that leads nowhere is told to a browser as a page, and to a program as an error', async () => {
  const browser = await fetch(`${service.url}/nowhere`, { headers: { Accept: 'text/html' } })
  expect(browser.status).toBe(404)
  expect(browser.headers.get('Content-Type')).toContain('text/html')
  const program = await fetch(`${service.url}/nowhere`)
  expect(program.status).toBe(404)
  expect(await program.json()).toMatchObject({ error: { code: 'not_found' } })
})
