import { TRACK_RATE } from '../../face/face-track.ts'
import { boundOver } from './bounds.ts'
import { createColours } from './colours.ts'
import { countFilm, withFilm, withPictures } from './film.ts'
import { shown, shownPictures } from './pictures.ts'
import { refused } from './refusals.ts'
import { soundOf } from './sound.ts'
import type { DecodeJob, MessageKind } from './messages.ts'
import type { SilentFilm } from './film.ts'

/** Says something to whoever wants the film, and waits until it is taken. */
export type Say = (kind: MessageKind, numbers?: readonly number[], payload?: Uint8Array[]) => Promise<void>

/**
 * Decodes a film. Nothing that comes of it is larger than what a camera gives.
 *
 * @param say is told the facts first, then each picture, and the sound.
 * @throws TakeUnusable when it is no film, or none of a camera.
 */
export async function decodeFilm(job: DecodeJob, say: Say): Promise<void> {
  const { file, want } = job
  // Pictures alone are wanted of films of our own too, which are silent.
  const open = want === 'take' ? withFilm : withPictures
  const count = await open<Awaited<ReturnType<typeof countFilm>>>(file, countFilm)
  const over = boundOver(count)
  if (over !== null) throw refused(over)
  await say('facts', [], [Buffer.from(JSON.stringify(count))])
  if (want === 'footage') return withPictures(file, (film) => sayFootage(film, job, say))
  const frames = await withPictures(file, (film) => sayPictures(film, say))
  if (want !== 'take') return
  const samples = await withFilm(file, (film) => soundOf(film, frames / TRACK_RATE))
  await say('sound', [], [new Uint8Array(samples.buffer)])
}

async function sayPictures(film: SilentFilm, say: Say): Promise<number> {
  let count = 0
  for await (const { picture, frames } of shownPictures(film)) {
    const { width, height, luma, small } = picture
    await say('picture', [frames, width, height, small.width, small.height], [luma, small.rgb])
    count += frames
  }
  return count
}

async function sayFootage(
  film: SilentFilm,
  { width, height }: { width: number; height: number },
  say: Say,
): Promise<void> {
  const colours = createColours(film.av, { width, height })
  try {
    for await (const { picture, frames } of shown(film, colours.planesOf)) {
      await say('planes', [frames, width, height], [picture])
    }
  } finally {
    colours.close()
  }
}
