import { ApplicationFailure } from '@temporalio/common'
import { describe, expect } from 'vitest'

import type { Activities } from '../../src/activities/index.ts'
import { twinReviewedSignal, twinStatusQuery } from '../../src/workflows/contract.ts'
import { moment } from '../support/temporal/moment.ts'
import { stoppedTimes } from '../support/temporal/bad-luck.ts'
import { failureOf } from '../support/temporal/run-failure.ts'
import { notifiesRuns, twinRuns } from '../support/twin/twin-runs.ts'
import { test } from '../support/temporal/skipping-time.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

let environment: WorkflowEnvironment

test.beforeAll(({ workflowEnvironment }) => {
  environment = workflowEnvironment
})

const build: ReturnType<typeof twinRuns>['build'] = (...args) => twinRuns(environment).build(...args)

const UNCLEAR: Pick<Activities, 'weighConsent'> = {
  weighConsent: async () => ({
    outcome: 'unclear',
    findings: { likeness: 0.6, unclear: ['likeness'] },
  }),
}

/** Learns until it is stopped; tells when it has begun. */
function learningForEver() {
  let begun!: () => void
  const hasBegun = new Promise<void>((resolve) => (begun = resolve))
  const learnTwin = async () => {
    begun()
    await moment().wait()
  }
  return { hasBegun, learnTwin }
}

const gone = async () => {
  throw ApplicationFailure.nonRetryable('twn_1 is gone.', 'TwinGone')
}

describe('a recording that can become a twin', () => {
  test('is looked at, its consent weighed, its mouth learned and tested, before it is shown and ready', async () => {
    const { recorded, handle, twin } = await build()
    expect(await handle.result()).toEqual({ twinId: twin.twinId, status: 'ready', engine: 'video' })
    expect(await handle.query(twinStatusQuery)).toMatchObject({ status: 'ready', progress: 100 })
    expect(recorded.names).toEqual([
      'beginTwinBuild',
      ...Array.from({ length: 4 }, () => 'lookAtTake'),
      'weighConsent',
      'learnTwin',
      'drawSample',
      'testTwin',
      'speakPreview',
      'drawPreview',
      'publishTwin',
    ])
    expect(recorded.inputs('publishTwin')).toMatchObject([{ engine: 'video', selfTest: { passed: true } }])
  })

  test('tells a progress that never goes down and stays below 100 until it is ready', async () => {
    const { recorded, handle } = await build()
    await handle.result()
    const progress = recorded.inputs('recordTwinProgress').map((input) => input.progress)
    expect(progress.length).toBeGreaterThan(4)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(progress.at(-1)).toBeLessThan(100)
  })

  test('is drawn from one frame when recorded mouths do not follow what is said', async () => {
    const { recorded, handle } = await build({
      testTwin: async ({ engine }) => ({
        lagFrames: 0,
        gapCorrelation: engine === 'video' ? 0.2 : 0.6,
        articulation: 0.9,
        passed: engine === 'photo',
      }),
    })
    expect(await handle.result()).toMatchObject({ status: 'ready', engine: 'photo' })
    expect(recorded.inputs('drawPreview')).toMatchObject([{ engine: 'photo' }])
    expect(recorded.inputs('publishTwin')).toMatchObject([{ engine: 'photo' }])
  })

  test('becomes one although every step failed twice before it worked', async () => {
    const failures = new Map<string, number>()
    const flaky =
      <Result>(name: string, result: Result) =>
      async (): Promise<Result> => {
        const before = failures.get(name) ?? 0
        failures.set(name, before + 1)
        if (before < 2) throw new Error('the child process crashed')
        return result
      }
    const { handle } = await build({
      beginTwinBuild: flaky('begin', { takeIds: ['tak_1'], renewed: null }),
      lookAtTake: flaky('look', undefined),
      learnTwin: flaky('learn', undefined),
      drawSample: flaky('draw', undefined),
      speakPreview: flaky('speak', undefined),
      drawPreview: flaky('preview', undefined),
      publishTwin: flaky('publish', undefined),
    })
    expect(await handle.result()).toMatchObject({ status: 'ready' })
    expect([...failures.values()]).toEqual([3, 3, 3, 3, 3, 3, 3])
  })
})

