import { useCallback, useEffect, useState } from 'react'

import { EMPTY_DRAFT } from './draft.ts'
import type { Draft } from './draft.ts'
import type { DraftSearch } from './draft-search.ts'

/** A draft outlives a reload and a look at another page, but not the tab. */
const KEPT_AS = 'new-video'
/** The draft that was begun before another video was taken as the beginning. */
const SET_ASIDE_AS = 'new-video-set-aside'

/** Changes members of a draft. */
export type ChangeDraft = (changed: Partial<Draft>) => void

/** The form's content, as it was left. @param search what the link to it fills in. */
export function useDraft(search: DraftSearch) {
  const [draft, setDraft] = useState(() => ({ ...readDraft(), ...filledIn(search) }))
  useEffect(() => sessionStorage.setItem(KEPT_AS, JSON.stringify(draft)), [draft])
  const change: ChangeDraft = useCallback((changed) => setDraft((before) => ({ ...before, ...changed })), [])
  const [setAside, setSetAside] = useState(() => sessionStorage.getItem(SET_ASIDE_AS))
  const bringBack = () => {
    if (setAside === null) return
    setDraft(toDraft(setAside))
    sessionStorage.removeItem(SET_ASIDE_AS)
    setSetAside(null)
  }
  return { draft, change, bringBack: setAside === null ? null : bringBack }
}

/** The form begins with this draft. One that has words already is set aside, and can be brought back. */
export function beginWith(draft: Draft): void {
  const before = sessionStorage.getItem(KEPT_AS)
  if (before !== null && toDraft(before).script.trim() !== '') sessionStorage.setItem(SET_ASIDE_AS, before)
  sessionStorage.setItem(KEPT_AS, JSON.stringify(draft))
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
  return toDraft(sessionStorage.getItem(KEPT_AS) ?? '{}')
}

function toDraft(text: string): Draft {
  try {
    const kept: unknown = JSON.parse(text)
    return { ...EMPTY_DRAFT, ...(kept as Partial<Draft>) }
  } catch {
    return EMPTY_DRAFT
  }
}
