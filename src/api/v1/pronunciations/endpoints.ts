import { problem } from '../../../domain/errors.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { listView } from '../../contract/list.ts'
import { PRONUNCIATION_EXAMPLE } from './examples.ts'
import {
  DeletedPronunciation,
  Pronunciation,
  PronunciationList,
  PronunciationPath,
  SetPronunciation,
  SetPronunciationPath,
} from './schema.ts'
import { pronunciationView } from './view.ts'

const noSuchWord = (word: string) =>
  problem('not_found', { message: `The account has no pronunciation of "${word}".` })

/** GET /pronunciations: how the account's words are said. */
export const listPronunciations = endpoint({
  method: 'get',
  path: '/pronunciations',
  operationId: 'listPronunciations',
  tag: 'Pronunciations',
  summary: 'List the account’s pronunciations',
  description: 'All of them, by word.',
  success: {
    status: 200,
    description: 'The pronunciations, possibly none.',
    schema: PronunciationList,
    example: listView([PRONUNCIATION_EXAMPLE]),
  },
  errors: [],
  handle: async ({ account }, { pronunciations }) => ({
    body: listView((await pronunciations.list(account.id)).map(pronunciationView)),
  }),
})

/** GET /pronunciations/{word}: how a word is said. */
export const getPronunciation = endpoint({
  method: 'get',
  path: '/pronunciations/:word',
  operationId: 'getPronunciation',
  tag: 'Pronunciations',
  summary: 'Get how a word is said',
  description: 'The entry that is written exactly so; capitals count.',
  params: PronunciationPath,
  success: {
    status: 200,
    description: 'The pronunciation.',
    schema: Pronunciation,
    example: PRONUNCIATION_EXAMPLE,
  },
  errors: ['not_found'],
  async handle({ account, params: { word } }, { pronunciations }) {
    const found = await pronunciations.find(account.id, word)
    if (!found) throw noSuchWord(word)
    return { body: pronunciationView(found) }
  },
})

/** PUT /pronunciations/{word}: say it so from now on. */
export const setPronunciation = endpoint({
  method: 'put',
  path: '/pronunciations/:word',
  operationId: 'setPronunciation',
  tag: 'Pronunciations',
  summary: 'Set how a word is said',
  description:
    'In all videos that are created from now on; a video that was accepted before keeps what held then. ' +
    'Captions and titles keep the script’s own spelling. A word in small letters (`nguyen`) stands for all ' +
    'ways to write it, one with capitals (`US`) only for itself, and goes first. Words are found whole, ' +
    'without the punctuation around them, also between hyphens and with an `’s`. Estimates count with it.',
  params: SetPronunciationPath,
  body: SetPronunciation,
  bodyExamples: { 'A name': { say_as: 'nwin' }, 'A brand': { say_as: 'engine X' } },
  success: {
    status: 200,
    description: 'The pronunciation is set.',
    schema: Pronunciation,
    example: PRONUNCIATION_EXAMPLE,
  },
  errors: ['invalid_request'],
  async handle({ account, params: { word }, body }, ports) {
    const kept = await ports.setPronunciation({ accountId: account.id, word, sayAs: body.say_as })
    return { body: pronunciationView(kept) }
  },
})

/** DELETE /pronunciations/{word}: say it as it is written again. */
export const deletePronunciation = endpoint({
  method: 'delete',
  path: '/pronunciations/:word',
  operationId: 'deletePronunciation',
  tag: 'Pronunciations',
  summary: 'Delete how a word is said',
  description: 'From now on the word is said as it is written. Videos that were accepted before keep it.',
  params: PronunciationPath,
  success: {
    status: 200,
    description: 'The pronunciation is deleted.',
    schema: DeletedPronunciation,
    example: { word: PRONUNCIATION_EXAMPLE.word, deleted: true },
  },
  errors: ['not_found'],
  async handle({ account, params: { word } }, { pronunciations }) {
    if (!(await pronunciations.remove(account.id, word))) throw noSuchWord(word)
    return { body: { word, deleted: true as const } }
  },
})
