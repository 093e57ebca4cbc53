import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { CatalogueVoiceView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { notifyFailed } from '../parts/notify.ts'
import { voiceCatalogueQuery } from './queries.ts'

/** Stands in for the id that the server gives, until it has. */
const ON_ITS_WAY = 'starring'

/** Stars a voice, or takes its star away: shown at once, and taken back when the server refuses. */
export function useStar() {
  const queries = useQueryClient()
  const { queryKey } = voiceCatalogueQuery
  const mark = (slug: string, voiceId: string | null) =>
    queries.setQueryData(queryKey, (voices) =>
      voices?.map((voice) => (voice.slug === slug ? { ...voice, voice_id: voiceId } : voice)),
    )
  return useMutation({
    mutationFn: ({ slug, voice_id: starred }: CatalogueVoiceView) =>
      ask(starred === null ? 'PUT /voice-catalogue/:slug/star' : 'DELETE /voice-catalogue/:slug/star', {
        params: { slug },
      }),
    async onMutate({ slug, voice_id: starred }) {
      await queries.cancelQueries({ queryKey })
      mark(slug, starred === null ? ON_ITS_WAY : null)
    },
    onSuccess: (answer, { slug }) => mark(slug, answer.voice_id),
    onError(error, { slug, voice_id: starred }) {
      mark(slug, starred)
      notifyFailed(error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['voices'] }),
  })
}
