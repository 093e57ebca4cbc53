import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the bundler made of a source or of what sources share. */
interface BuiltModule {
  /** From the folder of the built application. */
  readonly file: string
  readonly css?: readonly string[]
  /** Fonts and pictures that its styles name. */
  readonly assets?: readonly string[]
  /** What it cannot run without, as other keys of the manifest. */
  readonly imports?: readonly string[]
}

interface Page {
  readonly path: RegExp
  /** Sources that its route loads. */
  readonly sources: readonly string[]
}

/** The frame of pages for people who are signed in. */
const SHELL = 'src/shell/shell.tsx'
const DEVELOPER = 'src/developer/developer.tsx'
const LANDING = 'src/entrance/landing.tsx'
const START = 'index.html'

/** What shows nothing before it knows who is signed in. */
const ASKS_SESSION = [SHELL, LANDING]

/** The application's pages and what shows them; its router (`web/src/router.tsx`) has the same. */
const PAGES: readonly Page[] = [
  { path: /^\/$/u, sources: [LANDING] },
  { path: /^\/sign-in$/u, sources: ['src/entrance/sign-in.tsx'] },
  { path: /^\/setup$/u, sources: ['src/entrance/set-up.tsx'] },
  { path: /^\/join$/u, sources: ['src/entrance/join.tsx'] },
  { path: /^\/record$/u, sources: ['src/record/record.tsx'] },
  { path: /^\/projects$/u, sources: [SHELL, 'src/projects/projects.tsx'] },
  { path: /^\/projects\/\w+$/u, sources: [SHELL, 'src/projects/project.tsx'] },
  { path: /^\/new$/u, sources: [SHELL, 'src/new-video/new-video.tsx'] },
  { path: /^\/verify$/u, sources: [SHELL, 'src/verify/verify.tsx'] },
  { path: /^\/presenters$/u, sources: [SHELL, 'src/presenters/presenters.tsx'] },
  { path: /^\/voices$/u, sources: [SHELL, 'src/voices/voices.tsx'] },
  { path: /^\/twins$/u, sources: [SHELL, 'src/twins/twins.tsx'] },
  { path: /^\/twin-reviews$/u, sources: [SHELL, 'src/twins/reviews.tsx'] },
  { path: /^\/pronunciations$/u, sources: [SHELL, 'src/pronunciations/pronunciations.tsx'] },
  { path: /^\/developer(?:\/keys)?$/u, sources: [SHELL, DEVELOPER, 'src/developer/keys/keys.tsx'] },
  { path: /^\/developer\/webhook$/u, sources: [SHELL, DEVELOPER, 'src/developer/webhook/webhook.tsx'] },
  {
    path: /^\/developer\/deliveries$/u,
    sources: [SHELL, DEVELOPER, 'src/developer/deliveries/deliveries.tsx'],
  },
  {
    path: /^\/developer\/deliveries\/\w+$/u,
    sources: [SHELL, DEVELOPER, 'src/developer/deliveries/delivery.tsx'],
  },
  { path: /^\/developer\/limits$/u, sources: [SHELL, DEVELOPER, 'src/developer/limits.tsx'] },
  { path: /^\/plan$/u, sources: [SHELL, 'src/plan/plan.tsx'] },
  { path: /^\/plan-requests$/u, sources: [SHELL, 'src/plan/plan-requests.tsx'] },
  { path: /^\/people$/u, sources: [SHELL, 'src/people/people.tsx'] },
  { path: /^\/profile$/u, sources: [SHELL, 'src/profile/profile.tsx'] },
  { path: /^\/operations$/u, sources: [SHELL, 'src/operations/operations.tsx'] },
]

/** Asked by pages that depend on who is signed in, before they show anything. */
const SESSION = '<link rel="preload" href="/api/console/session" as="fetch" crossorigin>'
/** The font of nearly all words. When it is there in time, no line breaks anew once it comes. */
const FONT = /inter-latin-wght/u

/**
 * Every page is the same document, which knows what to show. The document of a known page also names what that page
 * is going to load, so that the browser gets everything at once and not one thing after the other.
 *
 * @param index the document as it was built.
 * @returns the document for a path, or null for the path of no page.
 */
export function webDocuments(webDir: string, index: string): (path: string) => string | null {
  const file = join(webDir, '.vite/manifest.json')
  const manifest = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, BuiltModule>>)
    : {}
  const documents = PAGES.map(({ path, sources }) => ({
    path,
    document: index.replace('</head>', () => `${links(manifest, sources).join('')}</head>`),
  }))
  return (path) => documents.find((page) => page.path.test(path))?.document ?? null
}

function links(manifest: Readonly<Record<string, BuiltModule>>, sources: readonly string[]): string[] {
  if (!manifest[START]) return []
  const atStart = closure(manifest, [START])
  const added = [...closure(manifest, sources)].filter((module) => !atStart.has(module))
  const fonts = manifest[START].assets?.filter((file) => FONT.test(file)) ?? []
  return [
    ...fonts.map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`),
    ...(sources.some((source) => ASKS_SESSION.includes(source)) ? [SESSION] : []),
    ...added.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...new Set(
      added
        .flatMap(({ css = [] }) => css)
        .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ),
  ]
}

/** The modules of some sources with all that they import. */
function closure(
  manifest: Readonly<Record<string, BuiltModule>>,
  keys: readonly string[],
  found = new Set<BuiltModule>(),
): Set<BuiltModule> {
  for (const key of keys) {
    const module = manifest[key]
    if (!module || found.has(module)) continue
    found.add(module)
    closure(manifest, module.imports ?? [], found)
  }
  return found
}
