/** Which projects are shown; kept in the address, so that a filtered list can be linked to. */
export interface ProjectFilter {
  readonly status?: (typeof STATUSES)[number]
  readonly origin?: (typeof ORIGINS)[number]
  readonly search?: string
}

const STATUSES = ['queued', 'rendering', 'ready', 'failed'] as const
const ORIGINS = ['application', 'api'] as const

/** Characters that the server searches for at most. */
export const LONGEST_SEARCH = 200

/** The filter that an address names; what makes no sense in it is left out. */
export function projectFilter(search: Record<string, unknown>): ProjectFilter {
  const status = STATUSES.find((known) => known === search['status'])
  const origin = ORIGINS.find((known) => known === search['origin'])
  const text = typeof search['search'] === 'number' ? String(search['search']) : search['search']
  const wanted = typeof text === 'string' ? text.trim().slice(0, LONGEST_SEARCH) : ''
  return { ...(status && { status }), ...(origin && { origin }), ...(wanted !== '' && { search: wanted }) }
}
