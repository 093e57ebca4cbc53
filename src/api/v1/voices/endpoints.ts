import { endpoint } from '../../contract/endpoint.ts'
import { listView } from '../../contract/list.ts'
import { VOICE_EXAMPLE } from './examples.ts'
import { VoiceList } from './schema.ts'
import { voiceView } from './view.ts'

/** GET /voices: the account's own starred voices. */
export const listVoices = endpoint({
  method: 'get',
  path: '/voices',
  operationId: 'listVoices',
  tag: 'Catalogue',
  summary: 'List the user’s own starred voices',
  description:
    'Voices that `voice_id` may name when a video is created, in the order of starring. Left out are voices that are not installed on this server, or not yet.',
  success: {
    status: 200,
    description: 'The voices, possibly none.',
    schema: VoiceList,
    example: listView([VOICE_EXAMPLE]),
  },
  errors: [],
  async handle({ account }, { voices, voiceCatalogue, voiceSupply, publicUrl }) {
    const starred = (await voices.list(account.id)).filter(({ engineVoiceId }) =>
      voiceSupply.canSpeak(engineVoiceId),
    )
    return { body: listView(starred.map((voice) => voiceView(voice, voiceCatalogue, publicUrl))) }
  },
})
