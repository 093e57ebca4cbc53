/**
 * Commands for people who create their own presenters (docs/presenters.md):
 *
 *   npm run presenters -- check FILE...              reports every problem with a file and how to fix it
 *   npm run presenters -- preview FILE [--out DIR]   creates the thumbnail and the preview video
 *   npm run presenters -- schema                     writes the JSON Schema for editors
 */
import { Command } from 'commander'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { checkPresenter } from './check-presenter.ts'
import { makePreview, makeThumbnail, pictureSpeaker } from './presenter-pictures.ts'
import { parsePresenter, presenterSchema } from '../render/presenter/presenter-file.ts'
import { createRenderer } from '../render/renderer.ts'

const SCHEMA_FILE = 'presenters/presenter.schema.json'

const program = new Command('presenters')

program
  .command('check')
  .argument('<files...>', 'presenter.json files')
  .action(async (files: string[]) => {
    for (const file of files) {
      const faults = await checkPresenter(file)
      if (faults.length === 0) console.log(`${file}: no problems found`)
      else {
        console.error(`${file}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
        process.exitCode = 1
      }
    }
  })

program
  .command('preview')
  .argument('<file>', 'a presenter.json')
  .option(
    '--out <folder>',
    "output folder for thumbnail.jpg and preview.mp4; defaults to the file's own folder",
  )
  .action(preview)

program
  .command('schema')
  .action(() => writeFile(SCHEMA_FILE, `${JSON.stringify(presenterSchema(), null, 2)}\n`))

/** Draws from a copy, so that neither the folder's name nor its neighbours matter. */
async function preview(file: string, { out = dirname(resolve(file)) }: { out?: string }): Promise<void> {
  const text = await readFile(file, 'utf8')
  const { id } = parsePresenter(text, file)
  const scratch = await mkdtemp(join(tmpdir(), 'presenter-'))
  const presentersDir = join(scratch, 'presenters')
  await mkdir(join(presentersDir, id), { recursive: true })
  await mkdir(out, { recursive: true })
  await writeFile(join(presentersDir, id, 'presenter.json'), text)
  const speaker = pictureSpeaker()
  const renderer = await createRenderer({ presentersDir, poolSize: 1 })
  try {
    const [presenter] = renderer.presenters()
    if (!presenter) return
    const studio = { speaker, renderer, scratch }
    await makeThumbnail(studio, id, join(out, 'thumbnail.jpg'))
    console.log(join(out, 'thumbnail.jpg'))
    await makePreview(studio, presenter, join(out, 'preview.mp4'))
    console.log(join(out, 'preview.mp4'))
  } finally {
    await Promise.all([speaker.close(), renderer.close()])
    await rm(scratch, { recursive: true })
  }
}

try {
  await program.parseAsync()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
