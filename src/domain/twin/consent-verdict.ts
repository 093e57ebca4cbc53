import { checkFailed, NOT_SAME_PERSON, NOT_THE_TWIN } from './twin-failure.ts'
import { SAME_PERSON, TAKE_PARTS } from './twin-take.ts'
import type { Take, TakePart } from './twin-take.ts'
import type { TwinFailure } from './twin.ts'

/** The accepted take of every part. */
export type AllTakes = Readonly<Record<TakePart, Take>>

/** Whether a recorded consent holds; `unclear` is for an operator to decide. */
export type ConsentVerdict =
  | { readonly outcome: 'granted' | 'unclear'; readonly findings: ConsentFindings }
  | { readonly outcome: 'refused'; readonly failure: TwinFailure }

/** What a verdict is based on: figures and names of checks. No pictures, and no templates of faces. */
export interface ConsentFindings {
  /** The least likeness of the persons of any two parts, 0 to 1. */
  readonly likeness: number
  /** The same with the film of the consent that is renewed; left out when none is. */
  readonly likenessToTwin?: number
  /** What is not clear, for example `consent: words`. */
  readonly unclear: readonly string[]
}

/**
 * Decides whether a recording proves a consent. Nothing unclear is passed over: it goes to an operator.
 *
 * @param likeness the least likeness of the persons of any two parts, 0 to 1.
 * @param likenessToTwin of the recording to the consent that it renews; null when it renews none.
 */
export function consentVerdict(
  takes: AllTakes,
  likeness: number,
  likenessToTwin: number | null = null,
): ConsentVerdict {
  const unclear: string[] = []
  for (const part of TAKE_PARTS) {
    for (const check of takes[part].checks) {
      if (check.outcome === 'failed') return { outcome: 'refused', failure: checkFailed(part, check) }
      if (check.outcome === 'unclear') unclear.push(`${part}: ${check.code}`)
    }
  }
  // Also false for what is not a number.
  if (!(likeness >= SAME_PERSON.refused)) return { outcome: 'refused', failure: NOT_SAME_PERSON }
  if (likeness < SAME_PERSON.accepted) unclear.push('likeness')
  if (likenessToTwin === null) return verdictOf({ likeness, unclear })
  if (!(likenessToTwin >= SAME_PERSON.refused)) return { outcome: 'refused', failure: NOT_THE_TWIN }
  if (likenessToTwin < SAME_PERSON.accepted) unclear.push('likeness to the twin')
  return verdictOf({ likeness, likenessToTwin, unclear })
}

function verdictOf(findings: ConsentFindings): ConsentVerdict {
  return { outcome: findings.unclear.length > 0 ? 'unclear' : 'granted', findings }
}
