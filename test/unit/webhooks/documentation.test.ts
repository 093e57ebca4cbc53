import { readFile } from 'node:fs/promises'

import { beforeAll, expect, test } from 'vitest'

import { WebhookEvent } from '../../../src/api/v1/webhook-events/schema.ts'
import { DELIVERY_WAITS_SECONDS } from '../../../src/domain/webhook/webhook-schedule.ts'

const read = (file: string) => readFile(new URL(`../../../${file}`, import.meta.url), 'utf8')

let page: string

beforeAll(async () => {
  page = await read('docs/webhooks.md')
})

test('the code on the page is that of the example, which is tried on real deliveries', async () => {
  const [, code = ''] = /```js\n(.*?)```/su.exec(page) ?? []
  const example = await read('examples/webhook-receiver/node/receiver.mjs')
  const parts = code.trim().split('\n\n')
  expect(parts).toHaveLength(3)
  for (const part of parts) expect(example).toContain(part)
})

test('the picture on the page knows every state of a delivery, and no other', () => {
  const [, picture = ''] = /```mermaid\n(.*?)```/su.exec(page) ?? []
  const drawn = Array.from(picture.matchAll(/--> (\w+):/gu), ([, state]) => state)
  expect(new Set(drawn)).toEqual(new Set(WebhookEvent.shape.status.options))
})

test('the waits on the page are the waits we keep', () => {
  const [, row = ''] = /^\| Wait before it \|(.*)\|$/mu.exec(page) ?? []
  const seconds = { s: 1, min: 60, h: 3_600 }
  const waits = Array.from(
    row.matchAll(/(\d+) (s|min|h)/gu),
    ([, count, unit]) => Number(count) * seconds[unit as 's'],
  )
  expect(waits).toEqual(DELIVERY_WAITS_SECONDS)
})
