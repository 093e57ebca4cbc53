/** What is around a page: nothing, the frame for people who are signed in, or in it the frame for developers. */
export type Frame = 'none' | 'shell' | 'developer'

/** One page of the application. */
export interface PageFacts {
  /** With `$id` for a parameter. */
  readonly path: string
  /** Names it in menus, in its heading and in its tab. */
  readonly title: string
  /** Its source, below this folder: a `*.page.tsx` that exports `Page`. */
  readonly source: `${string}.page.tsx`
  readonly frame: Frame
}

/** The frames' sources, from the outermost to the innermost. */
export const FRAMES: Readonly<Record<Frame, readonly string[]>> = {
  none: [],
  shell: ['shell/shell.tsx'],
  developer: ['shell/shell.tsx', 'developer/developer.tsx'],
}

/**
 * Every page of the application, once: the router, the menus and the titles are made of this list, tests walk it, and the
 * build hands it to the server, which tells a known address from an unknown one and names what a page will load.
 */
export const PAGES = {
  landing: page('/', 'A script in, a video out', 'entrance/landing.page.tsx', 'none'),
  signIn: page('/sign-in', 'Sign in', 'entrance/sign-in.page.tsx', 'none'),
  setUp: page('/setup', 'Set up', 'entrance/set-up.page.tsx', 'none'),
  join: page('/join', 'Join', 'entrance/join.page.tsx', 'none'),
  record: page('/record', 'Recording', 'record/record.page.tsx', 'none'),
  projects: page('/projects', 'Projects', 'projects/projects.page.tsx', 'shell'),
  project: page('/projects/$id', 'Project', 'projects/project.page.tsx', 'shell'),
  newVideo: page('/new', 'New video', 'new-video/new-video.page.tsx', 'shell'),
  verify: page('/verify', 'Verify a video', 'verify/verify.page.tsx', 'shell'),
  presenters: page('/presenters', 'Presenters', 'presenters/presenters.page.tsx', 'shell'),
  twins: page('/twins', 'Twins', 'twins/twins.page.tsx', 'shell'),
  voices: page('/voices', 'Voices', 'voices/voices.page.tsx', 'shell'),
  pronunciations: page(
    '/pronunciations',
    'Pronunciations',
    'pronunciations/pronunciations.page.tsx',
    'shell',
  ),
  /** Leads to the first of its pages. */
  developer: page('/developer', 'Developer API', 'developer/keys/keys.page.tsx', 'developer'),
  keys: page('/developer/keys', 'API keys', 'developer/keys/keys.page.tsx', 'developer'),
  webhook: page('/developer/webhook', 'Webhook', 'developer/webhook/webhook.page.tsx', 'developer'),
  deliveries: page(
    '/developer/deliveries',
    'Deliveries',
    'developer/deliveries/deliveries.page.tsx',
    'developer',
  ),
  delivery: page(
    '/developer/deliveries/$id',
    'Delivery',
    'developer/deliveries/delivery.page.tsx',
    'developer',
  ),
  limits: page('/developer/limits', 'Limits', 'developer/limits.page.tsx', 'developer'),
  plan: page('/plan', 'Plan and usage', 'plan/plan.page.tsx', 'shell'),
  people: page('/people', 'People', 'people/people.page.tsx', 'shell'),
  profile: page('/profile', 'Your profile', 'profile/profile.page.tsx', 'shell'),
  operations: page('/operations', 'Operations', 'operations/operations.page.tsx', 'shell'),
  planRequests: page('/plan-requests', 'Plan requests', 'plan/plan-requests.page.tsx', 'shell'),
  twinReviews: page('/twin-reviews', 'Twin reviews', 'twins/reviews.page.tsx', 'shell'),
} as const satisfies Readonly<Record<string, PageFacts>>

function page<const Path extends string>(
  path: Path,
  title: string,
  source: PageFacts['source'],
  frame: Frame,
): PageFacts & { readonly path: Path } {
  return { path, title, source, frame }
}
