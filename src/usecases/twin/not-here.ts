import { problemInWords } from '../../domain/error/errors.ts'
import type { Problem } from '../../domain/error/errors.ts'

/** The refusal of what a link does not open, or not any more, in words for the person who opened it. */
export function notHere(says: string): Problem {
  return problemInWords('not_found', says)
}
