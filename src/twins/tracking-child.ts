import { serveTasks } from '../children/serve-tasks.ts'
import { testTwin } from './test/test-twin.ts'
import { loadFaceFinder } from './track/face-finder.ts'
import { trackFilm, trackTake } from './track/track-take.ts'
import type { TestTwinJob, TrackTakeJob } from '../domain/twin/twin-job.ts'
import type { FaceFinder } from './track/face-finder.ts'

/**
 * The process that finds faces in pictures. Its parent is the pool of `twin-studio.ts`; films are decoded in processes that
 * it starts, one for each (decode/).
 */

let finder: Promise<FaceFinder> | null = null

function faceFinder(): Promise<FaceFinder> {
  return (finder ??= loadFaceFinder())
}

serveTasks({
  trackTake: async (job: TrackTakeJob, report) => trackTake(await faceFinder(), job, report),
  testTwin: async (job: TestTwinJob, report) =>
    testTwin(job, async (file) => trackFilm(await faceFinder(), file, report)),
})
