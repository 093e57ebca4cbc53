import { useCallback, useEffect, useState } from 'react'

import { EMPTY_DRAFT } from './draft.ts'
import type { Draft } from './draft.ts'
import type { DraftSearch } from './draft-search.ts'

/** A draft outlives a reload and a look at another page, but not the tab. */
const KEPT_AS = 'new-video'

/** Changes members of a draft. */
export type ChangeDraft = (changed: Partial<Draft>) => void

/** The form's content, as it was left. @param search what the link to it fills in. */
export function useDraft(search: DraftSearch) {
  const [draft, setDraft] = useState(() => ({ ...readDraft(), ...filledIn(search) }))
  useEffect(() => sessionStorage.setItem(KEPT_AS, JSON.stringify(draft)), [draft])
  const change: ChangeDraft = useCallback((changed) => setDraft((before) => ({ ...before, ...changed })), [])
  return { draft, change }
}

/** The next video begins with the looks of this one, but with another script. */
export function forgetScript(draft: Draft): void {
  sessionStorage.setItem(KEPT_AS, JSON.stringify({ ...draft, script: '', title: '' } satisfies Draft))
}

function filledIn({ presenter_id, twin_id, voice_id }: DraftSearch): Partial<Draft> {
  return {
    ...(presenter_id !== undefined && { who: { kind: 'presenter', id: presenter_id } }),
    ...(twin_id !== undefined && { who: { kind: 'twin', id: twin_id } }),
    ...(voice_id !== undefined && { voiceId: voice_id }),
  }
}

function readDraft(): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '{}')
    return { ...EMPTY_DRAFT, ...(kept as Partial<Draft>) }
  } catch {
    return EMPTY_DRAFT
  }
}
