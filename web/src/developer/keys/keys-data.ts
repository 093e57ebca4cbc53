import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { CreatedKeyView, KeyView } from '../../../../src/api/console/keys/endpoints.ts'
import { ask } from '../../api/client.ts'
import { askPages } from '../../api/pages.ts'

/** The account's keys, page by page: those that work first, each the newest first. */
export const keysQuery = infiniteQueryOptions({ queryKey: ['keys'], ...askPages<KeyView>('/keys') })

/** Makes a key. */
export function useCreateKey() {
  return useKeyChange((name: string) => ask<CreatedKeyView>('POST', '/keys', { name }))
}

/** Makes a key in the place of another, which works for so many seconds longer. */
export function useRotateKey() {
  return useKeyChange(({ id, worksForSeconds }: { id: string; worksForSeconds: number }) =>
    ask<CreatedKeyView>('POST', `/keys/${id}/rotate`, { works_for_seconds: worksForSeconds }),
  )
}

/** Revokes a key at once. */
export function useRevokeKey() {
  return useKeyChange((id: string) => ask<object>('DELETE', `/keys/${id}`))
}

/** A change after which the list is read again, before anything says that it is done. */
function useKeyChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
}
