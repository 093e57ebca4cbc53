/**
 * Failures of making a video that no retry can change, by the name that they carry between processes and, as the
 * failure's type, in Temporal: the one list of them.
 *
 * Where the request itself is the cause, the failure's message is written for the video's owner and quotes nothing
 * of the script, and the video keeps its place of the day (decisions, "Plans").
 */
const MAKING_FAILURES = {
  /** The script contains nothing that the voice can speak. */
  SpeechImpossible: { byRequest: true },
  /** The speech takes far longer than its estimate. */
  SpeechTooLong: { byRequest: true },
  /** The picture behind the presenter cannot be fetched or used. Retried while its server may recover. */
  BackgroundImpossible: { byRequest: true },
  /** A remote speech server rejects its key, voice or settings, so that a retry cannot succeed. */
  SpeechEngineRefused: { byRequest: false },
  /** The presenter is unknown, the timeline is not valid, or the segments do not fit together. */
  RenderImpossible: { byRequest: false },
  /** The person whom a twin shows has withdrawn it, or their consent has ended. */
  TwinWithdrawn: { byRequest: false },
  /** An external renderer returned an invalid segment. */
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

/** Creates an error with this name. The caller throws it. */
export function makingFailure(name: MakingFailure, message: string): Error {
  const error = new Error(message)
  error.name = name
  return error
}
