import { Refusal } from '../api/client.ts'

/** What is to be said at a field about a request that failed; null when nothing did. */
export function faultOf(error: Error | null, field: string): string | null {
  if (error === null) return null
  if (!(error instanceof Refusal)) return 'Something went wrong. Please try again.'
  return error.fields[field]?.message ?? error.userMessage
}
