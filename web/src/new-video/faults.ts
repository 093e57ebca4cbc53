import { Refusal } from '../api/client.ts'

/** What is wrong with members of the request, by their path, in words for the person. */
export type Faults = Readonly<Record<string, string>>

/** What the server found wrong with a request; nothing when it was refused for another reason. */
export function faultsOf(error: unknown): Faults {
  if (!(error instanceof Refusal)) return {}
  return Object.fromEntries(Object.entries(error.fields).map(([path, { message }]) => [path, message]))
}
