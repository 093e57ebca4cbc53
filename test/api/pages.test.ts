import { afterAll, beforeAll, expect, test } from 'vitest'

import { DEFAULT_PLANS } from '../../src/domain/plan.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

test('the addresses that errors lead to are there: doc_url at its code, upgrade_url at the plans', async () => {
  const account = await service.account('free')
  const refused = await account.createVideo({ script: 'word '.repeat(590) })
  expect(refused.status).toBe(402)
  const { code, doc_url: docUrl, upgrade_url: upgradeUrl } = refused.body.error

  const documentation = await fetch(docUrl)
  expect(documentation.status).toBe(200)
  expect(new URL(docUrl).hash).toBe(`#${code}`)
  expect(await documentation.text()).toContain(`id="${code}"`)

  const plans = await fetch(upgradeUrl)
  expect(plans.status).toBe(200)
  expect(await plans.text()).toMatch(/Starter.*Growth.*Scale/s)
})

test('the names that operators give to plans are shown as they are written', async () => {
  const odd = { ...DEFAULT_PLANS[1]!, name: 'Small & <b>"cheap"</b>' }
  const other = await startTestService({ worker: false, config: { plans: new Map([[odd.id, odd]]) } })
  const page = await (await fetch(`${other.url}/plan`)).text()
  await other.stop()
  expect(page).toContain('<th>Small &amp; &lt;b&gt;&quot;cheap&quot;&lt;/b&gt;</th>')
})

test('a page loads nothing from elsewhere and is framed by nobody', async () => {
  const home = await fetch(`${service.url}/`)
  const policy = home.headers.get('Content-Security-Policy') ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('upgrade-insecure-requests')
  expect(await home.text()).not.toMatch(/(?:src|href)="https?:/)
})
