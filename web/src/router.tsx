import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'

import type { DeliveryOutcome } from '../../src/api/console/door.ts'
import { accountInAddress } from './account-address.ts'
import { sessionQuery } from './api/session.ts'
import { isDeliveryOutcome } from './developer/deliveries/delivery-outcomes.ts'
import { draftSearch } from './new-video/draft/draft-search.ts'
import { PAGES } from './pages.ts'
import type { PageFacts } from './pages.ts'
import { Loading } from './parts/page/loading.tsx'
import { PageAnnouncer } from './parts/page/page-announcer.tsx'
import { PageFailed } from './parts/page/page-failed.tsx'
import { projectFilter } from './projects/filter.ts'
import { projectQuery } from './projects/queries.ts'

/** What shows each page, loaded when it is first wanted. */
const SOURCES = import.meta.glob<{ Page: ComponentType }>('./**/*.page.tsx')

/** What the list of pages says of a route. */
function from<const Path extends string>({ path, title, source }: PageFacts & { readonly path: Path }) {
  const load = SOURCES[`./${source}`]
  if (!load) throw new Error(`There is no ${source}.`)
  return { path, staticData: { title }, component: lazyRouteComponent(load, 'Page') }
}

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: () => (
    <>
      <Outlet />
      <PageAnnouncer />
    </>
  ),
})

/** Pages for everybody. */
const landing = createRoute({
  getParentRoute: () => root,
  ...from(PAGES.landing),
  async beforeLoad({ context }) {
    const session = await context.queries.ensureQueryData(sessionQuery)
    if (session.person !== null) redirect({ to: '/projects', throw: true })
  },
})
const signIn = createRoute({
  getParentRoute: () => root,
  ...from(PAGES.signIn),
  validateSearch: (search): { to?: string } => (typeof search['to'] === 'string' ? { to: search['to'] } : {}),
})
const setUp = createRoute({ getParentRoute: () => root, ...from(PAGES.setUp) })
const join = createRoute({ getParentRoute: () => root, ...from(PAGES.join) })
/** The link is behind its mark, so that no server sees it. */
const record = createRoute({ getParentRoute: () => root, ...from(PAGES.record) })

/** Pages for people who are signed in; others sign in first and come back. */
const members = createRoute({
  getParentRoute: () => root,
  id: 'members',
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
  async beforeLoad({ context, location }) {
    const session = await context.queries.ensureQueryData(sessionQuery)
    if (session.person === null)
      redirect({ to: '/sign-in', search: { to: location.publicHref }, throw: true })
  },
})
const projects = createRoute({
  getParentRoute: () => members,
  ...from(PAGES.projects),
  validateSearch: projectFilter,
})
const project = createRoute({
  getParentRoute: () => members,
  ...from(PAGES.project),
  // Drawn once, with its video, and not first without it.
  loader: ({ context, params }) => context.queries.prefetchQuery(projectQuery(params.id)),
})
const newVideo = createRoute({
  getParentRoute: () => members,
  ...from(PAGES.newVideo),
  validateSearch: draftSearch,
})
const verify = createRoute({ getParentRoute: () => members, ...from(PAGES.verify) })
const presenters = createRoute({ getParentRoute: () => members, ...from(PAGES.presenters) })
const twins = createRoute({ getParentRoute: () => members, ...from(PAGES.twins) })
const voices = createRoute({ getParentRoute: () => members, ...from(PAGES.voices) })
const pronunciations = createRoute({ getParentRoute: () => members, ...from(PAGES.pronunciations) })
const plan = createRoute({
  getParentRoute: () => members,
  ...from(PAGES.plan),
  validateSearch: (search): { paid?: 'yes' } => (search['paid'] === 'yes' ? { paid: 'yes' } : {}),
})
const people = createRoute({ getParentRoute: () => members, ...from(PAGES.people) })
const profile = createRoute({ getParentRoute: () => members, ...from(PAGES.profile) })
const operations = createRoute({ getParentRoute: () => members, ...from(PAGES.operations) })
const planRequests = createRoute({ getParentRoute: () => members, ...from(PAGES.planRequests) })
const twinReviews = createRoute({ getParentRoute: () => members, ...from(PAGES.twinReviews) })

/** Pages for whoever connects a program to the service. */
const developer = createRoute({
  getParentRoute: () => members,
  id: 'developers',
  staticData: { title: PAGES.developer.title },
  component: lazyRouteComponent(() => import('./developer/developer.tsx'), 'Developer'),
})
const developerStart = createRoute({
  getParentRoute: () => developer,
  ...from(PAGES.developer),
  beforeLoad() {
    redirect({ to: '/developer/keys', replace: true, throw: true })
  },
})
const keys = createRoute({ getParentRoute: () => developer, ...from(PAGES.keys) })
const webhook = createRoute({ getParentRoute: () => developer, ...from(PAGES.webhook) })
const deliveries = createRoute({
  getParentRoute: () => developer,
  ...from(PAGES.deliveries),
  validateSearch: (search): { outcome?: DeliveryOutcome } =>
    isDeliveryOutcome(search['outcome']) ? { outcome: search['outcome'] } : {},
})
const delivery = createRoute({ getParentRoute: () => developer, ...from(PAGES.delivery) })
const limits = createRoute({ getParentRoute: () => developer, ...from(PAGES.limits) })

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
    verify,
    presenters,
    twins,
    voices,
    pronunciations,
    developer.addChildren([developerStart, keys, webhook, deliveries, delivery, limits]),
    plan,
    people,
    profile,
    operations,
    planRequests,
    twinReviews,
  ]),
])

/** A page that takes longer to come shows a sign of waiting. */
const SOON_MS = 80

/** All pages. @param queries what pages know of the server is kept here. */
export function createAppRouter(queries: QueryClient) {
  const router = createRouter({
    routeTree: routes,
    context: { queries },
    rewrite: accountInAddress,
    defaultPreload: 'intent',
    // Until the first page is there, the document itself says that it is on its way: drawing a second sign would
    // only hold the page up.
    defaultPendingMs: Infinity,
    // What is there is shown at once, also when the sign of waiting has just appeared.
    defaultPendingMinMs: 0,
    defaultPendingComponent: Loading,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: lazyRouteComponent(() => import('./shell/no-such-page.tsx'), 'NoSuchPage'),
    scrollRestoration: true,
  })
  router.subscribe('onRendered', ({ toLocation: { pathname, search, hash } }) => {
    // An address without its account gets it, once it is known who works for which.
    const complete = router.buildLocation({ to: pathname, search, hash }).publicHref
    if (complete !== router.state.location.publicHref) router.history.replace(complete)
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
  interface StaticDataRouteOption {
    /** The title of the page, as the list of pages has it. */
    readonly title?: string
  }
}
