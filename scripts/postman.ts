/** The API as a collection for Postman, which the service serves: `npm run postman`, after `npm run api-documents`. */
import { readFile, writeFile } from 'node:fs/promises'

import { resolveNpmPackages } from '../test/support/tools/npm-packages.ts'
import { postmanCollection } from '../test/slow/generators/postman-collection.ts'

const FILE = 'docs/postman.json'

const tools = await resolveNpmPackages('generators', 'test/slow/generators/tools')
await writeFile(FILE, await postmanCollection(tools, await readFile('docs/openapi.json', 'utf8')))
console.log(FILE)
