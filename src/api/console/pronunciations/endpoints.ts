import { z } from 'zod'

import { LONGEST_PRONOUNCED_WORD, LONGEST_SAY_AS } from '../../../domain/speech/pronunciation.ts'
import { text } from '../../contract/fields/text.ts'
import { idParameter } from '../../contract/parameters.ts'
import { consoleEndpoint } from '../endpoint.ts'

const Trial = z.strictObject({
  word: text(1, LONGEST_PRONOUNCED_WORD),
  say_as: text(1, LONGEST_SAY_AS).nullable().default(null),
  sentence: text(1, LONGEST_SAY_AS).nullable().default(null),
  voice_id: idParameter.nullable().default(null),
})

const declared = consoleEndpoint({
  method: 'post',
  path: '/pronunciations/say',
  body: Trial,
  countsAs: 'trials',
  bound: 'saying',
  answer: z.instanceof(Buffer),
  handle: ({ account, body }, { tryPronunciation }) =>
    tryPronunciation({
      accountId: account.id,
      word: body.word,
      sayAs: body.say_as,
      sentence: body.sentence,
      voiceId: body.voice_id,
    }),
})

/** POST /pronunciations/say: the sound of a word as it would be said, AAC in MP4; nothing is kept. */
export const sayPronunciation: typeof declared = {
  ...declared,
  async handle(request, ports) {
    return { ...(await declared.handle(request, ports)), headers: { 'Content-Type': 'audio/mp4' } }
  },
}
