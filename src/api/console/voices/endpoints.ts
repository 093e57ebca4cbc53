import { z } from 'zod'

import { problem } from '../../../domain/error/errors.ts'
import { voiceSlug } from '../../../domain/speech/voice.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { listOf } from '../pages.ts'

/** As `voiceSlug` makes them. */
const SLUG = /^[^\p{Cc}]{1,100}$/u

const VoicePath = z.object({ slug: z.string().regex(SLUG) })

/** A voice of the catalogue, and whether the account has starred it. */
export const CatalogueVoiceView = z.strictObject({
  /** Names it in addresses, for example `flite-slt`. */
  slug: z.string(),
  name: z.string(),
  gender: z.string(),
  /** BCP 47. */
  language: z.string(),
  quality: z.enum(['neural', 'basic']),
  /** False while its files are not installed on this server. */
  is_installed: z.boolean(),
  preview_audio_url: z.string().nullable(),
  /** The account's own id of it, for `voice_id`; null when it is not starred. */
  voice_id: z.string().nullable(),
})
export type CatalogueVoiceView = z.infer<typeof CatalogueVoiceView>

/** Whether a voice is starred: then it has an id of the account's own. */
const StarView = z.strictObject({ slug: z.string(), voice_id: z.string().nullable() })

/** GET /voice-catalogue: every voice, starred ones marked. */
export const listVoiceCatalogue = consoleEndpoint({
  method: 'get',
  path: '/voice-catalogue',
  answer: listOf(CatalogueVoiceView),
  async handle({ account }, { voices, voiceCatalogue, voiceSupply, publicUrl }) {
    const starred = new Map((await voices.list(account.id)).map((voice) => [voice.engineVoiceId, voice.id]))
    const data = voiceCatalogue.map((voice): CatalogueVoiceView => ({
      slug: voiceSlug(voice.id),
      name: voice.name,
      gender: voice.gender,
      language: voice.language,
      quality: voice.quality,
      is_installed: voiceSupply.canSpeak(voice.id),
      preview_audio_url:
        voice.hasSample === false ? null : `${publicUrl}/media/voices/${voiceSlug(voice.id)}/preview.m4a`,
      voice_id: starred.get(voice.id) ?? null,
    }))
    // The natural ones first, otherwise in the order of the catalogue.
    return { data: data.toSorted((one, other) => rank(one) - rank(other)) }
  },
})

const rank = ({ quality }: CatalogueVoiceView): number => (quality === 'neural' ? 0 : 1)

/** PUT /voice-catalogue/{slug}/star: scripts of the account may be spoken by it. Safe to repeat. */
export const starVoice = consoleEndpoint({
  method: 'put',
  path: '/voice-catalogue/:slug/star',
  params: VoicePath,
  answer: StarView,
  async handle({ account, params }, ports) {
    const voice = ports.voiceCatalogue.find(({ id }) => voiceSlug(id) === params.slug)
    if (!voice) throw problem('not_found')
    const { id } = await ports.starVoice({ accountId: account.id, engineVoiceId: voice.id })
    return { slug: params.slug, voice_id: id }
  },
})

/** DELETE /voice-catalogue/{slug}/star: requests may not name it any more. Safe to repeat. */
export const unstarVoice = consoleEndpoint({
  method: 'delete',
  path: '/voice-catalogue/:slug/star',
  params: VoicePath,
  answer: StarView,
  async handle({ account, params }, { voices }) {
    const starred = (await voices.list(account.id)).find(
      ({ engineVoiceId }) => voiceSlug(engineVoiceId) === params.slug,
    )
    if (starred) await voices.unstar(account.id, starred.id)
    return { slug: params.slug, voice_id: null }
  },
})
