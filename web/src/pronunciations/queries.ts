import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { pronunciationView } from '../../../src/api/v1/pronunciations/view.ts'
import { ask } from '../api/client.ts'
import { tellFailed } from '../parts/tell.ts'
import { tellRemoved } from './removed.tsx'

/** How a word of the account's scripts is said. */
export type PronunciationItem = ReturnType<typeof pronunciationView>

/** A word as it is tried; nothing is kept. */
export interface Trial {
  readonly word: string
  readonly say_as: string | null
  readonly sentence: string | null
  readonly voice_id: string | null
}

/** The account's words, by word. */
export const pronunciationsQuery = queryOptions({
  queryKey: ['pronunciations'],
  queryFn: async () => (await ask<{ data: PronunciationItem[] }>('GET', '/pronunciations')).data,
})

/** Says a word as it would be said. */
export function say(trial: Trial): Promise<Blob> {
  return ask<Blob>('POST', '/pronunciations/say', trial)
}

/** Keeps how a word is said. */
export function useKeep() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ word, say_as }: { word: string; say_as: string }) =>
      ask<PronunciationItem>('PUT', `/pronunciations/${encodeURIComponent(word)}`, { say_as }),
    onSettled: () => queries.invalidateQueries(pronunciationsQuery),
  })
}

/** Removes a word: shown at once, and taken back when the server refuses. It can be brought back for a while. */
export function useRemove() {
  const queries = useQueryClient()
  const { mutateAsync: keep } = useKeep()
  return useMutation({
    mutationFn: ({ word }: PronunciationItem) =>
      ask<object>('DELETE', `/pronunciations/${encodeURIComponent(word)}`),
    async onMutate({ word }) {
      await queries.cancelQueries(pronunciationsQuery)
      queries.setQueryData(pronunciationsQuery.queryKey, (kept) => kept?.filter((one) => one.word !== word))
    },
    // Not by the list, which is gone with its last word.
    onSuccess: (_, item) => tellRemoved(item.word, () => void keep(item).catch(tellFailed)),
    onError: tellFailed,
    onSettled: () => queries.invalidateQueries(pronunciationsQuery),
  })
}
