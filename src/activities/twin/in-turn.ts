import type { TwinStudio } from '../../ports/twin/twin-studio.ts'
import { heartbeating } from '../heartbeating.ts'
import type { StepOptions } from '../heartbeating.ts'
import type { TwinRef } from './twin-files.ts'

/** Does long work under an activity in a place of the studio, once it is the account's turn. Waiting beats as well. */
export function inTurn<Result>(
  twinStudio: Pick<TwinStudio, 'inTurn'>,
  twin: TwinRef,
  work: (options: StepOptions) => Promise<Result>,
): Promise<Result> {
  return heartbeating(twin, (options) => twinStudio.inTurn(options, () => work(options)))
}
