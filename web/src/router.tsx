import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'

import { sessionQuery } from './api/session.ts'
import { NotFound } from './parts/not-found.tsx'
import { PageFailed } from './parts/page-failed.tsx'
import { Loading } from './parts/loading.tsx'
import { projectFilter } from './projects/filter.ts'
import { Shell } from './shell/shell.tsx'

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

/** Pages for people who are signed in; others sign in first and come back. */
const members = createRoute({
  getParentRoute: () => root,
  id: 'members',
  component: Shell,
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
  component: lazyRouteComponent(() => import('./projects/project.tsx'), 'Project'),
})
const newVideo = createRoute({
  getParentRoute: () => members,
  path: '/new',
  component: lazyRouteComponent(() => import('./new-video/new-video.tsx'), 'NewVideo'),
})
const keys = createRoute({
  getParentRoute: () => members,
  path: '/developer/keys',
  component: lazyRouteComponent(() => import('./developer/keys.tsx'), 'Keys'),
})
const people = createRoute({
  getParentRoute: () => members,
  path: '/people',
  component: lazyRouteComponent(() => import('./people/people.tsx'), 'People'),
})

const routes = root.addChildren([
  landing,
  signIn,
  setUp,
  join,
  members.addChildren([projects, project, newVideo, keys, people]),
])

/** All pages. @param queries what pages know of the server is kept here. */
export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree: routes,
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingMs: 80,
    defaultPendingComponent: Loading,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
