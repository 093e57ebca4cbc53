import { ownerIdOf } from '../../../domain/account/account.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { listView } from '../../contract/list.ts'
import { VOICE_EXAMPLE } from './examples.ts'
import { VoiceList } from './schema.ts'
import { voiceView } from './view.ts'

/** GET /voices: lists the account's starred voices. */
export const listVoices = endpoint({
  method: 'get',
  path: '/voices',
  scopes: [],
  operationId: 'listVoices',
  tag: 'Catalogue',
  summary: 'List starred voices',
  description:
    'Returns the user’s own starred voices that are installed, in the order in which they were ' + 'starred.',
  success: {
    status: 200,
    description: 'The voices. The list may be empty.',
    schema: VoiceList,
    example: listView([VOICE_EXAMPLE]),
  },
  errors: [],
  async handle({ account }, { voices, voiceCatalogue, voiceSupply, publicUrl }) {
    const starred = (await voices.list(ownerIdOf(account))).filter(({ engineVoiceId }) =>
      voiceSupply.canSpeak(engineVoiceId),
    )
    return { body: listView(starred.map((voice) => voiceView(voice, voiceCatalogue, publicUrl))) }
  },
})
