import { serveTasks } from '../children/serve-tasks.ts'
import { checkTake } from './checks/check-take.ts'
import { matchTakes } from './checks/match-takes.ts'
import { learnTwin } from './learn/learn-twin.ts'
import { testTwin } from './test/test-twin.ts'
import { loadFaceFinder } from './track/face-finder.ts'
import { trackFilm, trackTake } from './track/track-take.ts'
import type { TestTwinJob, TrackTakeJob } from '../domain/twin-job.ts'
import type { FaceFinder } from './track/face-finder.ts'

/** The process that looks at recordings and learns from them. Its parent is the pool of `twin-studio.ts`. */

let finder: Promise<FaceFinder> | null = null

function faceFinder(): Promise<FaceFinder> {
  return (finder ??= loadFaceFinder())
}

serveTasks({
  trackTake: async (job: TrackTakeJob, report) => trackTake(await faceFinder(), job, report),
  checkTake,
  matchTakes,
  learnTwin,
  testTwin: async (job: TestTwinJob, report) => {
    // How long the video is, its cues say: enough for somebody who waits.
    const seconds = Math.max(1, job.cues.at(-1)?.end ?? 0)
    return testTwin(job, async (file) =>
      trackFilm(await faceFinder(), file, (seen) => report(Math.min(1, seen / seconds))),
    )
  },
})
