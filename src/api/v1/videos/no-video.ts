import { problem } from '../../../domain/error/errors.ts'
import type { Problem } from '../../../domain/error/errors.ts'

/** The error for a video that is not there. What is no id is not repeated: it may be a key that was put in the wrong place. */
export function noVideo(id: string): Problem {
  if (!/^vid_[0-9a-z]{26}$/.test(id)) return problem('not_found')
  return problem('not_found', { message: `There is no video "${id}". It may have been deleted.` })
}
