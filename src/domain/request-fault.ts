/**
 * Failures that the request itself is the cause of, by the name that they carry between processes and in
 * Temporal. Their words are written for the video's owner and quote nothing of the script; the video keeps
 * its place of the day.
 */
export const REQUEST_FAULTS = ['SpeechImpossible', 'SpeechTooLong', 'BackgroundImpossible'] as const

/** A failure that the request itself is the cause of. */
export type RequestFault = (typeof REQUEST_FAULTS)[number]

/** Whether a failure with this name is the request's own fault. */
export function isRequestFault(name: string | null | undefined): name is RequestFault {
  return REQUEST_FAULTS.some((fault) => fault === name)
}
