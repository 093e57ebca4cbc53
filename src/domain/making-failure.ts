/**
 * Failures of making a video that no retry can change, by the name that they carry between processes and, as the
 * failure's type, in Temporal: the one list of them.
 *
 * Where the request itself is the cause, the failure's message is written for the video's owner and quotes nothing
 * of the script, and the video keeps its place of the day (decisions, "Plans").
 */
const MAKING_FAILURES = {
  /** The script has nothing that the voice can say. */
  SpeechImpossible: { byRequest: true },
  /** The speech goes on for far longer than its script lets expect. */
  SpeechTooLong: { byRequest: true },
  /** The picture behind the presenter cannot be fetched or used. Retried while its server may recover. */
  BackgroundImpossible: { byRequest: true },
  /** A speech server will never do what it is asked: its key, voice or settings are wrong. */
  SpeechEngineRefused: { byRequest: false },
  /** An unknown presenter, a timeline that is none, segments that do not fit together. */
  RenderImpossible: { byRequest: false },
  /** An external renderer returned a segment that is not as it must be. */
  SegmentRefused: { byRequest: false },
} as const

/** The name of a failure that no retry can change. */
export type MakingFailure = keyof typeof MAKING_FAILURES

/** Whether a failure with this name is one that no retry can change. */
export function isMakingFailure(name: string | null | undefined): name is MakingFailure {
  return name !== null && name !== undefined && Object.hasOwn(MAKING_FAILURES, name)
}

/** Whether a failure with this name is the fault of the request itself. */
export function isRequestFault(name: string | null | undefined): boolean {
  return isMakingFailure(name) && MAKING_FAILURES[name].byRequest
}

/** An error of this kind, as it is thrown where the failure is found out. */
export function makingFailure(name: MakingFailure, message: string): Error {
  const error = new Error(message)
  error.name = name
  return error
}
