import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, getPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { createChildPool } from '../../../src/children/child-pool.ts'
import type { ChildPool, ChildPoolOptions } from '../../../src/children/child-pool.ts'
import { createSlots } from '../../../src/children/slots.ts'
import { FROM_SOURCE } from '../../../scripts/support/from-source.ts'

const script = new URL('./fixtures/child.ts', import.meta.url)
const start = { nodeOptions: FROM_SOURCE }
const pools: ChildPool[] = []

function pool(options: Partial<ChildPoolOptions> = {}): ChildPool {
  const made = createChildPool({ script, size: 1, stallLimitMs: 20_000, start, ...options })
  pools.push(made)
  return made
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((made) => made.close()))
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Resolves when a task has reported for the first time, so that it is known to be running. */
function running(start: (onProgress: () => void) => void): Promise<void> {
  return new Promise((resolve) => start(resolve))
}

test('bytes and numbers cross the process boundary unchanged, by a child that stays', async () => {
  const children = pool()
  const samples = new Float32Array([0, -1, 0.5])
  expect(await children.run('echo', { samples, missing: undefined })).toEqual({ samples, missing: undefined })
  expect(await children.run('pid', null)).toBe(await children.run('pid', null))
})

test('a child gives way to the process that it works for', async () => {
  const pid = await pool().run<number>('pid', null)
  expect(getPriority(pid)).toBe(Math.min(getPriority() + 5, constants.priority.PRIORITY_LOW))
})

test('where each task has a child of its own, nothing of one is left for the next', async () => {
  const children = pool({ newChildForEachTask: true })
  const first = await children.run<number>('pid', null)
  expect(await children.run('pid', null)).not.toBe(first)
  await expect.poll(() => isAlive(first)).toBe(false)
})

test('pools that share their places do what is nearest its end first, and no more at a time than there are', async () => {
  const shared = createSlots(1)
  const [speaking, drawing] = [pool({ shared }), pool({ shared })]
  const stop = new AbortController()
  const begun = running((onProgress) => {
    const options = { stage: 'speaking', onProgress, signal: stop.signal } as const
    speaking.run('hang', null, options).catch(() => undefined)
  })
  await begun
  const done: string[] = []
  const ask = (children: ChildPool, stage: 'speaking' | 'drawing') =>
    children.run('echo', null, { stage }).then(() => done.push(stage))
  const asked = [ask(speaking, 'speaking'), ask(drawing, 'drawing')]
  // What names no stage does not take part: children are warmed up whatever is at work.
  await drawing.run('echo', null)
  expect(done).toEqual([])
  stop.abort()
  await Promise.all(asked)
  expect(done).toEqual(['drawing', 'speaking'])
})

test('accounts take turns, however much one of them has asked for', async () => {
  const children = pool({ size: 1 })
  const done: string[] = []
  const ask = async (accountId: string) => {
    await children.run('echo', null, { accountId })
    done.push(accountId)
  }
  const greedy = Array.from({ length: 60 }, () => ask('greedy'))
  await Promise.all(Array.from({ length: 3 }, () => ask('modest')))
  // The one that was under way comes first; first in, first out it would be all sixty.
  expect(done).toEqual(['greedy', 'modest', 'greedy', 'modest', 'greedy', 'modest'])
  await Promise.all(greedy)
})

test('progress is told in order', async () => {
  const shares: number[] = []
  await pool().run('count', 4, { onProgress: (share) => shares.push(share) })
  expect(shares).toEqual([0.25, 0.5, 0.75, 1])
})

test("a task's error keeps its name and its child", async () => {
  const children = pool()
  const pid = await children.run('pid', null)
  await expect(children.run('refuse', 'SpeechImpossible')).rejects.toMatchObject({
    name: 'SpeechImpossible',
    message: 'no',
  })
  expect(await children.run('pid', null)).toBe(pid)
})

test("a task's error keeps what it tells besides", async () => {
  await expect(pool().run('refuseWith', 'silence')).rejects.toMatchObject({ details: 'silence' })
})

test('an unknown task is refused, also one named like a member of every object', async () => {
  await expect(pool().run('constructor', null)).rejects.toThrow('no task "constructor"')
})

