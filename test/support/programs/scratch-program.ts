/**
 * A program of its own that works in a scratch folder until it is killed. Prints the folder once something is in it.
 *
 * Argument: where scratch folders are.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createScratch } from '../../../src/media/scratch.ts'

const [root = ''] = process.argv.slice(2)
await createScratch(root).use(async (folder) => {
  await writeFile(join(folder, 'half.mp4'), 'half')
  process.stdout.write(`working in ${folder}\n`)
  // Without this the process would end by itself, as nothing else keeps it.
  setInterval(() => undefined, 60_000)
  await new Promise(() => undefined)
})
