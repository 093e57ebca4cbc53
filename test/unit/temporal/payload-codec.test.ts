import { randomBytes } from 'node:crypto'

import { defaultPayloadConverter } from '@temporalio/common'
import { describe, expect, test } from 'vitest'

import { createPayloadCodec } from '../../../src/temporal/payloads/payload-codec.ts'
import { createWorkflowKey } from '../../../src/temporal/workflow-key.ts'

const OLD = { id: '11111111', key: randomBytes(32) }
const NEW = { id: '22222222', key: randomBytes(32) }
const PAYLOAD = defaultPayloadConverter.toPayload({ videoId: 'vid_1' })

const codec = createPayloadCodec({ keys: [NEW, OLD], encrypts: true })
const read = (payload: unknown) => defaultPayloadConverter.fromPayload(payload as typeof PAYLOAD)

describe('payloads in Temporal', () => {
  test('have the form of Temporal’s own samples, with the id of their key', async () => {
    const [encrypted] = await codec.encode([PAYLOAD])
    const metadata = Object.entries(encrypted?.metadata ?? {}).map(([name, value]) => [name, String(value)])
    expect(Object.fromEntries(metadata)).toEqual({
      encoding: 'binary/encrypted',
      'encryption-cipher': 'AES/GCM',
      'encryption-key-id': NEW.id,
    })
    expect(Buffer.from(encrypted?.data ?? []).toString('latin1')).not.toContain('vid_1')
  })

  test('are never encrypted alike, and are read again', async () => {
    const encrypted = await codec.encode([PAYLOAD, PAYLOAD])
    expect(encrypted[0]?.data).not.toEqual(encrypted[1]?.data)
    expect((await codec.decode(encrypted)).map(read)).toEqual([{ videoId: 'vid_1' }, { videoId: 'vid_1' }])
  })

  test('of an older master key are read as long as it is listed, and its absence is told by its id', async () => {
    const before = await createPayloadCodec({ keys: [OLD], encrypts: true }).encode([PAYLOAD])
    expect((await codec.decode(before)).map(read)).toEqual([{ videoId: 'vid_1' }])
    const afterwards = createPayloadCodec({ keys: [NEW], encrypts: true })
    await expect(afterwards.decode(before)).rejects.toThrow(
      'the master key "11111111", which is not configured',
    )
  })

  test('that were changed on the way are refused', async () => {
    const [encrypted] = await codec.encode([PAYLOAD])
    const data = Buffer.from(encrypted?.data ?? [])
    data[20] = data[20]! ^ 1
    await expect(codec.decode([{ ...encrypted, data }])).rejects.toThrow(/authenticate/u)
    await expect(codec.decode([{ ...encrypted, data: data.subarray(0, 27) }])).rejects.toThrow('too short')
  })

  test('stay plain without encryption, and those that are encrypted already are still read', async () => {
    const off = createPayloadCodec({ keys: [NEW, OLD], encrypts: false })
    expect(await off.encode([PAYLOAD])).toEqual([PAYLOAD])
    const mixed = [PAYLOAD, ...(await codec.encode([PAYLOAD]))]
    expect((await off.decode(mixed)).map(read)).toEqual([{ videoId: 'vid_1' }, { videoId: 'vid_1' }])
  })
})

describe('idempotency keys in workflow ids', () => {
  const LONG = 'k'.repeat(129)

  test('are plain, so that operators find them, unless they are too long', () => {
    const plain = createWorkflowKey(null)
    expect(plain('acc_1', 'order-1')).toBe('order-1')
    expect(plain('acc_1', LONG)).toMatch(/^sha256:[0-9a-f]{64}$/u)
  })

  test('are hidden by a key of the service, so that nobody can try them', () => {
    const hidden = createWorkflowKey(NEW.key)
    const id = hidden('acc_1', 'anna@example.com')
    expect(id).toMatch(/^hmac:[0-9a-f]{64}$/u)
    expect(hidden('acc_1', 'anna@example.com')).toBe(id)
    expect(hidden('acc_2', 'anna@example.com')).not.toBe(id)
    expect(createWorkflowKey(OLD.key)('acc_1', 'anna@example.com')).not.toBe(id)
    expect(hidden('acc_1', LONG)).toHaveLength(id.length)
  })
})
