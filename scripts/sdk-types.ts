/** The types of the TypeScript SDK, made of the API's description: `npm run sdk-types`, after `npm run api-documents`. */
import { readFile, writeFile } from 'node:fs/promises'

import { resolveNpmPackages } from '../test/support/tools/npm-packages.ts'
import { SDK_TYPES, sdkTypes } from './support/sdk-types.ts'

const tools = await resolveNpmPackages('generators', 'test/slow/generators/tools')
await writeFile(SDK_TYPES, await sdkTypes(tools, await readFile('docs/openapi.json', 'utf8')))
console.log(SDK_TYPES)
