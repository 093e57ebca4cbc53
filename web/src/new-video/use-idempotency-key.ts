import { useState } from 'react'

/**
 * A key for sending a form: the same as long as its content is the same, so that a double click, or sending again
 * after a connection broke, makes one video.
 */
export function useIdempotencyKey(content: string): string {
  const [kept, setKept] = useState(() => ({ content, key: newKey() }))
  if (kept.content === content) return kept.key
  const next = { content, key: newKey() }
  setKept(next)
  return next.key
}

/** 128 bits of chance. `randomUUID` is there on secure pages only, and a service at home has no certificate. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
