import type {
  CheckedTake,
  CheckTakeJob,
  LearnedTwin,
  LearnTwinJob,
  MatchTakesJob,
  TestTwinJob,
  TrackedTake,
  TrackTakeJob,
  TwinSelfTest,
} from '../../domain/twin/twin-job.ts'
import type { WorkOptions } from '../process/work-options.ts'

/**
 * Looks at recordings and learns from them. Everything is safe to repeat: the same files give the same result. A
 * recording that cannot be used rejects with an error whose `name` is `TakeUnusable`, whose message is for the person
 * who recorded it, and whose `details` name the part to record again where a job is about several.
 */
export interface TwinStudio {
  /**
   * Does work in one of the studio's places, waiting for one first: accounts take turns, and where there is more than one
   * place, no account has all of them, so that nobody's film waits for the end of another account's. Work that uses the
   * methods below is done in one.
   */
  inTurn<Result>(options: WorkOptions, work: () => Promise<Result>): Promise<Result>
  /** Decodes a take, finds the face in each frame, and writes its sound. */
  trackTake(job: TrackTakeJob, options?: WorkOptions): Promise<TrackedTake>
  /** Checks one take by what was seen and heard. */
  checkTake(job: CheckTakeJob, options?: WorkOptions): Promise<CheckedTake>
  /** How alike the persons of several takes are: the least likeness of any two, 0 to 1. */
  matchTakes(job: MatchTakesJob, options?: WorkOptions): Promise<number>
  /** Learns how the person speaks, and cuts the films that are drawn from. */
  learnTwin(job: LearnTwinJob, options?: WorkOptions): Promise<LearnedTwin>
  /** Tracks a video of the twin again, and holds its lips against what they were to show. */
  testTwin(job: TestTwinJob, options?: WorkOptions): Promise<TwinSelfTest>
}
