import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Look } from './look.ts'
import { RenderImpossible } from './render-impossible.ts'

const PresenterFile = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{1,39}$/u, 'write an id in lower case letters, digits and hyphens'),
  name: z.string().min(1).max(60),
  role: z.string().min(1).max(60),
  gender: z.enum(['female', 'male', 'neutral']),
  language: z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/u, 'write a language such as en-US'),
  voiceId: z
    .string()
    .regex(/^[a-z0-9]+:[A-Za-z0-9_-]+$/u, 'write a voice as engine:voice, for example flite:slt'),
  order: z.int().min(0).describe('place in the catalogue, lowest first'),
  look: Look,
})

/** A presenter as their file holds them: who they are and how they look. */
export type PresenterFile = z.infer<typeof PresenterFile>

/** The file's name in each presenter's folder. */
const FILE_NAME = 'presenter.json'

/**
 * All presenters of a folder, one sub-folder each, in catalogue order.
 *
 * @throws RenderImpossible naming the file, the member and what to write, for every fault of a file.
 */
export async function readPresenters(presentersDir: string): Promise<PresenterFile[]> {
  const entries = await readdir(presentersDir, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const presenters = await Promise.all(folders.map((folder) => readPresenter(presentersDir, folder)))
  return presenters.toSorted((a, b) => a.order - b.order || a.id.localeCompare(b.id))
}

/**
 * One presenter by id.
 *
 * @throws RenderImpossible when there is none of this id, or the file is faulty.
 */
export async function readPresenter(presentersDir: string, id: string): Promise<PresenterFile> {
  const file = join(presentersDir, id, FILE_NAME)
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new RenderImpossible(`There is no presenter "${id}": ${file} cannot be read`, { cause })
  })
  const parsed = PresenterFile.safeParse(parseJson(text, file))
  if (!parsed.success) {
    const faults = parsed.error.issues.map(
      (issue) => `  ${issue.path.join('.') || '(top)'}: ${issue.message}`,
    )
    throw new RenderImpossible(`${file} is not a presenter; correct these members:\n${faults.join('\n')}`)
  }
  if (parsed.data.id !== id) {
    throw new RenderImpossible(`${file} has the id "${parsed.data.id}"; name its folder the same`)
  }
  return parsed.data
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new RenderImpossible(`${file} is not JSON: ${(cause as Error).message}`, { cause })
  }
}
