import { Refusal } from '../api/client.ts'

/** What to say of a fault that is not the server's answer. */
const UNKNOWN = 'Something went wrong. Please try again.'

/** What is wrong with single fields, by name; none when the fault is of another kind. */
export function fieldFaults(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof Refusal)) return {}
  return Object.fromEntries(Object.entries(error.fields).map(([name, { message }]) => [name, message]))
}

/**
 * Why a request failed, in words for the person: what is wrong with the field they sent, or else what the server says of the
 * request.
 *
 * @param otherwise said of a fault that is not the server's answer.
 */
export function faultOf(error: unknown, otherwise = UNKNOWN): string {
  if (!(error instanceof Refusal)) return otherwise
  return Object.values(fieldFaults(error))[0] ?? error.userMessage
}
