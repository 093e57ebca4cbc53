import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { HOUSE_RENDERER } from '../../domain/picture/catalogue.ts'
import { Look } from './look.ts'
import { schemaFaults } from './schema-faults.ts'
import { RenderImpossible } from './render-impossible.ts'

/** What is known of a presenter, whichever renderer draws them. */
const PERSON = {
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
}

const PresenterFile = z.strictObject({ ...PERSON, look: Look })

const OutsidePresenterFile = z.strictObject({
  ...PERSON,
  renderer: z
    .string()
    .regex(
      /^[a-z][a-z0-9-]{1,39}$/u,
      'write the name of a renderer in lower case letters, digits and hyphens',
    )
    .refine((name) => name !== HOUSE_RENDERER, 'leave it out for a presenter that this service draws itself'),
  // What is in it is between the presenter and their renderer.
  look: z.record(z.string(), z.unknown()),
})

/** A presenter as their file holds them: who they are and how they look. */
export type PresenterFile = z.infer<typeof PresenterFile>

/** A presenter whom a renderer of one's own draws (docs/renderer-port.md). */
export type OutsidePresenterFile = z.infer<typeof OutsidePresenterFile>

/** The file's name in each presenter's folder. */
const FILE_NAME = 'presenter.json'

/** The JSON Schema of a presenter's file, for editors; checked in as `presenters/presenter.schema.json`. */
export function presenterSchema(): object {
  return z.toJSONSchema(PresenterFile, { io: 'input', target: 'draft-2020-12' })
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
  const { text, file } = await readPresenterText(presentersDir, id)
  const presenter = parsePresenter(text, file)
  if (presenter.id !== id) {
    throw new RenderImpossible(`${file} has the id "${presenter.id}"; name its folder the same`)
  }
  return presenter
}

/** The file of a presenter, as it is. @throws RenderImpossible when there is none. */
export async function readPresenterText(
  presentersDir: string,
  id: string,
): Promise<{ text: string; file: string }> {
  const file = join(presentersDir, id, FILE_NAME)
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new RenderImpossible(`There is no presenter "${id}": ${file} cannot be read`, { cause })
  })
  return { text, file }
}

/**
 * A presenter from the text of their file.
 *
 * @param file named in what is thrown.
 * @throws RenderImpossible with a line for each fault.
 */
export function parsePresenter(text: string, file: string): PresenterFile {
  return parseAs(PresenterFile, parseJson(text, file), file)
}

/** The same, for a presenter whom another renderer may draw. @throws RenderImpossible. */
export function parseAnyPresenter(text: string, file: string): PresenterFile | OutsidePresenterFile {
  const content = parseJson(text, file)
  const isOutside = typeof content === 'object' && content !== null && 'renderer' in content
  return isOutside ? parseAs(OutsidePresenterFile, content, file) : parseAs(PresenterFile, content, file)
}

function parseAs<Schema extends z.ZodType>(schema: Schema, content: unknown, file: string): z.infer<Schema> {
  const parsed = schema.safeParse(content, { reportInput: true })
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
