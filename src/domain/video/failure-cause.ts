import { placeFaultOf } from '../error/place-fault.ts'
import { isRequestFault } from './making-failure.ts'

/** Why a video or one of its steps failed, for operators: one word for each thing that they would look at. */
export const FAILURE_CAUSES = [
  'request',
  'disk',
  'store',
  'database',
  'voice',
  'child',
  'deadline',
  'other',
] as const

/** Why a video or one of its steps failed. */
export type FailureCause = (typeof FAILURE_CAUSES)[number]

/** What a failure comes from, by the name that it carries between processes and, as its type, in Temporal. */
const CAUSES: Readonly<Record<string, FailureCause>> = {
  DatabaseUnavailable: 'database',
  DiskUnavailable: 'disk',
  StoreUnavailable: 'store',
  VoiceNotInstalled: 'voice',
  SpeechEngineRefused: 'voice',
  ProcessesUnavailable: 'child',
  ChildLost: 'child',
  ChildStalled: 'child',
}

/** The cause of a failure with this name. */
export function failureCause(name: string | null | undefined): FailureCause {
  if (isRequestFault(name)) return 'request'
  return Object.hasOwn(CAUSES, name ?? '') ? CAUSES[name ?? '']! : 'other'
}

/** What operators are told of a video that failed, beside what its owner reads. */
export interface KnownFailure {
  readonly cause: FailureCause
  /** The step that failed, by the name of its activity; null when none did. */
  readonly step: string | null
  /** The worker at which it failed last, `<pid>@<host>`; null when none had it. */
  readonly worker: string | null
  /** What the error said; null when its owner reads the same. */
  readonly detail: string | null
}

/** What was away when an error was thrown; null when the error says nothing of an outage. */
export function outageOf(error: unknown): FailureCause | null {
  const fault = placeFaultOf(error)
  return fault === null ? null : failureCause(fault)
}
