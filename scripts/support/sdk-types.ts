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

/** Each operation is named by its path once more. The SDK knows it by its name alone. */
function withoutPaths(types: string): string {
  return types.replace(/^export interface paths \{\n.*?^\}\n/msu, '')
}

/**
 * Without what a client in TypeScript has no types for: errors, which are all alike, headers, links, events and examples; and
 * without what is said about operations, which the methods of the SDK say, and their bodies, which the schemas are.
 */
function briefly({ webhooks: _webhooks, components, paths, ...document }: Members): Members {
  const { responses: _responses, ...kept } = components as Members
  return { ...document, components: kept, paths: mapMembers(paths, (path) => mapMembers(path, operation)) }
}

function operation(part: unknown): Members {
  const { operationId, parameters = [], responses } = part as Members
  const asked = (parameters as Members[]).filter((parameter) => parameter['in'] === 'query')
  const good = Object.entries(responses as Members).filter(([status]) => /^[23]/u.test(status))
  return { operationId, parameters: asked, responses: mapMembers(Object.fromEntries(good), answer) }
}

function answer(part: unknown): Members {
  const { content = {} } = part as Members
  return {
    description: '',
    content: mapMembers(content, (body) => ({ schema: (body as Members)['schema'] })),
  }
}

function mapMembers(members: unknown, change: (member: unknown) => unknown): Members {
  return Object.fromEntries(
    Object.entries(members as Members).map(([name, member]) => [name, change(member)]),
  )
}
