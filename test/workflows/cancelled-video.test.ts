import { expect } from 'vitest'

import type { Activities } from '../../src/activities/index.ts'
import { moment } from '../support/temporal/moment.ts'
import { serveRecorded, startVideo, VIDEO } from '../support/temporal/produced-video.ts'
import { SPOKEN } from '../support/temporal/recorded-activities.ts'
import { failureOf } from '../support/temporal/run-failure.ts'
import { test } from '../support/temporal/skipping-time.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

let environment: WorkflowEnvironment

test.beforeAll(({ workflowEnvironment }) => {
  environment = workflowEnvironment
})

async function start(replaced: Partial<Activities>) {
  const recorded = serveRecorded(environment, replaced)
  return { handle: await startVideo(environment), recorded }
}

/** Speaks until it is stopped; tells when it has begun. */
function speakingForEver() {
  let begun!: () => void
  const hasBegun = new Promise<void>((resolve) => (begun = resolve))
  const speakPart = async () => {
    begun()
    await moment().wait()
    return SPOKEN
  }
  return { hasBegun, speakPart }
}

test('a run that is cancelled because its owner deleted the video removes its files and tells nobody', async () => {
  const { hasBegun, speakPart } = speakingForEver()
  const { handle, recorded } = await start({ speakPart, failVideo: async () => null })
  await hasBegun
  await handle.cancel()
  expect(await handle.result()).toMatchObject({ status: 'deleted' })
  expect(recorded.inputs('discardMedia')).toEqual([{ videoId: 'vid_1', keepFinished: false }])
  expect(recorded.names).not.toContain('announceEvent')
})

test('a run that is cancelled by an operator fails the video, so that its seconds go back and its owner is told', async () => {
  const { hasBegun, speakPart } = speakingForEver()
  const { handle, recorded } = await start({ speakPart })
  await hasBegun
  await handle.cancel()
  expect(await failureOf(handle)).toMatchObject({ type: 'render_failed' })
  expect(recorded.inputs('failVideo')).toEqual([
    {
      ...VIDEO,
      failure: { stage: 'speak', reason: 'The workflow was cancelled by an operator.', byRequest: false },
      known: { cause: 'other', step: null, worker: null, detail: null },
    },
  ])
  expect(recorded.inputs('announceEvent')).toEqual([{ eventId: 'evt_failed' }])
})

test('a run that is cancelled too late, when everything was drawn and the video deleted, keeps nothing', async () => {
  const { handle, recorded } = await start({ publishVideo: async () => null })
  const result = await handle.result()
  expect(result).toEqual({ videoId: 'vid_1', status: 'deleted', durationSeconds: null })
  expect(recorded.inputs('discardMedia')).toEqual([{ videoId: 'vid_1', keepFinished: false }])
  expect(recorded.names).not.toContain('announceEvent')
})
