import type { QueueView, VideoAtWorkView } from '../../../src/api/console/door.ts'

/** What is wrong with a video: a word for the badge, and what it means. */
export const TROUBLES: Readonly<
  Record<NonNullable<VideoAtWorkView['trouble']>, { word: string; means: string; color: 'red' | 'yellow' }>
> = {
  'no run': {
    word: 'Stuck',
    means: 'No workflow is running. It restarts within minutes.',
    color: 'red',
  },
  failing: { word: 'Failing', means: 'A step failed and is being retried.', color: 'red' },
  waiting: { word: 'Waiting', means: 'No worker has picked up its next step.', color: 'yellow' },
  slow: { word: 'Slow', means: 'A step takes far longer than usual.', color: 'yellow' },
}

/** What a video is in the middle of. */
export const STAGES: Readonly<Record<VideoAtWorkView['stage'], string>> = {
  reserve: 'Waiting for its turn',
  speak: 'Speaking',
  draw: 'Drawing',
  assemble: 'Putting together',
  publish: 'Publishing',
}

/** What was at fault when a video or one of its steps failed: where to look. */
export const CAUSES: Readonly<Record<NonNullable<VideoAtWorkView['failure']>['cause'], string>> = {
  request: 'the request itself',
  disk: 'a disk',
  store: 'the media store',
  database: 'the database',
  voice: 'a voice',
  child: 'a child process',
  deadline: 'the deadline',
  other: 'unknown',
}

const QUEUES: Readonly<Record<string, string>> = {
  videos: 'Runs every video and updates the ledger.',
  speech: 'Synthesizes speech.',
  render: 'Renders frames.',
  assembly: 'Assembles finished parts.',
  twins: 'Checks recordings and builds twins.',
  webhooks: 'Delivers webhooks.',
}

/** What the work of a queue is. */
export function queueInWords({ name }: QueueView): string {
  return QUEUES[name] ?? 'Renders with an external renderer.'
}

/** Whether work waits that nobody takes, or that waits for long. Workers that begin no new work take little of it. */
export function isQueueInTrouble({ workers, oldest_wait_seconds }: QueueView): boolean {
  return !workers.some((worker) => worker.is_current) || oldest_wait_seconds > LONG_WAIT_SECONDS
}

const LONG_WAIT_SECONDS = 120

/** How long something has taken, in the two largest units: `16 h 39 min`, `3 min 20 s`. */
export function lengthInWords(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), whole % 60]
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`
}
