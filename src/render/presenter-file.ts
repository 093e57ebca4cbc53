import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { RenderImpossible } from './render-impossible.ts'

const colour = z.string().regex(/^#[0-9a-f]{6}$/u, 'write a colour as #rrggbb in lower case')
const factor = (low: number, high: number) => z.number().min(low).max(high)

const Skin = z.strictObject({
  light: colour.describe('where the key light falls'),
  base: colour,
  shade: colour.describe('turned away from the light'),
  deep: colour.describe('in creases and cast shadows'),
  blush: colour,
})

const Head = z.strictObject({
  width: factor(0.9, 1.12),
  cheeks: factor(0.9, 1.1),
  jaw: factor(0.85, 1.2).describe('width of the jaw angle'),
  chin: factor(0.7, 1.4).describe('width of the chin'),
  length: factor(0.92, 1.08).describe('from eyes to chin'),
  neck: factor(0.85, 1.4),
})

const Eyes = z.strictObject({
  iris: z.strictObject({ rim: colour, base: colour, light: colour }),
  size: factor(0.85, 1.15),
  opening: factor(0.8, 1.2),
  tilt: factor(-0.12, 0.12).describe('radians, outer corner up is positive'),
  lashes: factor(0, 1).describe('0 bare, 1 made up'),
})

const Hair = z.strictObject({
  style: z.enum(['lob', 'crop', 'swept', 'bun']),
  root: colour,
  base: colour,
  light: colour,
  gloss: colour,
  volume: factor(0.85, 1.2),
  length: factor(0.5, 1.3).describe('of long styles; 1 reaches the shoulders'),
  wave: factor(0, 1).describe('0 straight, 1 curly'),
})

const Beard = z.strictObject({
  kind: z.enum(['stubble', 'short']),
  colour,
  density: factor(0.2, 1),
})

const Clothes = z.strictObject({
  shoulders: factor(0.85, 1.2),
  jacket: z.strictObject({ light: colour, base: colour, dark: colour }),
  top: z.strictObject({ cut: z.enum(['blouse', 'shirt', 'crew']), light: colour, shade: colour }),
})

const Look = z.strictObject({
  skin: Skin,
  head: Head,
  eyes: Eyes,
  brows: z.strictObject({ colour, thickness: factor(0.6, 1.6), arch: factor(0, 1.4) }),
  nose: z.strictObject({ width: factor(0.8, 1.5), length: factor(0.9, 1.1) }),
  lips: z.strictObject({
    light: colour,
    base: colour,
    dark: colour,
    fullness: factor(0.7, 1.4),
    width: factor(0.85, 1.15),
  }),
  hair: Hair,
  beard: Beard.optional(),
  glasses: z.strictObject({ frame: colour }).optional(),
  clothes: Clothes,
  set: z.strictObject({ brand: colour, brandDark: colour, wall: colour }),
})

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

/** How a presenter looks. Colours are `#rrggbb`, proportions are factors of the drawn standard. */
export type PresenterLook = z.infer<typeof Look>

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
