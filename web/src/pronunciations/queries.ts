import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { Door } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import type { Answer } from '../api/client.ts'
import { notifyFailed } from '../parts/notify.ts'
import { notifyRemoved } from './removed.tsx'

/** How a word of the account's scripts is said. */
export type PronunciationItem = Answer<'PUT /pronunciations/:word'>

/** A word as it is tried; nothing is kept. */
export type Trial = Door['POST /pronunciations/say']['body']

/** The account's words, by word. */
export const pronunciationsQuery = queryOptions({
  queryKey: ['pronunciations'],
  queryFn: async () => (await ask('GET /pronunciations')).data,
})

/** Says a word as it would be said. */
export function say(trial: Trial): Promise<Blob> {
  return ask('POST /pronunciations/say', { body: trial })
}

/** Keeps how a word is said. */
export function useKeep() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ word, say_as }: { word: string; say_as: string }) =>
      ask('PUT /pronunciations/:word', { params: { word }, body: { say_as } }),
    onSettled: () => queries.invalidateQueries(pronunciationsQuery),
  })
}

/** Removes a word: shown at once, and taken back when the server refuses. It can be brought back for a while. */
export function useRemove() {
  const queries = useQueryClient()
  const { mutateAsync: keep } = useKeep()
  return useMutation({
    mutationFn: ({ word }: PronunciationItem) => ask('DELETE /pronunciations/:word', { params: { word } }),
    async onMutate({ word }) {
      await queries.cancelQueries(pronunciationsQuery)
      queries.setQueryData(pronunciationsQuery.queryKey, (kept) => kept?.filter((one) => one.word !== word))
    },
    // Not by the list, which is gone with its last word.
    onSuccess: (_, item) => notifyRemoved(item.word, () => void keep(item).catch(notifyFailed)),
    onError: notifyFailed,
    onSettled: () => queries.invalidateQueries(pronunciationsQuery),
  })
}
