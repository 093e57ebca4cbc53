/** What a link to the form may fill in. */
export interface DraftSearch {
  readonly presenter_id?: string
  readonly twin_id?: string
  readonly voice_id?: string
}

const NAMES = ['presenter_id', 'twin_id', 'voice_id'] as const

/** What an address fills in; all else in it is left out. */
export function draftSearch(search: Record<string, unknown>): DraftSearch {
  return Object.fromEntries(
    NAMES.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
  )
}
