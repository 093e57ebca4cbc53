/**
 * The rooms of `src/` and who may import whom. A room is a folder or a file directly in `src/`; a folder within
 * a room is one of its own where it has a rule here.
 *
 * Names ending in `/` are rooms, with all that is in them where the name is an import; names ending in `.ts` are
 * one file; others are packages, where `node:` stands for all that Node brings. A room may always import itself.
 */
export interface Rule {
  readonly imports: readonly string[]
  /** Of these, only types: they are gone at run time. */
  readonly types?: readonly string[]
}

/** Adapters bring libraries of their own; what they may not bring is another room's framework. */
const ADAPTER_PACKAGES = ['node:', 'zod']
const PROGRAM_FILES = ['app/', 'config/', 'process/']

export const RULES: Readonly<Record<string, Rule>> = {
  'domain/': { imports: [] },
  'ports.ts': { imports: [], types: ['domain/'] },
  'ports/': { imports: [], types: ['domain/', 'node:http'] },
  'workflows/': {
    imports: ['domain/', '@temporalio/workflow', '@temporalio/common'],
    types: ['activities/'],
  },
  'activities/': {
    imports: ['domain/', 'process/file-sha256.ts', 'renderers/contract.ts', '@temporalio/activity', 'node:'],
    types: ['ports.ts', 'ports/'],
  },
  'usecases/': { imports: ['domain/', 'node:crypto', 'node:timers/promises'], types: ['ports.ts', 'ports/'] },
  // From the outside in: the frame puts middlewares, documents and routes together; a version's endpoints are
  // declared in the terms of the contract.
  'api/': {
    imports: [
      'api/',
      'domain/',
      'koa',
      '@koa/router',
      '@koa/bodyparser',
      'koa-helmet',
      'send',
      'sirv',
      'node:',
    ],
    types: ['ports.ts', 'ports/', 'usecases/'],
  },
  'api/documents/': {
    imports: ['api/contract/', 'api/v1/openapi.ts', 'api/exact-router.ts', 'domain/', 'marked'],
    types: ['api/ports.ts', 'api/state.ts', '@koa/router'],
  },
  'api/middleware/': {
    imports: ['api/contract/', 'domain/', 'node:crypto'],
    types: ['api/ports.ts', 'api/state.ts', 'ports.ts', 'ports/', 'koa', '@koa/router'],
  },
  'api/v1/': {
    imports: ['api/contract/', 'domain/', 'zod', 'zod-openapi'],
    types: ['api/ports.ts', 'ports.ts', 'ports/', 'usecases/'],
  },
  // What only people do, declared like the API and beside it.
  'api/console/': {
    imports: ['api/contract/', 'api/v1/', 'domain/', 'zod'],
    types: ['api/ports.ts', 'api/state.ts', 'ports.ts', 'ports/', 'usecases/', '@koa/router'],
  },
  'api/contract/': { imports: ['domain/', 'zod'], types: ['api/ports.ts', 'zod-openapi', 'node:http'] },
  'sign-in/': {
    imports: ['domain/', 'better-auth', 'better-auth/node', 'node:'],
    types: ['db/database.ts', 'ports.ts', 'ports/'],
  },
  'db/': {
    imports: ['domain/', ...ADAPTER_PACKAGES, 'kysely', 'pg', 'node-pg-migrate'],
    types: ['ports.ts', 'ports/'],
  },
  // One way through: text in words, words in sounds, sounds joined and finished.
  'speech/': {
    imports: ['speech/', 'domain/', 'children/', ...ADAPTER_PACKAGES],
    types: ['ports.ts', 'ports/'],
  },
  'speech/engines/': { imports: ['domain/', ...ADAPTER_PACKAGES] },
  'speech/english/': { imports: ['domain/', 'any-ascii'], types: ['speech/engines/'] },
  'speech/pronounce/': {
    imports: ['speech/flite/', 'cmu-pronouncing-dictionary'],
    types: ['speech/engines/'],
  },
  'speech/kokoro/': {
    imports: ['domain/', 'speech/engines/', 'speech/pronounce/', ...ADAPTER_PACKAGES, 'onnxruntime-node'],
  },
  'speech/flite/': { imports: ['domain/', 'speech/engines/', 'node:', '@bjorn3/browser_wasi_shim'] },
  'speech/remote/': {
    imports: ['domain/', 'children/', 'speech/engines/', 'speech/flite/', ...ADAPTER_PACKAGES, 'undici'],
    types: ['ports.ts', 'ports/'],
  },
  'speech/finish/': { imports: ['ffmpeg/', 'node:', 'node-av'], types: ['speech/engines/'] },
  'renderers/': { imports: ['zod'] },
  'provenance/': { imports: ['domain/', 'process/file-sha256.ts', ...ADAPTER_PACKAGES, 'commander'] },
  'raster/': { imports: ['node:'] },
  // A presenter's data is painted as a figure in front of a set, moved, overlaid, and encoded. A photographic
  // presenter is another figure below the same scene.
  'render/': {
    imports: ['render/', 'domain/', 'children/', 'ffmpeg/', ...ADAPTER_PACKAGES],
    types: ['ports.ts', 'ports/'],
  },
  'render/paint/': { imports: ['domain/', 'raster/', 'node:', '@napi-rs/canvas'] },
  'render/presenter/': {
    imports: ['domain/', 'render/paint/', ...ADAPTER_PACKAGES],
    types: ['@napi-rs/canvas'],
  },
  'render/motion/': { imports: ['domain/', 'render/paint/'] },
  'render/figure/hair/': { imports: ['render/paint/', 'render/presenter/', '@napi-rs/canvas'] },
  'render/figure/clothes/': { imports: ['render/paint/'], types: ['render/presenter/', '@napi-rs/canvas'] },
  'render/figure/': {
    imports: [
      'render/figure/hair/',
      'render/figure/clothes/',
      'render/paint/',
      'render/presenter/',
      '@napi-rs/canvas',
    ],
    types: ['render/motion/'],
  },
  'render/set/': {
    imports: ['domain/', 'render/paint/', 'render/presenter/', '@napi-rs/canvas'],
    types: ['render/overlay/'],
  },
  'render/overlay/': {
    imports: ['domain/', 'raster/', 'render/paint/', '@napi-rs/canvas'],
    types: ['render/presenter/'],
  },
  'render/scene/': {
    imports: [
      'domain/',
      'raster/',
      'render/figure/',
      'render/motion/',
      'render/overlay/',
      'render/paint/',
      'render/presenter/',
      'render/set/',
      ...ADAPTER_PACKAGES,
      '@napi-rs/canvas',
    ],
  },
  'render/mp4/': {
    imports: [
      'children/',
      'domain/',
      'ffmpeg/',
      'process/file-sha256.ts',
      'provenance/',
      'raster/',
      'render/paint/',
      'render/presenter/',
      'node:',
      '@napi-rs/canvas',
      'node-av',
    ],
  },
  'downloads/': { imports: ['process/file-sha256.ts', 'node:', 'undici'] },
  'voices/': {
    imports: [
      'children/',
      'config/',
      'downloads/',
      'process/',
      'speech/kokoro/model.ts',
      'speech/engines/voices.ts',
      ...ADAPTER_PACKAGES,
      'commander',
    ],
    types: ['ports.ts', 'ports/'],
  },
  'pictures/': {
    imports: ['domain/', 'net/', 'children/', 'process/', ...ADAPTER_PACKAGES, '@napi-rs/canvas', 'undici'],
    types: ['ports.ts', 'ports/'],
  },
  // Each provider of payments is one adapter.
  'billing/': { imports: ['domain/', ...ADAPTER_PACKAGES], types: ['ports.ts', 'ports/'] },
  'media/': {
    imports: ['domain/', 'process/', ...ADAPTER_PACKAGES],
    types: ['ports.ts', 'ports/'],
  },
  'net/': { imports: ['domain/', ...ADAPTER_PACKAGES, 'ipaddr.js', 'undici'], types: ['ports.ts', 'ports/'] },
  'webhooks/': { imports: ['domain/', 'net/', ...ADAPTER_PACKAGES, 'undici'], types: ['ports.ts', 'ports/'] },
  'secrets/': { imports: ['node:'], types: ['ports.ts', 'ports/'] },
  'children/': { imports: ['process/', 'node:'], types: ['ports.ts', 'ports/'] },
  'ffmpeg/': { imports: ['node-av'] },
  'embedded/': {
    imports: [
      'downloads/',
      'process/',
      'workflows/contract.ts',
      ...ADAPTER_PACKAGES,
      'pg',
      'cli-progress',
      '@temporalio/client',
    ],
  },
  'config/': { imports: ['domain/', 'secrets/', 'zod', 'ipaddr.js', 'node:'] },
  'process/': { imports: ['cli-progress', 'pino', 'zod', 'node:'], types: ['ports.ts', 'ports/', 'config/'] },
  'temporal/': {
    imports: [
      'domain/',
      'workflows/contract.ts',
      '@temporalio/client',
      '@temporalio/common',
      '@temporalio/worker',
      'node:',
    ],
    types: ['activities/', 'config/', 'ports.ts', 'ports/'],
  },
  'app/': {
    imports: [
      'activities/',
      'api/',
      'billing/',
      'config/',
      'db/',
      'domain/',
      'embedded/',
      'media/',
      'net/',
      'pictures/',
      'process/',
      'provenance/',
      'render/renderer.ts',
      'render/presenter/',
      'secrets/',
      'sign-in/',
      'speech/',
      'temporal/',
      'usecases/',
      'voices/',
      'webhooks/',
      'typeid-js',
      'node:',
    ],
    types: ['ports.ts', 'ports/'],
  },
  'migrate.ts': { imports: ['config/', 'db/migrate.ts'] },
  'server.ts': { imports: PROGRAM_FILES },
  'worker.ts': {
    imports: [...PROGRAM_FILES, 'temporal/run-worker.ts', 'voices/installed.ts'],
  },
  'main.ts': { imports: PROGRAM_FILES },
  'demo/': {
    imports: [...PROGRAM_FILES, 'domain/', 'webhooks/', 'commander', 'node:'],
  },
  'presenters/': {
    imports: [
      'config/',
      'domain/',
      'render/renderer.ts',
      'render/presenter/',
      'speech/',
      'voices/installed.ts',
      '@napi-rs/canvas',
      'commander',
      'node:',
    ],
    types: ['ports.ts', 'ports/'],
  },
  'conformance/': {
    imports: [
      'domain/',
      'process/progress.ts',
      'ffmpeg/',
      'process/file-sha256.ts',
      'render/mp4/segment-facts.ts',
      'renderers/',
      'speech/engines/wav.ts',
      '@temporalio/client',
      '@temporalio/common',
      '@temporalio/worker',
      '@temporalio/workflow',
      'commander',
      'node:',
    ],
  },
  'admin/': {
    imports: [...PROGRAM_FILES, 'domain/', 'embedded/', 'db/migrate.ts', 'commander', 'node:'],
    types: ['ports.ts', 'ports/'],
  },
}
