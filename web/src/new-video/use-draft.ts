import { useCallback, useEffect, useState } from 'react'

import { EMPTY_DRAFT } from './draft.ts'
import type { Draft } from './draft.ts'

/** A draft outlives a reload and a look at another page, but not the tab. */
const KEPT_AS = 'new-video'

/** Changes members of a draft. */
export type ChangeDraft = (changed: Partial<Draft>) => void

/** The form's content, as it was left. */
export function useDraft() {
  const [draft, setDraft] = useState(readDraft)
  useEffect(() => sessionStorage.setItem(KEPT_AS, JSON.stringify(draft)), [draft])
  const change: ChangeDraft = useCallback((changed) => setDraft((before) => ({ ...before, ...changed })), [])
  return { draft, change }
}

/** The next video begins with the looks of this one, but with another script. */
export function forgetScript(draft: Draft): void {
  sessionStorage.setItem(KEPT_AS, JSON.stringify({ ...draft, script: '', title: '' } satisfies Draft))
}

function readDraft(): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '{}')
    return { ...EMPTY_DRAFT, ...(kept as Partial<Draft>) }
  } catch {
    return EMPTY_DRAFT
  }
}
