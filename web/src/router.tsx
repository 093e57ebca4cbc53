import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'

import type { DeliveryOutcome } from '../../src/api/console/deliveries/endpoints.ts'
import { sessionQuery } from './api/session.ts'
import { isDeliveryOutcome } from './developer/deliveries/delivery-outcomes.ts'
import { NotFound } from './parts/page/not-found.tsx'
import { PageFailed } from './parts/page/page-failed.tsx'
import { Loading } from './parts/page/loading.tsx'
import { draftSearch } from './new-video/draft-search.ts'
import { projectFilter } from './projects/filter.ts'
import { projectQuery } from './projects/queries.ts'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Outlet })

/** Pages for everybody. */
const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./entrance/landing.tsx'), 'Landing'),
  async beforeLoad({ context }) {
    const session = await context.queries.ensureQueryData(sessionQuery)
    if (session.person !== null) redirect({ to: '/projects', throw: true })
  },
})
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { to?: string } => (typeof search['to'] === 'string' ? { to: search['to'] } : {}),
  component: lazyRouteComponent(() => import('./entrance/sign-in.tsx'), 'SignIn'),
})
const setUp = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./entrance/set-up.tsx'), 'SetUp'),
})
const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyRouteComponent(() => import('./entrance/join.tsx'), 'Join'),
})
/** The link is behind its mark, so that no server sees it. */
const record = createRoute({
  getParentRoute: () => root,
  path: '/record',
  component: lazyRouteComponent(() => import('./record/record.tsx'), 'Record'),
})

/** Pages for people who are signed in; others sign in first and come back. */
const members = createRoute({
  getParentRoute: () => root,
  id: 'members',
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
  async beforeLoad({ context, location }) {
    const session = await context.queries.ensureQueryData(sessionQuery)
    if (session.person === null) redirect({ to: '/sign-in', search: { to: location.href }, throw: true })
  },
})
const projects = createRoute({
  getParentRoute: () => members,
  path: '/projects',
  validateSearch: projectFilter,
  component: lazyRouteComponent(() => import('./projects/projects.tsx'), 'Projects'),
})
const project = createRoute({
  getParentRoute: () => members,
  path: '/projects/$id',
  // Drawn once, with its video, and not first without it.
  loader: ({ context, params }) => context.queries.prefetchQuery(projectQuery(params.id)),
  component: lazyRouteComponent(() => import('./projects/project.tsx'), 'Project'),
})
const newVideo = createRoute({
  getParentRoute: () => members,
  path: '/new',
  validateSearch: draftSearch,
  component: lazyRouteComponent(() => import('./new-video/new-video.tsx'), 'NewVideo'),
})
const developer = createRoute({
  getParentRoute: () => members,
  path: '/developer',
  component: lazyRouteComponent(() => import('./developer/developer.tsx'), 'Developer'),
})
const developerStart = createRoute({
  getParentRoute: () => developer,
  path: '/',
  beforeLoad() {
    redirect({ to: '/developer/keys', replace: true, throw: true })
  },
})
const keys = createRoute({
  getParentRoute: () => developer,
  path: '/keys',
  component: lazyRouteComponent(() => import('./developer/keys/keys.tsx'), 'Keys'),
})
const webhook = createRoute({
  getParentRoute: () => developer,
  path: '/webhook',
  component: lazyRouteComponent(() => import('./developer/webhook/webhook.tsx'), 'Webhook'),
})
const deliveries = createRoute({
  getParentRoute: () => developer,
  path: '/deliveries',
  validateSearch: (search): { outcome?: DeliveryOutcome } =>
    isDeliveryOutcome(search['outcome']) ? { outcome: search['outcome'] } : {},
  component: lazyRouteComponent(() => import('./developer/deliveries/deliveries.tsx'), 'Deliveries'),
})
const delivery = createRoute({
  getParentRoute: () => developer,
  path: '/deliveries/$id',
  component: lazyRouteComponent(() => import('./developer/deliveries/delivery.tsx'), 'Delivery'),
})
const limits = createRoute({
  getParentRoute: () => developer,
  path: '/limits',
  component: lazyRouteComponent(() => import('./developer/limits.tsx'), 'Limits'),
})
const developerPages = developer.addChildren([developerStart, keys, webhook, deliveries, delivery, limits])
const people = createRoute({
  getParentRoute: () => members,
  path: '/people',
  component: lazyRouteComponent(() => import('./people/people.tsx'), 'People'),
})

const profile = createRoute({
  getParentRoute: () => members,
  path: '/profile',
  component: lazyRouteComponent(() => import('./profile/profile.tsx'), 'Profile'),
})
const verify = createRoute({
  getParentRoute: () => members,
  path: '/verify',
  component: lazyRouteComponent(() => import('./verify/verify.tsx'), 'Verify'),
})
const twins = createRoute({
  getParentRoute: () => members,
  path: '/twins',
  component: lazyRouteComponent(() => import('./twins/twins.tsx'), 'Twins'),
})
const twinReviews = createRoute({
  getParentRoute: () => members,
  path: '/twin-reviews',
  component: lazyRouteComponent(() => import('./twins/reviews.tsx'), 'TwinReviews'),
})
const operations = createRoute({
  getParentRoute: () => members,
  path: '/operations',
  component: lazyRouteComponent(() => import('./operations/operations.tsx'), 'Operations'),
})
const presenters = createRoute({
  getParentRoute: () => members,
  path: '/presenters',
  component: lazyRouteComponent(() => import('./presenters/presenters.tsx'), 'Presenters'),
})
const voices = createRoute({
  getParentRoute: () => members,
  path: '/voices',
  component: lazyRouteComponent(() => import('./voices/voices.tsx'), 'Voices'),
})
const pronunciations = createRoute({
  getParentRoute: () => members,
  path: '/pronunciations',
  component: lazyRouteComponent(() => import('./pronunciations/pronunciations.tsx'), 'Pronunciations'),
})
const plan = createRoute({
  getParentRoute: () => members,
  path: '/plan',
  validateSearch: (search): { paid?: 'yes' } => (search['paid'] === 'yes' ? { paid: 'yes' } : {}),
  component: lazyRouteComponent(() => import('./plan/plan.tsx'), 'PlanAndUsage'),
})
const planRequests = createRoute({
  getParentRoute: () => members,
  path: '/plan-requests',
  component: lazyRouteComponent(() => import('./plan/plan-requests.tsx'), 'PlanRequests'),
})

const routes = root.addChildren([
  landing,
  signIn,
  setUp,
  join,
  record,
  members.addChildren([
    projects,
    project,
    newVideo,
    developerPages,
    people,
    presenters,
    voices,
    pronunciations,
    plan,
    planRequests,
    twins,
    twinReviews,
    verify,
    profile,
    operations,
  ]),
])

/** A page that takes longer to come shows a sign of waiting. */
const SOON_MS = 80

/** All pages. @param queries what pages know of the server is kept here. */
export function createAppRouter(queries: QueryClient) {
  const router = createRouter({
    routeTree: routes,
    context: { queries },
    defaultPreload: 'intent',
    // Until the first page is there, the document itself says that it is on its way: drawing a second sign would
    // only hold the page up.
    defaultPendingMs: Infinity,
    // What is there is shown at once, also when the sign of waiting has just appeared.
    defaultPendingMinMs: 0,
    defaultPendingComponent: Loading,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })
  const stop = router.subscribe('onRendered', () => {
    stop()
    document.querySelector('#starting')?.remove()
    router.update({ ...router.options, defaultPendingMs: SOON_MS })
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
