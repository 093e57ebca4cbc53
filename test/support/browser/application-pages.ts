/** Pages on the way in, for whom nobody is signed in. */
export const ENTRANCE_PAGES = ['/', '/sign-in', '/setup', '/join', '/record'] as const

/** Pages for people who are signed in, as an owner and operator sees them; a project's own page is not among them. */
export const MEMBER_PAGES = [
  '/projects',
  '/new',
  '/presenters',
  '/voices',
  '/pronunciations',
  '/developer/keys',
  '/developer/webhook',
  '/developer/deliveries',
  '/developer/limits',
  '/plan',
  '/plan-requests',
  '/people',
  '/profile',
  '/operations',
  '/verify',
  '/twins',
  '/twin-reviews',
] as const
