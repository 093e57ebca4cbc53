import { readFile } from 'node:fs/promises'

import { expect, inject, test } from 'vitest'

import { isLeftOut } from '../../support/run/left-out.ts'
import { postmanCollection } from './postman-collection.ts'

const { npm } = inject('generatorTools')

test.skipIf(isLeftOut('The collection for Postman', npm))(
  'the collection that is served is what the converter makes of the API (npm run postman)',
  async () => {
    const made = await postmanCollection(npm, await readFile('docs/openapi.json', 'utf8'))
    expect(await readFile('docs/postman.json', 'utf8')).toBe(made)
  },
)
