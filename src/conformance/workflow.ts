import { proxyActivities } from '@temporalio/workflow'

import type { SegmentReport, DrawSegment } from '../renderers/contract.ts'

/** A queue that nobody serves is told soon: whoever checks a renderer has just started it. */
const TAKEN_WITHIN = '30s'

/** Has one job done by whoever serves a queue, once. */
export async function tryJob({ queue, job }: { queue: string; job: DrawSegment }): Promise<SegmentReport> {
  const { draw_segment: drawSegment } = proxyActivities<{
    draw_segment(job: DrawSegment): Promise<SegmentReport>
  }>({
    taskQueue: queue,
    scheduleToStartTimeout: TAKEN_WITHIN,
    startToCloseTimeout: '10m',
    heartbeatTimeout: '30s',
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: { maximumAttempts: 1 },
  })
  return drawSegment(job)
}
