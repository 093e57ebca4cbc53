import { z } from 'zod'

import {
  LONGEST_PRONOUNCED_WORD,
  LONGEST_SAY_AS,
  pronouncedWordProblem,
  SAYABLE,
  sayAsProblem,
} from '../../../domain/pronunciation.ts'
import { listOf } from '../../contract/list.ts'
import { text } from '../../contract/text.ts'
import { timestamp } from '../../contract/timestamp.ts'

const word = z.string().meta({
  description:
    'The word, percent-encoded as one path segment (`C%2B%2B`). In small letters it stands for all ways ' +
    'to write it; with capitals only for itself.',
  example: 'Nguyen',
  override: { minLength: 1, maxLength: LONGEST_PRONOUNCED_WORD },
})

/** Path of a pronunciation that may be there: a word that no script can hold names nothing, so there is none. */
export const PronunciationPath = z.object({
  word: word.refine((written) => pronouncedWordProblem(written) === null),
})

/** Path of a pronunciation to be set. Which words there can be is judged by the use case, which says why not. */
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
        'What is said instead, respelled in words that any English reader says right: `nwin`, `post gress`. ' +
        'Numbers and initials in it are read like those of a script.',
      override: { minLength: 1, maxLength: LONGEST_SAY_AS, pattern: SAYABLE.source },
    }),
  })
  .meta({ id: 'SetPronunciation', description: 'How a word is to be said.' })

/** A pronunciation that is kept. */
export const Pronunciation = z
  .strictObject({
    word: z.string().describe('As it is looked up: compatible characters made one, apostrophes straight.'),
    say_as: z.string().describe('What is said instead.'),
    updated_at: timestamp().describe('When it was set last.'),
  })
  .meta({ id: 'Pronunciation', description: 'How a word of the account’s scripts is said.' })

/** Answer of GET /pronunciations. */
export const PronunciationList = listOf(
  'PronunciationList',
  Pronunciation,
  'The account’s pronunciations by word, all in one list.',
)

/** Answer of DELETE /pronunciations/{word}. */
export const DeletedPronunciation = z
  .strictObject({ word: z.string(), deleted: z.literal(true) })
  .meta({ id: 'DeletedPronunciation', description: 'The word is said as it is written from now on.' })
