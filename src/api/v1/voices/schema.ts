import { z } from 'zod'

import { listOf } from '../../contract/list.ts'
import { openEnum } from '../../contract/fields/open-enum.ts'

/** A starred voice (decisions, "Voice"). */
export const Voice = z
  .strictObject({
    id: z.string().describe('Voice identifier. Pass it as `voice_id`.'),
    name: z.string(),
    gender: openEnum(['female', 'male', 'neutral']),
    language: z.string().describe('BCP 47 language tag, for example `en-US`.'),
    quality: openEnum(['neural', 'basic']).describe('`neural` sounds natural, `basic` clear but synthetic.'),
    preview_audio_url: z
      .url()
      .nullable()
      .describe('Link to a sample, which does not expire. Null when there is none.'),
  })
  .meta({ id: 'Voice', description: 'One of the account’s own starred voices.' })

/** Response of GET /voices. */
export const VoiceList = listOf('VoiceList', Voice, 'The starred voices, in a single page.')