test('a crash costs one task: those waiting behind it are served', async () => {
  const children = pool()
  const crashed = children.run('crash', null)
  const waiting = children.run('echo', 'next')
  await expect(crashed).rejects.toMatchObject({ name: 'ChildLost' })
  expect(await waiting).toBe('next')
})

test('a child that died while idle is replaced before the next task', async () => {
  const children = pool()
  const pid = await children.run<number>('pid', null)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(await children.run('echo', 1)).toBe(1)
})

test.each(['hang', 'spin'])('an abort ends a child at once, even one that does %s', async (task) => {
  const children = pool()
  const pid = await children.run<number>('pid', null)
  const stop = new AbortController()
  let aborted: Promise<unknown> = Promise.resolve()
  await running((onProgress) => {
    aborted = children.run(task, null, { signal: stop.signal, onProgress })
    aborted.catch(() => {})
  })
  stop.abort(new Error('no longer wanted'))
  await expect(aborted).rejects.toThrow('no longer wanted')
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(await children.run('echo', 'next')).toBe('next')
})

test('an abort takes a waiting task out of the line', async () => {
  const children = pool()
  const stop = new AbortController()
  const first = children.run('count', 2)
  const second = children.run('echo', 2, { signal: stop.signal })
  stop.abort(new Error('no longer wanted'))
  await expect(second).rejects.toThrow('no longer wanted')
  expect(await first).toBe(2)
  expect(await children.run('echo', 3)).toBe(3)
})

test('a child without a sign of life is ended and said to have stalled', async () => {
  const children = pool({ stallLimitMs: 1500 })
  await expect(children.run('spin', null)).rejects.toMatchObject({
    name: 'ChildStalled',
    message: expect.stringContaining('1.5 s'),
  })
})

test.each(['SIGINT', 'SIGTERM'])('%s is left to the parent, whose work goes on', async (signal) => {
  expect(await pool().run('signalYourself', signal)).toBe('still here')
})

test('closing ends busy children too, and a closed pool refuses work', async () => {
  const children = pool()
  let busy: Promise<unknown> = Promise.resolve()
  await running((onProgress) => {
    busy = children.run('hang', null, { onProgress })
    busy.catch(() => {})
  })
  await children.close()
  await expect(busy).rejects.toMatchObject({ name: 'ChildLost' })
  await expect(children.run('echo', 1)).rejects.toThrow('closed')
})

test.each(['hang', 'outlive'])(
  'a child that does %s leaves without a word when its parent is killed',
  async (task) => {
    const parentFile = fileURLToPath(new URL('./fixtures/parent.ts', import.meta.url))
    const parent = spawn(process.execPath, [...FROM_SOURCE, parentFile, task])
    let [said, complaints] = ['', '']
    parent.stdout.on('data', (text: Buffer) => (said += text.toString()))
    parent.stderr.on('data', (text: Buffer) => (complaints += text.toString()))
    await expect.poll(() => said).toMatch(/^\d+\nworking\n/u)
    const childPid = Number(said.split('\n')[0])
    expect(isAlive(childPid)).toBe(true)
    parent.kill('SIGKILL')
    await once(parent, 'close')
    await expect.poll(() => isAlive(childPid)).toBe(false)
    expect(complaints).toBe('')
  },
)

test('children that cannot start are no fault of the task, and are found out', async () => {
  const broken = createChildPool({
    script: new URL('./fixtures/leaves.ts', import.meta.url),
    size: 1,
    stallLimitMs: 20_000,
    start,
  })
  pools.push(broken)
  // Nothing is known of a pool that was never used.
  await broken.probe()
  await expect(broken.run('pid', null)).rejects.toMatchObject({ name: 'ProcessesUnavailable' })
  await expect(broken.probe()).rejects.toMatchObject({ name: 'ProcessesUnavailable' })
})

test('a lost child is no fault of the others: the next answers', async () => {
  const children = pool()
  await expect(children.run('crash', null)).rejects.toMatchObject({ name: 'ChildLost' })
  await children.probe()
  const pid = await children.run<number>('pid', null)
  await children.probe()
  expect(await children.run('pid', null)).toBe(pid)
})

test('nothing is asked of children that are busy', async () => {
  const children = pool()
  const abort = new AbortController()
  const hung = running((onProgress) => {
    children.run('hang', null, { signal: abort.signal, onProgress }).catch(() => undefined)
  })
  await hung
  await children.probe()
  abort.abort()
})
