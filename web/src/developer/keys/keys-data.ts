import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { Door } from '../../../../src/api/console/door.ts'
import { ask } from '../../api/client.ts'
import { askPages } from '../../api/pages.ts'

/** The account's keys, page by page: those that work first, each the newest first. */
export const keysQuery = infiniteQueryOptions({ queryKey: ['keys'], ...askPages('GET /keys') })

/** Makes a key. */
export function useCreateKey() {
  return useKeyChange((body: Door['POST /keys']['body']) => ask('POST /keys', { body }))
}

/** Makes a key in the place of another, which works for so many seconds longer. */
export function useRotateKey() {
  return useKeyChange(({ id, worksForSeconds }: { id: string; worksForSeconds: number }) =>
    ask('POST /keys/:id/rotate', { params: { id }, body: { works_for_seconds: worksForSeconds } }),
  )
}

/** Revokes a key at once. */
export function useRevokeKey() {
  return useKeyChange((id: string) => ask('DELETE /keys/:id', { params: { id } }))
}

/** A change after which the list is read again, before anything says that it is done. */
function useKeyChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
}
