import { Client, Connection } from '@temporalio/client'
import { afterEach, describe, expect, test } from 'vitest'

import type { Renderer } from '../../../src/ports/video/renderer.ts'
import type { Speaker } from '../../../src/ports/speech/speaker.ts'
import type { WorkOptions } from '../../../src/ports/process/work-options.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

/** As many videos at once as the largest plan allows. */
const VIDEOS_AT_ONCE = 12
/** 200 seconds by the quick studio: 27 segments. */
const LONG_SCRIPT = 'word '.repeat(400).trim()
/** Segments that an account of the largest plan has in line at once, and more. */
const MANY_SEGMENTS = 250
const PATIENTLY = { timeout: 300_000, interval: 200 }

let service: TestService
afterEach(() => service.stop())

type Account = Awaited<ReturnType<TestService['account']>>

/** Asks for everything that the largest plan allows. */
async function askForAll(account: Account): Promise<string[]> {
  const created = await Promise.all(
    Array.from({ length: VIDEOS_AT_ONCE }, () => account.createVideo({ script: LONG_SCRIPT })),
  )
  expect(created.map(({ status }) => status)).toEqual(created.map(() => 202))
  return created.map(({ body }) => String(body.id))
}

/** Holds all work until it is opened. */
function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  const passed = ({ signal }: WorkOptions) =>
    Promise.race([
      opened,
      new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      }),
    ])
  return { open, passed }
}

describe('beside an account that asks for all that its plan allows, with one process for each sort of work', () => {
  test('a short video is drawn in its turn, not after everything that was there before', async () => {
    const quick = quickStudio()
    const begin = gate()
    /** Whose segments were drawn, in order. */
    const drawn: (string | undefined)[] = []
    const drawSegment: Renderer['drawSegment'] = async (job, options = {}) => {
      await begin.passed(options)
      drawn.push(options.accountId)
      return quick.renderer.drawSegment(job, options)
    }
    /** How many segments were drawn when the first file was put together: that of the short video. */
    let drawnBeforeAssembly: number | null = null
    const assemble: Renderer['assemble'] = (job, options) => {
      drawnBeforeAssembly ??= drawn.length
      return quick.renderer.assemble(job, options)
    }
    service = await startTestService({
      studio: quickStudio({ renderer: { drawSegment, assemble } }),
      config: { studioProcesses: 1 },
    })
    const [greedy, modest] = [await service.account('scale'), await service.account('free')]
    await askForAll(greedy)
    await expect.poll(() => waitingSegments(greedy), PATIENTLY).toBeGreaterThan(MANY_SEGMENTS)
    const { body } = await modest.createVideo({ script: 'Only a few words.' })
    await expect.poll(() => waitingSegments(modest), PATIENTLY).toBe(1)
    begin.open()

    await modest.untilStatus(body.id, 'ready')
    const before = drawn.slice(0, drawn.lastIndexOf(modest.accountId))
    // The segment that was begun, and those that had been handed out already. First in, first out it
    // would be all of them, more than 250.
    expect(before.filter((accountId) => accountId === greedy.accountId).length).toBeLessThanOrEqual(5)
    // And as few until its file is put together, which waits in the same line.
    expect(drawnBeforeAssembly).toBeLessThanOrEqual(12)
  })

  test('a short video is spoken although the other account’s parts would fill the worker', async () => {
    const quick = quickStudio()
    const begin = gate()
    const held = new Set<string>()
    const speakPart: Speaker['speakPart'] = async (request, options = {}) => {
      if (request.script === LONG_SCRIPT) {
        held.add(request.partFile)
        await begin.passed(options)
      }
      return quick.speaker.speakPart(request, options)
    }
    service = await startTestService({
      studio: quickStudio({ speaker: { speakPart } }),
      config: { studioProcesses: 1 },
    })
    const [greedy, modest] = [await service.account('scale'), await service.account('free')]
    await askForAll(greedy)
    await expect.poll(() => held.size, PATIENTLY).toBe(VIDEOS_AT_ONCE)
    const { body } = await modest.createVideo({ script: 'Only a few words.' })
    await modest.untilStatus(body.id, 'ready')
    begin.open()
  })
})

/** Segments of an account that the server has not handed to a worker, or has just handed. */
async function waitingSegments({ accountId }: Account): Promise<number> {
  const connection = await Connection.connect({ address: service.temporalAddress })
  try {
    const { workflow } = new Client({ connection, namespace: service.namespace })
    let waiting = 0
    for await (const run of workflow.list({ query: `AccountId = '${accountId}'` })) {
      const { raw } = await workflow.getHandle(run.workflowId).describe()
      waiting += (raw.pendingActivities ?? []).filter(
        ({ activityType }) => activityType?.name === 'drawSegment',
      ).length
    }
    return waiting
  } finally {
    await connection.close()
  }
}
