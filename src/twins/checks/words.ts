import { READING } from '../../domain/twin/twin-script.ts'
import { hearWords } from '../consent/hear-words.ts'
import { sentencesSaid } from '../consent/sentences-said.ts'
import { shareOf } from './signals/statistics.ts'
import { verdict } from './verdict.ts'
import type { TakeCheck } from '../../domain/twin/twin-take.ts'
import type { Recogniser } from '../consent/recogniser.ts'
import type { SaidSentence } from '../consent/sentences-said.ts'
import type { RecordedTake } from './take.ts'

/**
 * How much less like others than like itself a sentence sounds that was said. Synthetic voices have 1.05 to 1.4 for
 * what they say, and 0.9 to 1.03 for what they do not.
 */
const SAID = 1.03

/** Share of the sentences that may be left out or garbled. */
const MOST_DROPPED = 0.3

/** Sentences of fewer words hold too little sound to be told from others. */
const FEWEST_WORDS = 5

/**
 * Lead of the drawn words over others: from here on they were said, where nothing else tells; where a recogniser has
 * heard half of them, too; and below which they were not. Synthetic voices have 1.14 and more for four words that
 * they say, up to 1.14 where two of them are others, and less than 0.94 where all are.
 */
const LEAD = { alone: 1.1, besides: 1.05, refused: 0.97 } as const

/** Drawn words that have to be heard; with fewer than the second the take is refused. */
const HEARD = { accepted: 3, refused: 2 } as const

/** What a statement is held against: sentences of nothing that it says. */
const RIVALS = READING.slice(0, 4)

/** Other words are drawn for the next try: to name these would have them learned in vain. */
const NOT_UNDERSTOOD =
  'Your words were not understood: read the statement with new words, each of them clearly and after a short pause.'

/** What was to be said. */
interface ToBeSaid {
  readonly sentences: readonly string[]
  /** Those drawn for the statement, which its last sentence holds; none in other parts. */
  readonly words: readonly string[]
}

/** What was to be said was said, and so were the words that were drawn for it. */
export async function checkWords(
  { sound }: RecordedTake,
  { sentences, words }: ToBeSaid,
  recogniser: Recogniser | null,
): Promise<TakeCheck> {
  const said = await sentencesSaid(sentences, sound, words.length === 0 ? sentences : RIVALS)
  const dropped = droppedShare(sentences, said)
  if (dropped > MOST_DROPPED || words.length === 0) return textVerdict(dropped)
  const span = said.at(-1)
  const heard = span ? await hearWords(sentences.at(-1) ?? '', words, sound, span) : { lead: 0, words: 0 }
  const recognised = recogniser ? await recogniser.wordsIn(sound, words) : null
  return verdict('words', {
    outcome: wordsOutcome(heard, recognised),
    measured: recognised ?? heard.words,
    limit: HEARD.accepted,
    message: NOT_UNDERSTOOD,
  })
}

function droppedShare(sentences: readonly string[], said: readonly SaidSentence[]): number {
  const long = [...sentences.keys()].filter(
    (index) => (sentences[index] ?? '').split(/\s+/u).length >= FEWEST_WORDS,
  )
  return shareOf(
    long.map((index) => said[index]?.fit ?? 0),
    (fit) => fit < SAID,
  )
}

function textVerdict(dropped: number): TakeCheck {
  return verdict('words', {
    outcome: dropped > MOST_DROPPED ? 'failed' : 'passed',
    measured: dropped,
    limit: MOST_DROPPED,
    message: 'The recording doesn’t match the text: read every sentence as it is shown, aloud and clearly.',
  })
}

/**
 * Where a recogniser has listened, three words are enough, or two if the sound fits them better than others. Without
 * one the sound alone has to fit. Everything in between is for somebody to listen to.
 */
function wordsOutcome(
  { lead, words }: { readonly lead: number; readonly words: number },
  recognised: number | null,
): TakeCheck['outcome'] {
  if (recognised !== null) {
    const fits = lead >= LEAD.besides
    if (recognised >= HEARD.accepted || (recognised >= HEARD.refused && fits)) return 'passed'
    return recognised < HEARD.refused && lead < LEAD.refused ? 'failed' : 'unclear'
  }
  if (lead >= LEAD.alone && words >= HEARD.accepted) return 'passed'
  return lead < LEAD.refused || words < HEARD.refused ? 'failed' : 'unclear'
}
