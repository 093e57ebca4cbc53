/**
 * The documents that follow from the API's declarations: `npm run api-documents`, after a change of an
 * endpoint, a schema or an error.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { API_DOCUMENTS } from './support/documents-of-api.ts'
import { ROOT } from './support/run-tool.ts'

for (const [file, content] of Object.entries(API_DOCUMENTS)) {
  await writeFile(join(ROOT, file), content())
  console.log(file)
}