describe('a recording that cannot become a twin', () => {
  /** What the person is told. */
  async function failureOfBuild(replaced: Partial<Activities>) {
    const { recorded, handle } = await build(replaced)
    const { type } = await failureOf(handle)
    expect(type).toBe('TwinFailed')
    expect(await handle.query(twinStatusQuery)).toMatchObject({ status: 'failed' })
    expect(recorded.names).not.toContain('publishTwin')
    const [failed] = recorded.inputs('failTwin')
    return failed?.failure
  }

  test('a part that is missing is named', async () => {
    const failure = { code: 'PartMissing', part: 'turn', message: 'A part is missing.' } as const
    expect(await failureOfBuild({ beginTwinBuild: async () => ({ failure }) })).toEqual(failure)
  })

  test('a consent that was given by somebody else is refused, and nothing is learned', async () => {
    const failure = { code: 'NotSamePerson', part: 'consent', message: 'Record it again.' } as const
    const { recorded, handle } = await build({ weighConsent: async () => ({ outcome: 'refused', failure }) })
    await failureOf(handle)
    expect(recorded.inputs('failTwin')).toMatchObject([{ failure }])
    expect(recorded.names).not.toContain('learnTwin')
  })

  test.each(['silence', 'reading'] as const)(
    'a part from which nothing can be learned is to be recorded again, in the words of the studio: %s',
    async (part) => {
      const message = 'Look into the lens.'
      const told = await failureOfBuild({
        learnTwin: async () => {
          throw ApplicationFailure.nonRetryable(message, 'TakeUnusable', part)
        },
      })
      expect(told).toEqual({ code: 'TakeUnusable', part, message })
    },
  )

  test('lips that follow by neither engine are not published', async () => {
    const told = await failureOfBuild({
      testTwin: async () => ({ lagFrames: 6, gapCorrelation: 0.1, articulation: 0.2, passed: false }),
    })
    expect(told).toMatchObject({ code: 'MouthNotLearned', part: 'reading' })
  })

  test('a step that keeps failing is not blamed on the person, and asks for no part again', async () => {
    const told = await failureOfBuild({
      drawPreview: async () => {
        throw new Error('the disk is gone')
      },
    })
    expect(told).toMatchObject({
      code: 'BuildBroken',
      part: null,
      message: expect.stringContaining('not the cause') as string,
    })
  })

  test('a build whose workers are stopped ten times in every step goes on', async () => {
    const { handle } = await build({
      lookAtTake: stoppedTimes(40, async () => undefined),
      learnTwin: stoppedTimes(10, async () => undefined),
      speakPreview: stoppedTimes(10, async () => undefined),
      drawPreview: stoppedTimes(10, async () => undefined),
    })
    expect(await handle.result()).toMatchObject({ status: 'ready' })
  })

  // Two hours of workers that stop after a quarter of a minute are 480 of them, one after the other.
  test('a build that takes hours fails, so that nobody waits for ever', async () => {
    const told = await failureOfBuild({
      learnTwin: stoppedTimes(Infinity, async () => undefined),
    })
    expect(told).toMatchObject({ code: 'BuildTimedOut' })
  })

  test('a build that an operator stops says so', async () => {
    const { hasBegun, learnTwin } = learningForEver()
    const { recorded, handle } = await build({ learnTwin })
    await hasBegun
    await handle.cancel()
    expect(await failureOf(handle)).toMatchObject({ type: 'TwinFailed' })
    expect(recorded.inputs('failTwin')).toMatchObject([{ failure: { code: 'BuildCancelled' } }])
  })
})

describe('an unclear consent', () => {
  test('waits for an operator, and becomes a twin once it is approved', async () => {
    let decision: 'waiting' | 'approved' = 'waiting'
    let tellAsked!: () => void
    const isAsked = new Promise<void>((resolve) => (tellAsked = resolve))
    const { recorded, handle } = await build({
      ...UNCLEAR,
      askForReview: async () => tellAsked(),
      readReview: async () => decision,
    })
    await isAsked
    decision = 'approved'
    await handle.signal(twinReviewedSignal)
    expect(await handle.result()).toMatchObject({ status: 'ready' })
    expect(recorded.inputs('askForReview')).toMatchObject([
      { findings: { likeness: 0.6, unclear: ['likeness'] } },
    ])
  })

  test('fails when it is refused, without a second failure written over the reason', async () => {
    const { recorded, handle } = await build({ ...UNCLEAR, readReview: async () => 'refused' })
    expect(await failureOf(handle)).toMatchObject({
      type: 'TwinFailed',
      message: expect.stringContaining('operator') as string,
    })
    expect(recorded.names).not.toContain('failTwin')
    expect(recorded.names).not.toContain('learnTwin')
  })

  test('is found approved although the signal got lost', async () => {
    let looks = 0
    const { handle } = await build({
      ...UNCLEAR,
      readReview: async () => ((looks += 1) > 3 ? 'approved' : 'waiting'),
    })
    expect(await handle.result()).toMatchObject({ status: 'ready' })
  })

  test('that nobody looks at for two weeks is to be recorded again', async () => {
    const { recorded, handle } = await build(UNCLEAR)
    await failureOf(handle)
    expect(recorded.inputs('failTwin')).toMatchObject([
      { failure: { code: 'ReviewTimedOut', part: 'consent' } },
    ])
    expect(recorded.inputs('readReview')).toHaveLength(56)
  })

  test('that is withdrawn meanwhile ends without a failure', async () => {
    const { recorded, handle } = await build({ ...UNCLEAR, readReview: gone })
    expect(await handle.result()).toMatchObject({ status: 'gone' })
    expect(recorded.names).not.toContain('failTwin')
  })
})

describe('a twin that is withdrawn while it is built', () => {
  test('is not learned any further, and no failure is told', async () => {
    const { recorded, handle } = await build({ learnTwin: gone })
    expect(await handle.result()).toMatchObject({ status: 'gone', engine: null })
    expect(recorded.names).not.toContain('failTwin')
    expect(recorded.names).not.toContain('publishTwin')
  })

  test('in the last moment is not published', async () => {
    const { handle } = await build({ publishTwin: gone })
    expect(await handle.result()).toMatchObject({ status: 'gone' })
  })

  test('has its build stopped by its removal', async () => {
    const { hasBegun, learnTwin } = learningForEver()
    const { handle, recorded, twin } = await build({ learnTwin, ...notifiesRuns(environment) })
    await hasBegun
    const { handle: removal } = await twinRuns(environment).remove(null, twin)
    expect(await handle.result()).toMatchObject({ status: 'gone' })
    expect(await removal.result()).toBe('removed')
    expect(recorded.names).not.toContain('publishTwin')
    expect(recorded.names).not.toContain('failTwin')
  })
})
