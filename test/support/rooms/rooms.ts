import { API_RULES } from './api-rooms.ts'
import { ADAPTER_PACKAGES, STUDIO_RULES } from './studio-rooms.ts'
import type { Rule } from './studio-rooms.ts'

const PROGRAM_FILES = ['app/', 'config/', 'process/']

/**
 * The rooms of `src/` and who may import whom. A room is a folder or a file directly in `src/`; a folder within
 * a room is one of its own where it has a rule here.
 *
 * Names ending in `/` are rooms, with all that is in them where the name is an import; names ending in `.ts` are
 * one file; others are packages, where `node:` stands for all that Node brings. A room may always import itself.
 */
export const RULES: Readonly<Record<string, Rule>> = {
  // Directly in it is what steps of several features tell.
  'domain/': { imports: ['domain/video/'] },
  'domain/error/': { imports: [] },
  'domain/picture/': { imports: [] },
  'domain/webhook/': { imports: [] },
  'domain/speech/': { imports: ['domain/error/'], types: ['domain/picture/'] },
  'domain/account/': { imports: ['domain/error/'], types: ['domain/speech/'] },
  'domain/moderation/': { imports: [], types: ['domain/speech/', 'domain/video/'] },
  'domain/billing/': { imports: [], types: ['domain/account/'] },
  'domain/twin/': { imports: [], types: ['domain/account/', 'domain/speech/'] },
  'domain/video/': {
    imports: ['domain/error/', 'domain/picture/', 'domain/webhook/'],
    types: ['domain/speech/', 'domain/twin/'],
  },
  'domain/batch/': { imports: ['domain/error/', 'domain/video/'], types: ['domain/account/'] },
  'domain/health/': { imports: ['domain/video/'] },
  // What the inside asks of the outside, a file for each port: adapters fulfil it and use cases ask for it.
  'ports/': { imports: [], types: ['domain/', 'node:http'] },
  'workflows/': {
    imports: ['domain/', '@temporalio/workflow', '@temporalio/common'],
    types: ['activities/'],
  },
  'activities/': {
    imports: [
      'domain/',
      'media/media-missing.ts',
      'media/twin-footage.ts',
      'process/file-sha256.ts',
      'process/outage-log.ts',
      'renderers/contract.ts',
      '@temporalio/activity',
      'node:',
    ],
    types: ['ports/', 'media/media-store.ts'],
  },
  'usecases/': {
    imports: ['domain/', 'node:crypto', 'node:timers/promises'],
    types: ['ports/', 'media/media-store.ts'],
  },
  ...API_RULES,
  // How much a process takes of what it is asked for.
  'admission/': { imports: ['domain/'], types: ['ports/'] },
  'sign-in/': {
    imports: ['domain/', 'better-auth', 'better-auth/api', 'better-auth/node', '@zxcvbn-ts/', 'node:'],
    types: ['db/database.ts', 'ports/'],
  },
  'db/': {
    imports: ['domain/', 'process/outage-log.ts', ...ADAPTER_PACKAGES, 'kysely', 'pg', 'node-pg-migrate'],
    types: ['ports/'],
  },
  ...STUDIO_RULES,
  'downloads/': { imports: ['process/file-sha256.ts', 'node:', 'undici'] },
  'voices/': {
    imports: [
      'children/',
      'config/',
      'downloads/',
      'process/',
      'speech/engine-registry.ts',
      'speech/voice-catalogue.ts',
      ...ADAPTER_PACKAGES,
      'commander',
    ],
    types: ['ports/', 'speech/engines/'],
  },
  'pictures/': {
    imports: ['domain/', 'net/', 'children/', 'process/', ...ADAPTER_PACKAGES, '@napi-rs/canvas', 'undici'],
    types: ['ports/'],
  },
  // Each provider of payments is one adapter.
  'billing/': { imports: ['domain/', ...ADAPTER_PACKAGES], types: ['ports/'] },
  'media/': {
    imports: ['domain/', 'process/', ...ADAPTER_PACKAGES],
    types: ['ports/'],
  },
  // The only room that knows of buckets. Its library is loaded where one is set.
  'media/s3/': {
    imports: [
      'domain/error/place-fault.ts',
      'media/key-parts.ts',
      'media/media-missing.ts',
      '@aws-sdk/client-s3',
      '@aws-sdk/s3-request-presigner',
      'node:',
    ],
    types: ['media/media-store.ts', 'ports/'],
  },
  // What a process finds out about itself, and tells the others.
  'needs/': { imports: ['domain/', 'node:'], types: ['ports/', 'media/media-store.ts'] },
  // What operators' tools are told of a process, at a port of its own. The library of metrics is loaded where one is set.
  'ops/': {
    imports: ['domain/', 'process/http-server.ts', 'process/outage-log.ts', 'prom-client', 'node:'],
    types: ['ports/'],
  },
  // The only room that knows OpenTelemetry. It is loaded where traces have somewhere to go.
  'tracing/': {
    imports: [
      'process/log-facts.ts',
      'process/outage-log.ts',
      '@opentelemetry/',
      '@temporalio/interceptors-opentelemetry',
    ],
    types: [
      'config/tracing-config.ts',
      'ports/',
      'process/log.ts',
      'temporal/telemetry/traces.ts',
      '@temporalio/worker',
    ],
  },
  'net/': {
    imports: ['domain/', 'children/slots.ts', ...ADAPTER_PACKAGES, 'ipaddr.js', 'undici'],
    types: ['ports/'],
  },
  'webhooks/': { imports: ['domain/', 'net/', ...ADAPTER_PACKAGES, 'undici'], types: ['ports/'] },
  // What asks the operator's service whether a video may be made.
  'moderation/': { imports: ['domain/', 'net/', 'undici', 'zod'], types: ['ports/'] },
  'secrets/': { imports: ['node:'], types: ['ports/'] },
  'children/': { imports: ['process/', 'node:'], types: ['domain/', 'ports/'] },
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
    types: ['ports/'],
  },
  // What engines there are and which settings they have is said where engines are; their code is not loaded.
  'config/': {
    imports: ['domain/', 'secrets/', 'speech/engine-registry.ts', 'zod', 'ipaddr.js', 'node:'],
    types: ['speech/remote/', 'media/s3/s3-client.ts'],
  },
  'process/': { imports: ['cli-progress', 'pino', 'zod', 'node:'], types: ['ports/', 'config/'] },
  'temporal/': {
    imports: [
      'domain/',
      'process/compiled-file.ts',
      'process/log-facts.ts',
      'process/outage-log.ts',
      'process/whole-file.ts',
      'workflows/contract.ts',
      '@temporalio/client',
      '@temporalio/common',
      '@temporalio/proto',
      '@temporalio/worker',
      'node:',
    ],
    types: ['activities/', 'config/', 'ports/', '@temporalio/workflow'],
  },
  'app/': {
    imports: [
      'admission/',
      'activities/',
      'api/',
      'billing/',
      'children/slots.ts',
      'config/',
      'db/',
      'domain/',
      'embedded/',
      'media/',
      'moderation/',
      'needs/',
      'net/',
      'ops/',
      'pictures/',
      'process/',
      'provenance/',
      'render/renderer.ts',
      'render/presenter/',
      'secrets/',
      'sign-in/',
      'speech/',
      'temporal/',
      'tracing/',
      'twins/consent/words.ts',
      'twins/twin-studio.ts',
      'usecases/',
      'voices/',
      'webhooks/',
      'typeid-js',
      'node:',
    ],
    types: ['ports/'],
  },
  'migrate.ts': {
    imports: [
      'app/log-origin.ts',
      'config/',
      'db/migrate.ts',
      'process/log.ts',
      'process/program.ts',
      'temporal/connection.ts',
      'temporal/prepare.ts',
    ],
  },
  'server.ts': { imports: PROGRAM_FILES },
  'check.ts': { imports: ['app/check/'] },
  // The process itself is put together in app/, so that tests can run it with a studio of their own.
  'worker.ts': { imports: ['app/log-origin.ts', 'app/worker-process.ts', 'process/program.ts'] },
  'main.ts': { imports: [...PROGRAM_FILES, 'embedded/web-build.ts'] },
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
    types: ['ports/'],
  },
  'conformance/': {
    imports: [
      'config/bucket-config.ts',
      'domain/',
      'media/',
      'process/compiled-file.ts',
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
    types: ['ports/'],
  },
  'admin/': {
    imports: [...PROGRAM_FILES, 'domain/', 'embedded/', 'db/migrate.ts', 'commander', 'node:'],
    types: ['ports/'],
  },
}
