import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { REFERENCE_SERVICE, snippetsBySdk } from '../../support/sdk/reference-requests.ts'
import { hasNoPython, installSdk, python } from '../../support/sdk/python-programs.ts'
import type { InstalledSdk } from '../../support/sdk/python-programs.ts'

describe.skipIf(hasNoPython)('the reference shows operations by the Python SDK', () => {
  const snippets = snippetsBySdk()
  let sdk: InstalledSdk
  let sent: readonly unknown[]

  beforeAll(async () => {
    sdk = await installSdk()
    const { stdout, stderr } = spawnSync(
      join('bin' in python ? python.bin : '', 'python'),
      [join(sdk.folder, 'snippets.py')],
      {
        input: JSON.stringify(snippets.map(({ python: snippet }) => snippet)),
        encoding: 'utf8',
        env: {
          PYTHONPATH: sdk.folder,
          PRESENTER_API_KEY: 'pv_live_test',
          PRESENTER_API_URL: `${REFERENCE_SERVICE}/api/v1`,
        },
      },
    )
    expect(stderr).toBe('')
    sent = JSON.parse(stdout) as readonly unknown[]
  })
  afterAll(() => sdk.remove())

  test.each(snippets.map(({ operationId, request }, index) => ({ operationId, request, index })))(
    '$operationId sends what curl sends',
    ({ request, index }) => {
      expect(sent[index]).toEqual([request])
    },
  )
})
