import type { Rule } from './studio-rooms.ts'

/** The rooms of the HTTP interface, and what each may import. */
export const API_RULES: Readonly<Record<string, Rule>> = {
  // From the outside in: the frame puts middlewares, documents and routes together; a version's endpoints are
  // declared in the terms of the contract.
  'api/': {
    imports: ['api/', 'domain/', 'koa', '@koa/router', 'koa-helmet', 'send', 'sirv', 'zod', 'node:'],
    types: ['ports/', 'media/media-store.ts', 'usecases/'],
  },
  'api/documents/': {
    imports: [
      'api/contract/',
      'api/v1/openapi.ts',
      'api/exact-router.ts',
      'domain/',
      'marked',
      'minisearch',
      'node:',
    ],
    types: ['api/ports.ts', 'api/state.ts', '@koa/router'],
  },
  'api/middleware/': {
    imports: [
      'api/contract/',
      'api/client-gone.ts',
      'domain/',
      'process/log-facts.ts',
      'process/outage-log.ts',
      'node:crypto',
      'node:util',
      'node:zlib',
      '@hapi/bourne',
    ],
    types: ['node:http', 'node:stream', 'api/ports.ts', 'api/state.ts', 'ports/', 'koa', '@koa/router'],
  },
  'api/v1/': {
    imports: ['api/contract/', 'api/lasting/', 'domain/', 'zod', 'zod-openapi'],
    types: ['api/ports.ts', 'node:http', 'ports/', 'usecases/'],
  },
  // What only people do, declared like the API and beside it.
  'api/console/': {
    imports: ['api/contract/', 'api/lasting/', 'api/middleware/rate-limit.ts', 'api/v1/', 'domain/', 'zod'],
    types: ['api/ports.ts', 'api/state.ts', 'ports/', 'usecases/', '@koa/router'],
  },
  // The API as tools for agents.
  'api/mcp/': {
    imports: [
      'api/contract/',
      'api/lasting/',
      'api/middleware/',
      'api/v1/endpoints.ts',
      'api/client-gone.ts',
      'api/exact-router.ts',
      'api/router.ts',
      'domain/',
      '@modelcontextprotocol/server',
      'koa',
      'light-my-request',
      'zod',
      'node:',
    ],
    types: ['api/ports.ts', 'api/state.ts', 'api/v1/', '@koa/router'],
  },
  // Answers that last: streams of events.
  'api/lasting/': {
    imports: ['domain/', 'node:stream'],
    types: ['api/contract/', 'api/state.ts', 'ports/', 'koa', '@koa/router'],
  },
  'api/contract/': {
    imports: ['domain/', 'leven', 'zod', 'node:crypto'],
    types: ['api/ports.ts', 'ports/', 'zod-openapi', 'node:http', 'node:querystring'],
  },
}
