import { describe, expect, test } from 'vitest'

import { eventStream } from '../../../src/api/lasting/event-stream.ts'
import type { ServerEvent } from '../../../src/api/contract/server-event.ts'
import { createLastingSlots } from '../../../src/api/lasting/lasting-slots.ts'
import { createLatest } from '../../../src/api/lasting/latest.ts'

const NEVER = new AbortController().signal
const TIMES = { heartbeatMs: 5, longestMs: 3_600_000 }

async function* few(): AsyncGenerator<ServerEvent> {
  yield { name: 'video', data: { id: 'vid_1', title: 'Two\nlines' } }
  yield { name: 'video', data: { id: 'vid_2' } }
}

/** Where nothing ever happens. */
const nothing = (): AsyncIterable<ServerEvent> => ({
  [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }),
})

describe('an answer that lasts', () => {
  test('says at once when to come again, then sends each event in its frame', async () => {
    const frames: string[] = []
    for await (const frame of eventStream(few(), NEVER)) frames.push(frame)
    expect(frames).toEqual([
      'retry: 2000\n\n',
      'event: video\ndata: {"id":"vid_1","title":"Two\\nlines"}\n\n',
      'event: video\ndata: {"id":"vid_2"}\n\n',
    ])
  })

  test('sends a comment when nothing happens, so that nobody takes the connection for a dead one', async () => {
    const stream = eventStream(nothing(), NEVER, TIMES)
    await stream.next()
    expect((await stream.next()).value).toBe(':\n\n')
    expect((await stream.next()).value).toBe(':\n\n')
  })

  test('ends after its time, so that a key that was revoked is told no more', async () => {
    const frames: string[] = []
    for await (const frame of eventStream(nothing(), NEVER, { ...TIMES, longestMs: 50 })) frames.push(frame)
    expect(frames.slice(0, 2)).toEqual(['retry: 2000\n\n', ':\n\n'])
  })

  test('ends when the process is asked to stop, whatever it waits for', async () => {
    const stopping = new AbortController()
    const stream = eventStream(nothing(), stopping.signal)
    await stream.next()
    const next = stream.next()
    stopping.abort()
    await next
    expect((await stream.next()).done).toBe(true)
  })
})

test('a reader who is slow gets of each video the latest, and nothing piles up', async () => {
  const gone = new AbortController()
  const latest = createLatest<number>(gone.signal)
  for (let progress = 0; progress <= 100; progress += 1) {
    latest.put('vid_1', progress)
    latest.put('vid_2', progress / 2)
  }
  const read: number[] = []
  for await (const value of latest) {
    read.push(value)
    if (read.length === 2) gone.abort()
  }
  expect(read).toEqual([100, 50])
})

test('a caller has as many answers that last as they may, and others as many', () => {
  const places = createLastingSlots(2)
  const leave = places.take('key_1')
  places.take('key_1')
  expect(() => places.take('key_1')).toThrow(/At most 2 event streams/u)
  places.take('key_2')
  leave()
  leave()
  places.take('key_1')
  expect(() => places.take('key_1')).toThrow(/At most/u)
})
