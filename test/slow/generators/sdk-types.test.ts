import { readFile } from 'node:fs/promises'

import { expect, inject, test } from 'vitest'

import { SDK_TYPES, sdkTypes } from '../../../scripts/support/sdk-types.ts'
import { isLeftOut } from '../../support/run/left-out.ts'

const { npm } = inject('generatorTools')

test.skipIf(isLeftOut('The types of the SDK', npm))(
  'the types of the TypeScript SDK are those of the description (npm run sdk-types)',
  async () => {
    const made = await sdkTypes(npm, await readFile('docs/openapi.json', 'utf8'))
    expect(await readFile(SDK_TYPES, 'utf8')).toBe(made)
  },
)
