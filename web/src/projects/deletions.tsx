import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { ask, Refusal } from '../api/client.ts'
import { tellFailed } from '../parts/tell.ts'

/** How long a deletion can be undone; leaving the application makes it final at once. */
const UNDO_MS = 10_000

interface PendingDeletion {
  readonly timer: ReturnType<typeof setTimeout>
  finish(keepalive: boolean): void
}

/** Those that can still be undone. */
const pending = new Map<string, PendingDeletion>()

/** Those that are shown nowhere any more, whether the server knows that yet or not. */
let gone: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

window.addEventListener('pagehide', () => {
  for (const { finish } of pending.values()) finish(true)
})

/** Ids of projects that were deleted here, also of those whose deletion can still be undone. */
export function useDeletedProjects(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => gone)
}

/** Hides a project, and deletes it for good unless that is undone. */
export function deleteProject(queries: QueryClient, { id, name }: { id: string; name: string }): void {
  if (pending.has(id)) return
  change((ids) => ids.add(id))
  const finish = (keepalive: boolean) => {
    settle(id)
    void deleteForGood(queries, id, keepalive)
  }
  pending.set(id, { timer: setTimeout(() => finish(false), UNDO_MS), finish })
  notifications.show({
    id: noticeOf(id),
    autoClose: UNDO_MS,
    withCloseButton: false,
    withBorder: true,
    title: 'Video deleted',
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="var(--mantine-color-text)" lineClamp={1}>
          {name}
        </Text>
        <Button size="compact-sm" variant="light" onClick={() => undo(id)}>
          Undo
        </Button>
      </Group>
    ),
  })
}

function undo(id: string): void {
  if (!pending.has(id)) return
  settle(id)
  change((ids) => ids.delete(id))
  // The button goes away, and what it brought back is what the person wants.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`main a[href="/projects/${id}"]`)?.focus())
}

async function deleteForGood(queries: QueryClient, id: string, keepalive: boolean): Promise<void> {
  try {
    await ask('DELETE /videos/:id', { params: { id }, keepalive })
  } catch (error) {
    // Somebody else was quicker: it is gone all the same.
    if (!(error instanceof Refusal) || error.status !== 404) {
      change((ids) => ids.delete(id))
      tellFailed(error)
      return
    }
  }
  queries.removeQueries({ queryKey: ['project', id] })
  await queries.invalidateQueries({ queryKey: ['projects'] })
}

/** Nothing can be undone any more. */
function settle(id: string): void {
  clearTimeout(pending.get(id)?.timer)
  pending.delete(id)
  notifications.hide(noticeOf(id))
}

function noticeOf(id: string): string {
  return `deleted-${id}`
}

function change(edit: (ids: Set<string>) => void): void {
  const ids = new Set(gone)
  edit(ids)
  gone = ids
  for (const tell of listeners) tell()
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
