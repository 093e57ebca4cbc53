import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Files that ship with the program besides its code; the paths are the same for source and build. */
const shipped = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))

/** Version of the service. Other people's servers see it in `User-Agent`. */
export const VERSION = (JSON.parse(readFileSync(shipped('package.json'), 'utf8')) as { version: string })
  .version

/** The stock presenters: a folder each. */
export const PRESENTERS_DIR = shipped('presenters')

/** The sets: a folder each. */
export const SETS_DIR = shipped('sets')

/** The catalogue of voices, and a sample of each. */
export const VOICES_DIR = shipped('voices')

/** The documentation, as Markdown; the examples that it links to lie beside it. */
export const DOCS_DIR = shipped('docs')

/** The TypeScript SDK as a package, which compiling makes. */
export const SDK_PACKAGE = shipped('dist/sdk/presenter-video.tgz')

/** The Python SDK as a wheel, likewise. Installers read the version in its name. */
export const SDK_WHEEL = shipped('dist/sdk/presenter_video-1.0.0-py3-none-any.whl')

/** Sources of the application and, in `dist`, what is built from them. */
export const WEB_SOURCES = shipped('web')

/** The built application. */
export const WEB_DIR = shipped('web/dist')
