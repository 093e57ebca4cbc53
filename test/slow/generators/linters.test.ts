import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { openApiDocument } from '../../../src/api/v1/openapi.ts'
import { runCommand } from '../../../src/process/run-command.ts'
import { isLeftOut } from '../../support/run/left-out.ts'

const { npm } = inject('generatorTools')
const isMissing = isLeftOut('Linting the OpenAPI description', npm)

/** Each with its own strictest rules, and as an error what is only a warning to it. */
const LINTERS = [
  { program: 'spectral', args: ['lint', '--ruleset', 'spectral.json', '--fail-severity', 'hint'] },
  { program: 'redocly', args: ['lint', '--extends', 'recommended-strict'] },
]

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'presenter-linters-'))
  await writeFile(join(folder, 'spectral.json'), JSON.stringify({ extends: ['spectral:oas'] }))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each(LINTERS)('$program', ({ program, args }) => {
  async function lint(description: object) {
    const { bin } = npm as { bin: string }
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(description))
    return runCommand(join(bin, program), [...args, 'openapi.json'], {
      cwd: folder,
      extraEnv: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    })
  }

  test.skipIf(isMissing)('finds no error in the description, and nothing to warn of', async () => {
    const { ok, output } = await lint(openApiDocument('https://video.test'))
    expect(ok, output).toBe(true)
  })

  test.skipIf(isMissing)('finds an example that its schema does not take', async () => {
    const description = openApiDocument('https://video.test')
    const wrong = JSON.stringify(description).replaceAll('"progress":100', '"progress":"all"')
    const { ok, output } = await lint(JSON.parse(wrong) as object)
    expect(ok).toBe(false)
    expect(output).toContain('progress')
  })
})
