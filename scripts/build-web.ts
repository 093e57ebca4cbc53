/** Builds the application into `web/dist`: `npm run build:web`. */
import { WEB_SOURCES } from '../src/app/shipped.ts'
import { buildWeb } from '../src/embedded/web-build.ts'
import { createProgress } from '../src/process/progress.ts'

await buildWeb(WEB_SOURCES, createProgress())
