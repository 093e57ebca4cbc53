import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { colour, ROOMS } from './look.ts'
import { RenderImpossible } from './render-impossible.ts'
import type { StudioSet } from '../../domain/picture/studio-set.ts'

const SetFile = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{1,39}$/u, 'write an id in lower case letters, digits and hyphens'),
  name: z.string().min(1).max(60),
  description: z.string().min(1).max(200),
  order: z.int().min(0),
  room: z.enum(ROOMS),
  wall: colour,
})

/**
 * The sets of a folder, one sub-folder each, in catalogue order.
 *
 * @throws RenderImpossible naming the file and what is wrong with it.
 */
export async function readSets(setsDir: string): Promise<StudioSet[]> {
  const entries = await readdir(setsDir, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const sets = await Promise.all(folders.map((folder) => readSet(setsDir, folder)))
  return sets
    .toSorted((a, b) => a.order - b.order)
    .map(({ id, name, description, room, wall }) => ({ id, name, description, room, wall }))
}

async function readSet(setsDir: string, folder: string): Promise<z.infer<typeof SetFile>> {
  const file = join(setsDir, folder, 'set.json')
  const parsed = SetFile.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (!parsed.success) throw new RenderImpossible(`${file} is not a set: ${z.prettifyError(parsed.error)}`)
  if (parsed.data.id !== folder) {
    throw new RenderImpossible(`${file} has the id "${parsed.data.id}"; name its folder the same`)
  }
  return parsed.data
}
