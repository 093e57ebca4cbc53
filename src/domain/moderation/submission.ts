import type { Pronunciation } from '../speech/pronunciation.ts'
import type { NameCardText } from '../video/video-options.ts'

/** What is decided about before a video is accepted: everything that is heard and read in it. */
export interface Submission {
  /** The account that owns it; of test data, the one whose test data it is. */
  readonly accountId: string
  readonly isTest: boolean
  readonly script: string
  readonly title: string | null
  readonly presenterId: string | null
  readonly twinId: string | null
  /** Name of the presenter or twin. */
  readonly presenterName: string
  /** Null where the card shows the presenter's name, or nothing. */
  readonly nameCard: NameCardText | null
  /** The account's pronunciations that occur in the script: what is said instead of its words. */
  readonly pronunciations: readonly Pronunciation[]
}

/** Somebody does not want the video to be made. */
export interface Refused {
  readonly decision: 'refuse'
  /** Path of the member of the request that it is about. */
  readonly field: string
  /** A sentence for the person. */
  readonly reason: string
}

/** What was decided about a submission. */
export type Verdict = { readonly decision: 'allow' } | Refused

/** Who decides: the list of words, a service of the operator, or the setting for when that says nothing. */
export type DecidedBy = 'words' | 'service' | 'silence'

/** What happens to a submission that the service says nothing about: it is accepted, or refused for now. */
export type WhenSilent = 'open' | 'closed'

/** The texts of a submission, by the member of the request that each is about. */
export function textsOf({
  script,
  title,
  nameCard,
  pronunciations,
}: Submission): [field: string, text: string][] {
  return [
    ['script', script],
    ...pronunciations.map(({ sayAs }): [string, string] => ['script', sayAs]),
    ['title', title ?? ''],
    ['options.name_card.title', nameCard?.title ?? ''],
    ['options.name_card.subtitle', nameCard?.subtitle ?? ''],
  ]
}
