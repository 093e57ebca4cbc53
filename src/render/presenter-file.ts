import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Look } from './look.ts'
import { schemaFaults } from './presenter-faults.ts'
import { RenderImpossible } from './render-impossible.ts'

const PresenterFile = z.strictObject({
  $schema: z.string().optional().describe('where editors find the schema'),
  id: z.string().regex(/^[a-z][a-z0-9-]{1,39}$/u, 'write an id in lower case letters, digits and hyphens'),
  name: z.string().min(1).max(60),
  role: z.string().min(1).max(60).describe('the line under the name on the name card'),
  gender: z.enum(['female', 'male', 'neutral']),
  language: z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/u, 'write a language such as en-US'),
  voiceId: z
    .string()
    .regex(/^[a-z0-9]+:[A-Za-z0-9_-]+$/u, 'write a voice as engine:voice, for example flite:slt')
    .describe('the voice that speaks when a request names no other'),
  order: z.int().min(0).describe('place in the catalogue, lowest first'),
  look: Look,
})

/** A presenter as their file holds them: who they are and how they look. */
export type PresenterFile = z.infer<typeof PresenterFile>

/** A presenter and the folder of presenters that theirs is in. */
export interface PlacedPresenter {
  readonly presenter: PresenterFile
  readonly presentersDir: string
}

/** The file's name in each presenter's folder. */
const FILE_NAME = 'presenter.json'

/** The JSON Schema of a presenter's file, for editors; checked in as `presenters/presenter.schema.json`. */
export function presenterSchema(): object {
  return z.toJSONSchema(PresenterFile, { io: 'input', target: 'draft-2020-12' })
}

/**
 * The stock presenters and those of a folder of one's own, in catalogue order.
 *
 * @throws RenderImpossible naming the file, the member and what to write, for every fault of a
 *   file; and when both folders have a presenter of the same id.
 */
export async function readCatalogue(stockDir: string, ownDir: string | null): Promise<PlacedPresenter[]> {
  const stock = await placedIn(stockDir)
  const own = ownDir === null ? [] : await placedIn(ownDir)
  const taken = own.find(({ presenter }) => stock.some((other) => other.presenter.id === presenter.id))
  if (taken) {
    throw new RenderImpossible(
      `${join(taken.presentersDir, taken.presenter.id)} has the id of a stock presenter; choose another id`,
    )
  }
  return [...stock, ...own].toSorted((a, b) => inOrder(a.presenter, b.presenter))
}

async function placedIn(presentersDir: string): Promise<PlacedPresenter[]> {
  const presenters = await readPresenters(presentersDir)
  return presenters.map((presenter) => ({ presenter, presentersDir }))
}

/**
 * All presenters of a folder, one sub-folder each, in catalogue order.
 *
 * @throws RenderImpossible naming the file, the member and what to write, for every fault of a file.
 */
export async function readPresenters(presentersDir: string): Promise<PresenterFile[]> {
  const entries = await readdir(presentersDir, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const presenters = await Promise.all(folders.map((folder) => readPresenter(presentersDir, folder)))
  return presenters.toSorted(inOrder)
}

function inOrder(a: PresenterFile, b: PresenterFile): number {
  return a.order - b.order || a.id.localeCompare(b.id)
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
  const presenter = parsePresenter(text, file)
  if (presenter.id !== id) {
    throw new RenderImpossible(`${file} has the id "${presenter.id}"; name its folder the same`)
  }
  return presenter
}

/**
 * A presenter from the text of their file.
 *
 * @param file named in what is thrown.
 * @throws RenderImpossible with a line for each fault.
 */
export function parsePresenter(text: string, file: string): PresenterFile {
  const parsed = PresenterFile.safeParse(parseJson(text, file), { reportInput: true })
  if (parsed.success) return parsed.data
  const faults = schemaFaults(parsed.error).map((fault) => `  ${fault}`)
  throw new RenderImpossible(`${file} is not a presenter; correct these members:\n${faults.join('\n')}`)
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new RenderImpossible(`${file} is not JSON: ${(cause as Error).message}`, { cause })
  }
}
