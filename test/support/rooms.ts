/**
 * The rooms of `src/` and who may import whom. A room is a folder or a file directly in `src/`.
 *
 * Names ending in `/` or `.ts` are rooms, or one file of a room; others are packages, where `node:`
 * stands for all that Node brings. A room may always import itself.
 */
export interface Rule {
  readonly imports: readonly string[]
  /** Of these, only types: they are gone at run time. */
  readonly types?: readonly string[]
}

/** Adapters bring libraries of their own; what they may not bring is another room's framework. */
const ADAPTER_PACKAGES = ['node:', 'zod']
const PROGRAM_FILES = [
  'app.ts',
  'config.ts',
  'data-dir.ts',
  'log.ts',
  'master-key.ts',
  'stop-signals.ts',
  'http-server.ts',
]

export const RULES: Readonly<Record<string, Rule>> = {
  'domain/': { imports: [] },
  'ports.ts': { imports: [], types: ['domain/'] },
  'workflows/': {
    imports: ['domain/', '@temporalio/workflow', '@temporalio/common'],
    types: ['activities/'],
  },
  'activities/': {
    imports: [
      'domain/',
      'provenance/file-sha256.ts',
      'renderers/contract.ts',
      '@temporalio/activity',
      'node:',
    ],
    types: ['ports.ts'],
  },
  'usecases/': { imports: ['domain/', 'node:crypto', 'node:timers/promises'], types: ['ports.ts'] },
  'api/': {
    imports: [
      'domain/',
      'usecases/',
      'zod',
      'zod-openapi',
      'koa',
      '@koa/router',
      '@koa/bodyparser',
      'koa-helmet',
      'marked',
      'send',
      'node:',
    ],
    types: ['ports.ts'],
  },
  'temporal.ts': {
    imports: ['domain/', 'workflows/contract.ts', '@temporalio/client', '@temporalio/common'],
    types: ['ports.ts'],
  },
  'db/': {
    imports: ['domain/', ...ADAPTER_PACKAGES, 'kysely', 'pg', 'node-pg-migrate'],
    types: ['ports.ts'],
  },
  'speech/': {
    imports: [
      'domain/',
      'children/',
      'ffmpeg/',
      ...ADAPTER_PACKAGES,
      '@bjorn3/browser_wasi_shim',
      'any-ascii',
      'cmu-pronouncing-dictionary',
      'node-av',
      'onnxruntime-node',
      'undici',
    ],
    types: ['ports.ts'],
  },
  'renderers/': { imports: ['zod'] },
  'provenance/': { imports: ['domain/', ...ADAPTER_PACKAGES] },
  'raster/': { imports: ['node:'] },
  'render/': {
    imports: [
      'domain/',
      'children/',
      'ffmpeg/',
      'provenance/',
      'raster/',
      ...ADAPTER_PACKAGES,
      '@napi-rs/canvas',
      'node-av',
    ],
    types: ['ports.ts'],
  },
  'downloads/': { imports: ['node:', 'undici'] },
  'voices/': {
    imports: [
      'children/',
      'config.ts',
      'downloads/',
      'embedded/',
      'program-environment.ts',
      'speech/kokoro/model.ts',
      'speech/engines/voices.ts',
      ...ADAPTER_PACKAGES,
      'commander',
    ],
    types: ['ports.ts'],
  },
  'pictures/': {
    imports: [
      'domain/',
      'net/',
      'children/',
      'program-environment.ts',
      ...ADAPTER_PACKAGES,
      '@napi-rs/canvas',
      'undici',
    ],
    types: ['ports.ts'],
  },
  'media/': {
    imports: ['domain/', 'embedded/process-status.ts', ...ADAPTER_PACKAGES],
    types: ['ports.ts'],
  },
  'net/': { imports: ['domain/', ...ADAPTER_PACKAGES, 'ipaddr.js', 'undici'], types: ['ports.ts'] },
  'webhooks/': { imports: ['domain/', 'net/', ...ADAPTER_PACKAGES, 'undici'], types: ['ports.ts'] },
  'secrets/': { imports: ['node:'], types: ['ports.ts'] },
  'children/': { imports: ['program-environment.ts', 'node:'], types: ['ports.ts'] },
  'ffmpeg/': { imports: ['node-av'] },
  'embedded/': {
    imports: [
      'downloads/',
      'program-environment.ts',
      ...ADAPTER_PACKAGES,
      'pg',
      'cli-progress',
      '@temporalio/client',
    ],
  },
  'config.ts': { imports: ['domain/', 'remote-speech-config.ts', 'zod', 'ipaddr.js', 'node:'] },
  'remote-speech-config.ts': { imports: ['domain/', 'zod', 'node:'] },
  'data-dir.ts': { imports: ['node:'] },
  'log.ts': { imports: ['pino'], types: ['ports.ts', 'config.ts'] },
  'http-server.ts': { imports: ['node:'] },
  'program-environment.ts': { imports: [] },
  'stop-signals.ts': { imports: [] },
  'master-key.ts': { imports: ['secrets/', 'node:'], types: ['config.ts'] },
  'service-log.ts': { imports: ['data-dir.ts', 'log.ts', 'node:'] },
  'workflow-bundle.ts': { imports: ['@temporalio/worker', 'node:'] },
  'administration.ts': {
    imports: [
      'api/',
      'db/',
      'domain/',
      'media/',
      'net/',
      'render/',
      'secrets/',
      'speech/',
      'temporal.ts',
      'usecases/',
      'voices/',
      'webhooks/',
      'typeid-js',
      'node:',
    ],
    types: ['config.ts', 'ports.ts'],
  },
  'app.ts': {
    imports: [
      'administration.ts',
      'activities/',
      'api/',
      'db/',
      'domain/',
      'media/',
      'net/',
      'pictures/',
      'provenance/',
      'render/',
      'secrets/',
      'speech/',
      'temporal.ts',
      'usecases/',
      'voices/',
      'node:',
    ],
    types: ['config.ts', 'ports.ts'],
  },
  'migrate.ts': { imports: ['config.ts', 'db/migrate.ts'] },
  'seed.ts': { imports: [], types: ['app.ts'] },
  'server.ts': { imports: PROGRAM_FILES },
  'worker.ts': {
    imports: [...PROGRAM_FILES, 'voices/installed.ts', 'workflow-bundle.ts', '@temporalio/worker', 'node:'],
    types: ['activities/', 'ports.ts'],
  },
  'service.ts': {
    imports: [...PROGRAM_FILES, 'db/migrate.ts', 'embedded/', 'voices/', 'worker.ts'],
    types: ['ports.ts'],
  },
  'main.ts': { imports: [...PROGRAM_FILES, 'embedded/', 'seed.ts', 'service.ts', 'service-log.ts'] },
  'demo/': {
    imports: [
      ...PROGRAM_FILES,
      'domain/',
      'embedded/',
      'service.ts',
      'service-log.ts',
      'webhooks/',
      'commander',
      'node:',
    ],
  },
  'conformance/': {
    imports: [
      'domain/',
      'embedded/progress.ts',
      'ffmpeg/',
      'provenance/file-sha256.ts',
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
    imports: [
      ...PROGRAM_FILES,
      'administration.ts',
      'domain/',
      'embedded/',
      'db/migrate.ts',
      'commander',
      'node:',
    ],
    types: ['ports.ts'],
  },
}
