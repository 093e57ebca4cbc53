import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { ask, Refusal } from '../api/client.ts'
import { notifyFailed } from '../parts/notify.ts'

/** How long deletions can be undone after the latest one; leaving the application makes them final at once. */
const UNDO_MS = 10_000

/** The one notice of all deletions that can be undone: several would hide each other. */
const NOTICE = 'deleted-videos'

interface PendingDeletion {
  readonly name: string
  finish(keepalive: boolean): void
}

/** Those that can still be undone, by the id of the project. */
const pending = new Map<string, PendingDeletion>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Those that are shown nowhere any more, whether the server knows that yet or not. */
let gone: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

window.addEventListener('pagehide', () => finishAll(true))

/** Ids of projects that were deleted here, also of those whose deletion can still be undone. */
export function useDeletedProjects(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => gone)
}

/** Hides a project, and deletes it for good unless that is undone. */
export function deleteProject(queries: QueryClient, { id, name }: { id: string; name: string }): void {
  if (pending.has(id)) return
  change((ids) => ids.add(id))
  pending.set(id, { name, finish: (keepalive) => void deleteForGood(queries, id, keepalive) })
  clearTimeout(timer)
  timer = setTimeout(() => finishAll(false), UNDO_MS)
  if (pending.size === 1) notifications.show(notice())
  else notifications.update(notice())
}

function notice() {
  const [first] = pending.values()
  const count = pending.size
  return {
    id: NOTICE,
    autoClose: false,
    withCloseButton: false,
    withBorder: true,
    title: count === 1 ? 'Video deleted' : `${count} videos deleted`,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="var(--mantine-color-text)" lineClamp={1}>
          {count === 1 ? first?.name : `${first?.name} and ${count - 1} more`}
        </Text>
        <Button size="compact-sm" variant="light" onClick={undoAll}>
          Undo
        </Button>
      </Group>
    ),
  } as const
}

function undoAll(): void {
  const ids = [...pending.keys()]
  settle()
  change((gone) => ids.forEach((id) => gone.delete(id)))
  // The button goes away, and what it brought back is what the person wants.
  const latest = `main a[href$="/projects/${ids.at(-1)}"]`
  requestAnimationFrame(() => document.querySelector<HTMLElement>(latest)?.focus())
}

function finishAll(keepalive: boolean): void {
  const deletions = [...pending.values()]
  settle()
  for (const { finish } of deletions) finish(keepalive)
}

async function deleteForGood(queries: QueryClient, id: string, keepalive: boolean): Promise<void> {
  try {
    await ask('DELETE /videos/:id', { params: { id }, keepalive })
  } catch (error) {
    // Somebody else was quicker: it is gone all the same.
    if (!(error instanceof Refusal) || error.status !== 404) {
      change((ids) => ids.delete(id))
      notifyFailed(error)
      return
    }
  }
  queries.removeQueries({ queryKey: ['project', id] })
  await queries.invalidateQueries({ queryKey: ['projects'] })
}

/** Nothing can be undone from here on. */
function settle(): void {
  clearTimeout(timer)
  pending.clear()
  notifications.hide(NOTICE)
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
