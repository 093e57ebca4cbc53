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
    return await readFile(output, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Without what a client in TypeScript has no types for: errors, which are all alike, headers, links and events. */
function briefly({ webhooks: _webhooks, components, paths, ...document }: Members): Members {
  const { responses: _responses, ...kept } = components as Members
  return { ...document, components: kept, paths: withoutErrors(paths) }
}

function withoutErrors(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutErrors)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part)
      .filter(([name]) => !['callbacks', 'links', 'examples', 'headers'].includes(name))
      .map(([name, value]) => [
        name,
        name === 'responses' ? successes(value as Members) : withoutErrors(value),
      ]),
  )
}

function successes(responses: Members): unknown {
  const good = Object.entries(responses).filter(([status]) => /^[23]/u.test(status))
  return withoutErrors(Object.fromEntries(good))
}
