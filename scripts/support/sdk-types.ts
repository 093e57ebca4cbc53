import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { lastLines, runCommand } from '../../src/process/run-command.ts'
import type { NpmPackages } from '../../test/support/tools/npm-packages.ts'

/** Where the SDK has them. */
export const SDK_TYPES = 'sdk/typescript/src/description.ts'

type Members = Record<string, unknown>

/**
 * The types of the TypeScript SDK: those of the API's description, of what is sent and of what comes back when all is well.
 *
 * @param tools with openapi-typescript.
 * @param description the OpenAPI document.
 */
export async function sdkTypes(tools: NpmPackages, description: string): Promise<string> {
  if ('missing' in tools) throw new Error(tools.missing)
  const folder = await mkdtemp(join(tmpdir(), 'presenter-sdk-types-'))
  try {
    const [input, output] = [join(folder, 'openapi.json'), join(folder, 'description.ts')]
    await writeFile(input, JSON.stringify(briefly(JSON.parse(description) as Members)))
    const made = await runCommand(join(tools.bin, 'openapi-typescript'), [input, '--output', output])
    if (!made.ok) throw new Error(lastLines(made.output, 3))
    return withoutPaths(await readFile(output, 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Each operation is named by its path once more, which the SDK does not use, and says what it does not have. Comments are plain. */
function withoutPaths(types: string): string {
  return types
    .replace(/^export interface paths \{\n.*?^\}\n/msu, '')
    .replaceAll(/^ +(?:(?:header|path|cookie|requestBody)\?|responses): never;\n/gmu, '')
    .replaceAll(
      /\/\*\*\s+\* Format: [\w-]+(?:\s+\* (?:@description )?(.*))?\s+\*\//gu,
      (_, said: string | undefined) => (said === undefined ? '' : `/** ${said} */`),
    )
    .replaceAll('@description ', '')
}

/**
 * Without what a client in TypeScript has no types for: errors, which are all alike, headers, links, events and examples; and
 * without operations, which are the methods of the SDK. Of lists by pages, it keeps what they can be asked for.
 */
function briefly({ webhooks: _webhooks, components, paths, ...document }: Members): Members {
  const { responses: _responses, ...kept } = components as Members
  const lists = Object.entries(paths as Members).flatMap(([path, methods]) => {
    const { get } = methods as Members
    return isPaged(get) ? [[path, { get: questions(get as Members) }]] : []
  })
  return { ...document, components: kept, paths: Object.fromEntries(lists) as Members }
}

function isPaged(operation: unknown): boolean {
  const { parameters = [] } = (operation ?? {}) as Members
  return (parameters as Members[]).some(({ name }) => name === 'before')
}

function questions({ operationId, parameters }: Members): Members {
  return {
    operationId,
    parameters: (parameters as Members[]).filter((parameter) => parameter['in'] === 'query'),
    responses: {},
  }
}
