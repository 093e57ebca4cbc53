import { z } from 'zod'

import { listOf } from '../../contract/list.ts'

/** A starred voice (decisions, "Voice"). */
export const Voice = z
  .strictObject({
    id: z.string().describe('Voice identifier, for `voice_id`.'),
    name: z.string(),
    gender: z.enum(['female', 'male', 'neutral']),
    language: z.string().describe('BCP 47, for example `en-US`.'),
    quality: z
      .enum(['neural', 'basic'])
      .describe('`neural` voices sound natural; `basic` ones are clear but synthetic.'),
    preview_audio_url: z
      .url()
      .nullable()
      .describe('A few spoken seconds; this link does not expire. Null when there is no sample.'),
  })
  .meta({ id: 'Voice', description: 'One of the account’s own starred voices.' })

/** Answer of GET /voices. */
export const VoiceList = listOf('VoiceList', Voice, 'The starred voices, all in one list.')
