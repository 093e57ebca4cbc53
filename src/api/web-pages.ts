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

/** A page of the application, as its build lists them (`web/vite.config.ts`). */
interface BuiltPage {
  /** With `$id` for a parameter. */
  readonly path: string
  /** Sources that its route loads. */
  readonly sources: readonly string[]
}

const START = 'index.html'

/** What shows nothing before it knows who is signed in. */
const ASKS_SESSION = ['src/shell/shell.tsx', 'src/entrance/landing.page.tsx']

/** Pages for members have their account before their path, and whether its test data is shown (web/src/account-address.ts). */
const ACCOUNT = /^\/acc_[0-9a-z]{26}(?:\/test)?(?=\/)/u

/** Without a build there is one page, which says so. */
const NOT_BUILT: readonly BuiltPage[] = [{ path: '/', sources: [] }]

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
  const built = <File>(name: string, otherwise: File): File => {
    const file = join(webDir, '.vite', name)
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as File) : otherwise
  }
  const manifest = built<Readonly<Record<string, BuiltModule>>>('manifest.json', {})
  const documents = built('pages.json', NOT_BUILT).map(({ path, sources }) => ({
    path: new RegExp(`^${path.replaceAll(/\$\w+/gu, '\\w+')}$`, 'u'),
    document: index.replace('</head>', () => `${links(manifest, sources).join('')}</head>`),
  }))
  return (path) => {
    const withoutAccount = path.replace(ACCOUNT, '')
    return documents.find((page) => page.path.test(withoutAccount))?.document ?? null
  }
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
