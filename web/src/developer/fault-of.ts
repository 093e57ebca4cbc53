import { Refusal } from '../api/client.ts'

/** The message of a failed request for a field; null when nothing failed. */
export function faultOf(error: Error | null, field: string): string | null {
  if (error === null) return null
  if (!(error instanceof Refusal)) return 'Something went wrong. Please try again.'
  return error.fields[field]?.message ?? error.userMessage
}
