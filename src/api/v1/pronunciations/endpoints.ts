import { ownerIdOf } from '../../../domain/account/account.ts'
import type { Account } from '../../../domain/account/account.ts'
import { invalidFields, problem } from '../../../domain/error/errors.ts'
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

/** GET /pronunciations: lists the account's pronunciations. */
export const listPronunciations = endpoint({
  method: 'get',
  path: '/pronunciations',
  scopes: ['videos:read'],
  operationId: 'listPronunciations',
  tag: 'Pronunciations',
  summary: 'List pronunciations',
  description: 'Returns all pronunciations of the account, sorted by word.',
  success: {
    status: 200,
    description: 'The pronunciations. The list may be empty.',
    schema: PronunciationList,
    example: listView([PRONUNCIATION_EXAMPLE]),
  },
  errors: [],
  handle: async ({ account }, { pronunciations }) => ({
    body: listView((await pronunciations.list(ownerIdOf(account))).map(pronunciationView)),
  }),
})

/** GET /pronunciations/{word}: returns the pronunciation of one word. */
export const getPronunciation = endpoint({
  method: 'get',
  path: '/pronunciations/:word',
  scopes: ['videos:read'],
  operationId: 'getPronunciation',
  tag: 'Pronunciations',
  summary: 'Retrieve a pronunciation',
  description: 'The lookup is case-sensitive.',
  params: PronunciationPath,
  success: {
    status: 200,
    description: 'The pronunciation.',
    schema: Pronunciation,
    example: PRONUNCIATION_EXAMPLE,
  },
  errors: ['not_found'],
  async handle({ account, params: { word } }, { pronunciations }) {
    const found = await pronunciations.find(ownerIdOf(account), word)
    if (!found) throw noSuchWord(word)
    return { body: pronunciationView(found) }
  },
})

/** PUT /pronunciations/{word}: sets or replaces the pronunciation of a word. */
export const setPronunciation = endpoint({
  method: 'put',
  path: '/pronunciations/:word',
  scopes: ['videos:write'],
  operationId: 'setPronunciation',
  tag: 'Pronunciations',
  summary: 'Set a pronunciation',
  description:
    'Applies to videos and estimates that you create from now on. Captions and titles keep the ' +
    'spelling of the script.\n\n' +
    'A word in lower case (`nguyen`) matches any capitalization. A word with capital letters (`US`) ' +
    'matches only that exact spelling, and takes precedence. Only whole words match, also between ' +
    'hyphens or before `’s`.',
  params: SetPronunciationPath,
  body: SetPronunciation,
  bodyExamples: { 'A name': { say_as: 'nwin' }, 'A brand': { say_as: 'engine X' } },
  success: {
    status: 200,
    description: 'The pronunciation is set.',
    schema: Pronunciation,
    example: PRONUNCIATION_EXAMPLE,
  },
  errors: [],
  async handle({ account, params: { word }, body }, ports) {
    refuseTestKey(account)
    const kept = await ports.setPronunciation({ accountId: account.id, word, sayAs: body.say_as })
    return { body: pronunciationView(kept) }
  },
})

/** DELETE /pronunciations/{word}: deletes the pronunciation of a word. */
export const deletePronunciation = endpoint({
  method: 'delete',
  path: '/pronunciations/:word',
  scopes: ['videos:write'],
  operationId: 'deletePronunciation',
  tag: 'Pronunciations',
  summary: 'Delete a pronunciation',
  description: 'Videos that were already accepted are not affected.',
  params: PronunciationPath,
  success: {
    status: 200,
    description: 'The pronunciation is deleted.',
    schema: DeletedPronunciation,
    example: { word: PRONUNCIATION_EXAMPLE.word, deleted: true },
  },
  errors: ['not_found'],
  async handle({ account, params: { word } }, { pronunciations }) {
    refuseTestKey(account)
    if (!(await pronunciations.remove(account.id, word))) throw noSuchWord(word)
    return { body: { word, deleted: true as const } }
  },
})

/** Pronunciations are heard in live videos, too, which no test may change. */
function refuseTestKey({ testOf }: Account): void {
  if (testOf === null) return
  const message = 'A test key cannot change pronunciations, because live videos use them. Use a live key.'
  throw invalidFields({ word: { code: 'invalid', message } })
}
