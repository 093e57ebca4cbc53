import { z } from 'zod'

import {
  LONGEST_PRONOUNCED_WORD,
  LONGEST_SAY_AS,
  pronouncedWordProblem,
  SAYABLE,
  sayAsProblem,
} from '../../../domain/speech/pronunciation.ts'
import { alwaysTrue } from '../../contract/fields/always-true.ts'
import { listOf } from '../../contract/list.ts'
import { text } from '../../contract/fields/text.ts'
import { timestamp } from '../../contract/fields/timestamp.ts'

const word = z.string().meta({
  description: 'The word, percent-encoded as a single path segment (`C%2B%2B`).',
  example: 'Nguyen',
  override: { minLength: 1, maxLength: LONGEST_PRONOUNCED_WORD },
})

/** Path of an existing pronunciation. A word that no script can contain has none, so it is rejected here. */
export const PronunciationPath = z.object({
  word: word.refine((written) => pronouncedWordProblem(written) === null),
})

/** Path of a pronunciation to set. The use case checks the word, because it can explain what is wrong with it. */
export const SetPronunciationPath = z.object({ word })

const sayAs = text(1, LONGEST_SAY_AS).superRefine((value, context) => {
  const problem = sayAsProblem(value)
  if (problem) context.addIssue({ code: 'custom', message: problem.message, params: { problem } })
})

/** Body of PUT /pronunciations/{word}. */
export const SetPronunciation = z
  .strictObject({
    say_as: sayAs.meta({
      description:
        'The text to speak instead, as a reader of your script would pronounce it: `nwin`, `post gress`.',
      override: { minLength: 1, maxLength: LONGEST_SAY_AS, pattern: SAYABLE.source },
    }),
  })
  .meta({ id: 'SetPronunciation', description: 'The pronunciation to set for a word.' })

/** A stored pronunciation. */
export const Pronunciation = z
  .strictObject({
    word: z.string().describe('The word, normalized (NFKC, straight apostrophes).'),
    say_as: z.string().describe('The text that is spoken instead of the word.'),
    updated_at: timestamp().describe('When the pronunciation was last set.'),
  })
  .meta({ id: 'Pronunciation', description: 'The pronunciation of a word in the account’s scripts.' })

/** Response of GET /pronunciations. */
export const PronunciationList = listOf(
  'PronunciationList',
  Pronunciation,
  'The account’s pronunciations, sorted by word, in a single page.',
)

/** Response of DELETE /pronunciations/{word}. */
export const DeletedPronunciation = z
  .strictObject({ word: z.string(), deleted: alwaysTrue() })
  .meta({ id: 'DeletedPronunciation', description: 'Confirmation that a pronunciation was deleted.' })
