import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { lastLines, runCommand } from '../../../src/process/run-command.ts'
import type { NpmPackages } from '../../support/tools/npm-packages.ts'

/** The arguments that the documentation recommends for the converter (docs/going-live.md). */
const CONVERTER_OPTIONS = 'parametersResolution=Example,enableOptionalParameters=false'

/**
 * The API as a collection for Postman, in lines, without the ids that the converter invents for each run.
 *
 * @param tools with openapi-to-postmanv2.
 * @param description the OpenAPI document.
 */
export async function postmanCollection(tools: NpmPackages, description: string): Promise<string> {
  if ('missing' in tools) throw new Error(tools.missing)
  const folder = await mkdtemp(join(tmpdir(), 'presenter-postman-'))
  try {
    await writeFile(join(folder, 'openapi.json'), description)
    const args = ['--spec', 'openapi.json', '--output', 'collection.json', '--options', CONVERTER_OPTIONS]
    const converted = await runCommand(join(tools.bin, 'openapi2postmanv2'), args, { cwd: folder })
    if (!converted.ok) throw new Error(lastLines(converted.output, 3))
    const collection: unknown = JSON.parse(await readFile(join(folder, 'collection.json'), 'utf8'))
    return `${JSON.stringify(collection, withoutInventedIds, 1)}\n`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u

function withoutInventedIds(key: string, value: unknown): unknown {
  const isInvented = ['id', '_postman_id'].includes(key) && typeof value === 'string' && UUID.test(value)
  return isInvented ? undefined : value
}
