/**
 * What the SDKs have from the API's description: `npm run sdk-types`, after `npm run api-documents`. In Python, also the
 * half that waits in threads, made of the one that waits in tasks.
 */
import { readFile, writeFile } from 'node:fs/promises'

import { resolveNpmPackages } from '../test/support/tools/npm-packages.ts'
import { PYTHON_CALLS, pythonCalls } from './support/python-calls.ts'
import { pythonSync } from './support/python-sync.ts'
import { PYTHON_TYPES, pythonTypes } from './support/python-types.ts'
import { SDK_TYPES, sdkTypes } from './support/sdk-types.ts'

const description = await readFile('docs/openapi.json', 'utf8')
const tools = await resolveNpmPackages('generators', 'test/slow/generators/tools')
await save(SDK_TYPES, await sdkTypes(tools, description))
await save(PYTHON_TYPES, pythonTypes(description))
await save(PYTHON_CALLS, pythonCalls(description))
for (const [file, text] of await pythonSync()) await save(file, text)

async function save(file: string, text: string): Promise<void> {
  await writeFile(file, text)
  console.log(file)
}
